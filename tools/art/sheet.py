# ruff: noqa: E402, E501, E701, E731, F401, I001, PERF401, RUF005, SIM115
# mypy: ignore-errors
# fmt: off
"""contact sheet: large, table-size, phone-size, sideways, dark"""
S = lambda k: f'<svg viewBox="0 0 300 400"><use href="#t{k}"/></svg>'
def tile(k, cls=''):
    return f'<i class="t {cls} {"b" if k=="back" else ""}">{S(k)}</i>'
rows = [[f'{n}m' for n in '1234567890'], [f'{n}p' for n in '1234567890'], [f'{n}s' for n in '1234567890'], [f'{n}z' for n in range(1, 8)] + ['back'], [f'{n}f' for n in range(1, 9)]]
css = '''
body{margin:0;background:radial-gradient(circle at 50% 30%,#2b7a55,#14503a);font:14px sans-serif;color:#dfe;padding:18px}
.r{display:flex;gap:calc(var(--w)*.10);margin-bottom:calc(var(--w)*.30);flex-wrap:wrap}
.t{display:block;width:var(--w);height:calc(var(--w)*1.36);border-radius:calc(var(--w)*.11);background:linear-gradient(160deg,#fffdf4,#f7f0dc 70%,#efe5c8);
 box-shadow:inset 0 0 0 calc(var(--w)*.012) #fff8,0 calc(var(--w)*.07) 0 #e2d6b4,0 calc(var(--w)*.16) 0 #d98a1f,0 calc(var(--w)*.22) calc(var(--w)*.12) #0008}
.t svg{display:block;width:90%;height:auto;margin:calc(var(--w)*.08) auto 0}
.t.b{background:#d98a1f;overflow:hidden}.t.b svg{width:100%;margin:0}
.side{width:calc(var(--w)*1.36);height:var(--w)}.side svg{width:auto;height:100%;margin:0;transform:rotate(-90deg) scale(.86);transform-origin:50% 50%;position:relative;left:calc(var(--w)*.30)}
.sideways{display:inline-block;width:calc(var(--w)*1.36);height:calc(var(--w)*1.02);position:relative}
'''
import re
sprite = open('tiles.svg').read()
h = [f'<!doctype html><meta charset=utf-8><style>{css}</style><div style="display:none">{sprite}</div>']
import sys
for w in ((int(sys.argv[1]),) if len(sys.argv)>1 else (112, 46, 27, 19)):
    h.append(f'<div style="--w:{w}px">')
    if w >= 112:
        for r in (rows if len(sys.argv)<3 else [rows[2][:1]+['8s','7p','1p','0s','5z'], rows[4][:6],rows[4][6:]+['7z','6z','5m']]): h.append('<div class=r>' + ''.join(tile(k) for k in r) + '</div>')
    else:
        for a in (rows[0] + rows[1] + rows[2][:0], rows[2] + rows[3], rows[4] + ['1s']): h.append('<div class=r>' + ''.join(tile(k) for k in a) + '</div>')
    h.append('</div>')
h.append('<div style="--w:46px" class=r>' + ''.join(tile(k, 'side') for k in ('1p', '0m', '1s', '8s', '6z', '3f')) + '</div>')
open('sheet.html', 'w').write('\n'.join(h))
