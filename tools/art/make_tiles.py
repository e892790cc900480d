# ruff: noqa: B007, B905, E401, E501, E702, E731, F401, F841, FBT002, FBT003, I001, PERF401, RUF005, RUF007, UP031
# mypy: ignore-errors
# fmt: off
#!/usr/bin/env python3
"""Draws a complete mahjong tile set as one SVG sprite (all shapes are own work).

  python make_tiles.py OUTDIR     -> OUTDIR/tiles.svg (sprite), OUTDIR/svg/*.svg, sheet.html
Ids: 1m..9m 0m, 1p..9p 0p, 1s..9s 0s, 1z..7z (E S W N haku hatsu chun),
     1f..4f seasons 春夏秋冬, 5f..8f plants 梅蘭菊竹, back, blank.  All faces 300x400.
"""
import math, os, sys
from strokes import G
from brush import glyph, path, place, sweep
from shapely import affinity

INK, BLUE, GREEN, RED = '#17181c', '#1c3c8c', '#0b7540', '#c4212a'
LEAF, GOLD, PINK, PURPLE, BROWN, PAPER = '#2f9455', '#e0a321', '#e4738f', '#7b4aa8', '#6b4226', '#fbf7ea'
n1 = lambda v: ('%.1f' % v).rstrip('0').rstrip('.') if '.' in '%.1f' % v else '%.1f' % v
P2 = lambda x, y: f'{n1(x)} {n1(y)}'


def el(d, fill, extra=''):
    return f'<path d="{d}" fill="{fill}"{extra}/>'


def line(d, stroke, w, extra=''):
    return f'<path d="{d}" fill="none" stroke="{stroke}" stroke-width="{n1(w)}" stroke-linecap="round" stroke-linejoin="round"{extra}/>'


def circ(x, y, r, fill, extra=''):
    return f'<circle cx="{n1(x)}" cy="{n1(y)}" r="{n1(r)}" fill="{fill}"{extra}/>'


def ring(x, y, r, w, stroke, extra=''):
    return f'<circle cx="{n1(x)}" cy="{n1(y)}" r="{n1(r)}" fill="none" stroke="{stroke}" stroke-width="{n1(w)}"{extra}/>'


def pol(x, y, r, deg):
    a = math.radians(deg)
    return x + r * math.cos(a), y + r * math.sin(a)


_g = {}
def char(c, x, y, w, h, fill, bold=1.0, keep=False):
    if (c, bold) not in _g:
        _g[c, bold] = glyph(G[c], bold)
    return el(path(place(_g[c, bold], x, y, w, h, keep), tol=.4), fill)


def petal(x, y, deg, r0, r1, w, belly=.6):
    """pointed-round petal from radius r0 to r1, half width w"""
    ax, ay = pol(x, y, r0, deg)
    bx, by = pol(x, y, r1, deg)
    mx, my = pol(x, y, r0 + (r1 - r0) * belly, deg)
    px, py = -math.sin(math.radians(deg)) * w, math.cos(math.radians(deg)) * w
    tx, ty = pol(x, y, r0 + (r1 - r0) * 1.0, deg)
    return (f'M{P2(ax, ay)}C{P2(ax + px * .5, ay + py * .5)} {P2(mx + px * 1.35 - (bx - ax) * .1, my + py * 1.35 - (by - ay) * .1)} {P2(mx + px, my + py)}'
            f'S{P2(tx + px * .55, ty + py * .55)} {P2(bx, by)}'
            f'S{P2(mx - px * .9 + (bx - ax) * .18, my - py * .9 + (by - ay) * .18)} {P2(mx - px, my - py)}'
            f'S{P2(ax - px * .5, ay - py * .5)} {P2(ax, ay)}Z')


def leaf(x, y, deg, L, w, bend=0):
    """slender leaf with pointed tip"""
    bx, by = pol(x, y, L, deg)
    mx, my = pol(x, y, L * .45, deg)
    px, py = -math.sin(math.radians(deg)), math.cos(math.radians(deg))
    return (f'M{P2(x, y)}Q{P2(mx + px * (w + bend), my + py * (w + bend))} {P2(bx, by)}'
            f'Q{P2(mx - px * (w - bend), my - py * (w - bend))} {P2(x, y)}Z')


# ---------------------------------------------------------------- circles ----
def coin(x, y, r, c, big=False):
    o = [circ(x, y, r, c), ring(x, y, r * .785, r * .085, PAPER)]
    if big:
        o += [el(''.join(petal(x, y, k * 45 + 22.5, r * .27, r * .66, r * .098) for k in range(8)), PAPER)]
        o += [circ(x, y, r * .20, PAPER), circ(x, y, r * .10, c)]
    else:
        o += [ring(x, y, r * .48, r * .12, PAPER, f' stroke-dasharray="{n1(r*.3)} {n1(r*.2027)}" stroke-dashoffset="{n1(r*.15)}"')]
        o += [circ(x, y, r * .2, PAPER), circ(x, y, r * .085, c)]
    return ''.join(o)


def one_pin(red=False):
    x, y, r = 150, 200, 136
    a, b, c = (RED, RED, RED) if red else (GREEN, BLUE, RED)
    o = [circ(x, y, r, a), ring(x, y, r * .91, 4, PAPER)]
    o += [circ(*pol(x, y, r * .80, k * 15), 6.4, PAPER) for k in range(24)]
    o += [circ(x, y, r * .69, PAPER), circ(x, y, r * .655, b)]
    o += [el(''.join(petal(x, y, k * 22.5, r * .36, r * .615, 8.6) for k in range(16)), PAPER)]
    o += [circ(x, y, r * .335, PAPER), circ(x, y, r * .30, c)]
    o += [el(''.join(petal(x, y, k * 72 - 90, r * .07, r * .25, 11, .62) for k in range(5)), PAPER)]
    o += [circ(x, y, 8, PAPER), circ(x, y, 4.4, c)]
    return ''.join(o)


def pins():
    B, Gn, R = BLUE, GREEN, RED
    L = {2: (74, True, [(150, 104, Gn), (150, 296, B)]),
         3: (57, True, [(70, 74, B), (150, 200, R), (230, 326, Gn)]),
         4: (60, True, [(78, 98, Gn), (222, 98, B), (78, 302, B), (222, 302, Gn)]),
         5: (54, True, [(70, 76, Gn), (230, 76, B), (150, 200, R), (70, 324, B), (230, 324, Gn)]),
         6: (51, True, [(90, 68, Gn), (210, 68, Gn), (90, 212, R), (210, 212, R), (90, 330, R), (210, 330, R)]),
         7: (44, False, [(58, 58, Gn), (150, 100, Gn), (242, 142, Gn), (98, 242, R), (202, 242, R), (98, 344, R), (202, 344, R)]),
         8: (44, False, [(x, y, B) for y in (56, 152, 248, 344) for x in (94, 206)]),
         9: (44, False, [(x, y, c) for y, c in ((72, Gn), (200, R), (328, B)) for x in (54, 150, 246)])}
    T = {'1p': one_pin()}
    for k, (r, big, cs) in L.items():
        T[f'{k}p'] = ''.join(coin(x, y, r, c, big) for x, y, c in cs)
    T['0p'] = ''.join(coin(x, y, 54, R, True) for x, y, _ in L[5][2])
    return T


# ----------------------------------------------------------------- bamboo ----
SHADE = {GREEN: '#3fae6c', RED: '#ec6a63', BLUE: '#5b7fd6'}

def stick(x, y, h, c, w=17, deg=0):
    """a bamboo stick of two internodes, centred on x, y"""
    o = []
    def internode(y0, y1):
        ym = (y0 + y1) / 2
        a, b = w, w * .60            # knuckle and waist half widths
        q = min(13, (y1 - y0) * .22)
        return (f'M{P2(-a*.72, y0)}Q{P2(0, y0-4)} {P2(a*.72, y0)}Q{P2(a+2, y0+q*.45)} {P2(a*.80, y0+q)}Q{P2(b, y0+q*1.5)} {P2(b, ym)}'
                f'Q{P2(b, y1-q*1.5)} {P2(a*.80, y1-q)}Q{P2(a+2, y1-q*.45)} {P2(a*.72, y1)}Q{P2(0, y1+4)} {P2(-a*.72, y1)}'
                f'Q{P2(-a-2, y1-q*.45)} {P2(-a*.80, y1-q)}Q{P2(-b, y1-q*1.5)} {P2(-b, ym)}Q{P2(-b, y0+q*1.5)} {P2(-a*.80, y0+q)}Q{P2(-a-2, y0+q*.45)} {P2(-a*.72, y0)}Z')
    g = 2.5
    o.append(el(internode(-h / 2, -g) + internode(g, h / 2), c))
    hl = w * .17
    for y0, y1 in ((-h / 2, -g), (g, h / 2)):
        L = y1 - y0
        o.append(line(f'M{n1(-hl)} {n1(y0+L*.24)}V{n1(y1-L*.24)}', PAPER, w * .34))
    t = f'translate({P2(x, y)})' + (f' rotate({n1(deg)})' if deg else '')
    return f'<g transform="{t}">{"".join(o)}</g>'


def sous():
    Gn, R, B = GREEN, RED, BLUE
    T = {}
    def tile(k, items):
        T[k] = ''.join(stick(*i) for i in items)
    tile('2s', [(150, 106, 170, Gn, 30), (150, 294, 170, Gn, 30)])
    tile('3s', [(150, 106, 168, Gn, 29), (74, 294, 168, Gn, 29), (226, 294, 168, Gn, 29)])
    tile('4s', [(x, y, 170, Gn, 29) for y in (106, 294) for x in (80, 220)])
    five = lambda c, m: [(x, y, 168, c, 27) for y in (106, 294) for x in (58, 242)] + [(150, 200, 176, m, 27)]
    tile('5s', five(Gn, R))
    tile('0s', five(R, R))
    tile('6s', [(x, y, 170, Gn, 28) for y in (106, 294) for x in (58, 150, 242)])
    tile('7s', [(150, 76, 110, R, 26)] + [(x, y, 112, Gn, 26) for y in (201, 327) for x in (58, 150, 242)])
    tile('9s', [(x, y, 112, R if x == 150 else Gn, 26) for y in (74, 200, 326) for x in (58, 150, 242)])
    w = 23
    tile('8s', [(46, 106, 170, Gn, w), (254, 106, 170, Gn, w), (107, 116, 152, Gn, w, 35), (193, 116, 152, Gn, w, -35),
                (46, 294, 170, Gn, w), (254, 294, 170, Gn, w), (107, 284, 152, Gn, w, -35), (193, 284, 152, Gn, w, 35)])
    T['1s'] = bird()
    return T


def bird():
    """a standing peacock, tail raised"""
    o = []
    bx, by = 172, 258                        # root of the tail
    feathers = [(-106, 214, 18), (-90, 236, 20), (-73, 228, 21), (-56, 202, 20), (-40, 168, 18), (-25, 130, 15)]
    for d, L, w in feathers:                 # dark feathers, then eyes
        o.append(el(petal(bx, by, d, 10, L, w, .72), GREEN))
    for d, L, w in feathers:
        x, y = pol(bx, by, 12, d); x2, y2 = pol(bx, by, L * .60, d)
        o.append(line(f'M{P2(x, y)}L{P2(x2, y2)}', PAPER, 3.2))
        ex, ey = pol(bx, by, L * .78, d)
        o.append(circ(ex, ey, w * .62, PAPER) + circ(ex, ey, w * .45, RED) + circ(ex, ey, w * .19, PAPER))
    # legs
    leg = lambda x: line(f'M{x} 318L{x-4} 366M{x-4} 362L{x-26} 374M{x-4} 362L{x-2} 378M{x-4} 362L{x+18} 373', RED, 6.5)
    o += [leg(150), leg(184)]
    # body with neck and head (one outline), facing left
    body = 'M70 176C84 158 116 160 122 186C127 208 118 222 134 236C164 240 206 240 236 262C258 279 262 300 252 314C226 306 214 326 184 333C140 342 98 318 92 274C88 244 96 226 90 206C88 196 78 196 66 200C58 194 60 186 70 176Z'
    o.append(el(body, BLUE))
    # wing
    o.append(el('M132 258C164 244 214 256 240 286C216 286 212 310 178 312C146 312 124 288 132 258Z', PAPER))
    o.append(el('M139 264C166 252 206 262 226 283C206 286 200 303 176 304C150 304 134 285 139 264Z', GREEN))
    o.append(line('M150 272C172 266 192 272 206 282M154 286C168 280 182 284 194 292', PAPER, 4.5))
    # breast scales
    for (x, y) in ((108, 250), (116, 270), (108, 284), (126, 296), (140, 314), (120, 314)):
        o.append(line(f'M{x-7} {y-3}Q{x} {y+7} {x+7} {y-3}', PAPER, 3.4))
    # head: eye, beak, crest
    o.append(el('M72 178L40 192C52 200 62 202 74 198Z', RED))
    o.append(circ(93, 181, 8, PAPER) + circ(92, 181, 4, INK))
    for d in (-118, -92, -66):
        x, y = pol(100, 166, 26, d)
        o.append(line(f'M{P2(*pol(100, 166, 2, d))}L{P2(x, y)}', BLUE, 4) + circ(x, y, 6.4, RED))
    return ''.join(o)


# ------------------------------------------------------- characters, honours --
def mans():
    T = {}
    for k, c in zip('1234567890', '一二三四伍六七八九伍'):
        hgt = {'一': 44, '二': 92, '三': 116}.get(c, 128)
        y = {'一': 74, '二': 46, '三': 30}.get(c, 26)
        wid = {'一': 206, '二': 200, '三': 196, '四': 186, '六': 204, '八': 206}.get(c, 192)
        T[k + 'm'] = char(c, 150 - wid / 2, y, wid, hgt, RED if k == '0' else INK, 1.04) + char('萬', 150 - 104, 178, 208, 198, RED, 1.06)
    return T


def haku():
    o = [f'<rect x="34" y="36" width="232" height="328" rx="20" fill="none" stroke="{BLUE}" stroke-width="15"/>',
         f'<rect x="62" y="64" width="176" height="272" rx="9" fill="none" stroke="{BLUE}" stroke-width="8"/>']
    d = []
    for x in (48,):
        pass
    tick = []
    for y in range(96, 330, 34):
        tick.append(f'M41 {y}H62M238 {y}H259')
    for x in range(98, 230, 34):
        tick.append(f'M{x} 43V64M{x} 336V357')
    o.append(line(''.join(tick), BLUE, 5))
    for sx, sy, fx, fy in ((62, 64, 1, 1), (238, 64, -1, 1), (62, 336, 1, -1), (238, 336, -1, -1)):
        o.append(line(f'M{sx+14*fx} {sy+46*fy}C{sx+14*fx} {sy+24*fy} {sx+24*fx} {sy+14*fy} {sx+46*fx} {sy+14*fy}M{sx+26*fx} {sy+36*fy}Q{sx+26*fx} {sy+26*fy} {sx+36*fx} {sy+26*fy}', BLUE, 6))
    return ''.join(o)


def honours():
    return {'1z': char('東', 26, 48, 248, 304, INK, 1.2), '2z': char('南', 34, 48, 232, 304, INK, 1.18),
            '3z': char('西', 28, 62, 244, 276, INK, 1.24), '4z': char('北', 24, 54, 252, 292, INK, 1.22),
            '5z': haku(), '6z': char('發', 22, 44, 256, 312, GREEN, 1.12), '7z': char('中', 46, 26, 208, 348, RED, 1.16)}


# ---------------------------------------------------------------- flowers ----
def blossom(x, y, r, c=PINK, rot=-90, edge=None):
    edge = edge or '#b93a5c'
    o = [el(''.join(petal(x, y, rot + k * 72, r * .06, r, r * .42, .66) for k in range(5)), c, f' stroke="{edge}" stroke-width="{n1(max(1.6, r*.07))}"')]
    st = ''.join(f'M{P2(*pol(x, y, r*.12, rot+36+k*72))}L{P2(*pol(x, y, r*.5, rot+k*72))}' for k in range(5))
    o.append(line(st, edge, max(1.6, r * .06)))
    o += [circ(*pol(x, y, r * .52, rot + k * 72), r * .075, GOLD) for k in range(5)]
    o.append(circ(x, y, r * .16, GOLD))
    return ''.join(o)


def branch(pts, c=BROWN):
    return el(path(sweep([[(x, y, w) for x, y, w in pts]]), tol=.35), c)


def f_spring():
    """swallow over willow"""
    o = [branch([(300 - 22, 128, 15), (236, 134, 11), (190, 150, 8), (150, 160, 3)])]
    for i, (x, y, L, s) in enumerate([(262, 134, 214, -10), (240, 138, 246, 6), (214, 146, 196, -8), (190, 152, 228, 10), (164, 160, 150, -6)]):
        x2, y2 = x + s, y + L
        o.append(line(f'M{x} {y}C{x-8} {y+L*.3:.0f} {x2+12} {y+L*.6:.0f} {x2} {y2}', LEAF, 3.4))
        d = []
        for k in range(1, int(L / 26)):
            t = k * 26 / L
            cx = (1-t)**3*x + 3*(1-t)**2*t*(x-8) + 3*(1-t)*t*t*(x2+12) + t**3*x2
            cy = (1-t)**3*y + 3*(1-t)**2*t*(y+L*.3) + 3*(1-t)*t*t*(y+L*.6) + t**3*y2
            d.append(leaf(cx, cy, 62 if k % 2 else 118, 27, 6.5))
        o.append(el(''.join(d), GREEN if i % 2 else LEAF))
    # swallow, gliding down-left
    sw = ('M40 262C52 246 74 244 92 252C88 214 62 184 26 168C78 172 122 206 134 250C152 246 182 232 214 200C206 240 178 274 142 284C150 312 172 334 208 348'
          'C168 346 142 334 126 312C122 334 128 358 146 382C114 362 100 330 100 296C76 294 52 284 40 262Z')
    o.append(el(sw, PAPER, f' stroke="{PAPER}" stroke-width="14" stroke-linejoin="round"'))
    o.append(el(sw, '#1d2f63'))
    o.append(el('M46 262C58 278 80 286 104 286C112 282 112 270 104 266C84 272 62 270 46 262Z', PAPER))
    o.append(el('M42 258C50 250 62 250 70 256C66 268 56 270 48 266Z', RED))
    o.append(circ(66, 256, 4, PAPER))
    return ''.join(o)


def f_summer():
    """lotus"""
    o = []
    wv = ''.join(f'M{x} {y}q11 -7 22 0t22 0' for x, y in ((44, 372), (124, 380), (206, 371)))
    o.append(line('M150 262C148 300 152 330 148 372', GREEN, 8))
    o.append(line('M232 318C230 340 222 356 218 372', GREEN, 6))
    o.append(line('M78 336Q80 352 84 368', GREEN, 6))
    o.append(el('M22 330C40 306 104 304 128 328C112 346 46 350 22 330Z', LEAF) + line('M76 330L44 322M76 330L60 341M76 330L94 340M76 330L110 324M76 330V317', GREEN, 3.4))
    o.append(el('M176 312C196 288 262 286 282 310C262 330 198 332 176 312Z', LEAF) + line('M230 311L196 304M230 311L214 322M230 311L250 321M230 311L266 304M230 311V298', GREEN, 3.4))
    e = ' stroke="#b93a5c" stroke-width="4" stroke-linejoin="round"'
    x, y = 150, 272
    for d, L, w, c in ((-168, 116, 22, '#f0a3b6'), (-12, 116, 22, '#f0a3b6'), (-146, 126, 27, '#eb8aa3'), (-34, 126, 27, '#eb8aa3'),
                       (-122, 136, 31, '#e4738f'), (-58, 136, 31, '#e4738f'), (-90, 146, 36, '#f3b3c2')):
        o.append(el(petal(x, y, d, 4, L, w, .55), c, e))
    o.append(el(petal(x, y, -112, 2, 92, 24, .55) + petal(x, y, -68, 2, 92, 24, .55), '#f7cad4', e))
    o.append(line(wv, '#3f78c0', 4.5))
    return ''.join(o)


def maple(x, y, r, rot, c, vein):
    tips = [(-90, 1.0), (-38, .92), (-142, .92), (12, .72), (168, .72)]
    order = sorted(tips, key=lambda t: t[0])
    pts = []
    order = [(168 - 360, .72), (-142, .92), (-90, 1.0), (-38, .92), (12, .72)]
    for i, (d, L) in enumerate(order):
        d += rot
        pts += [pol(x, y, r * L * .60, d - 13), pol(x, y, r * L * .70, d - 11), pol(x, y, r * L * .68, d - 7), pol(x, y, r * L, d), pol(x, y, r * L * .68, d + 7), pol(x, y, r * L * .70, d + 11), pol(x, y, r * L * .60, d + 13)]
        if i < 4:
            pts.append(pol(x, y, r * .33, (d + order[i + 1][0] + rot) / 2))
    pts.append(pol(x, y, r * .16, 90 + rot))
    o = [el('M' + 'L'.join(P2(*p) for p in pts) + 'Z', c, f' stroke="{c}" stroke-width="{n1(r*.05)}" stroke-linejoin="round"')]
    v = ''.join(f'M{P2(*pol(x, y, r*.05, 90+rot))}L{P2(*pol(x, y, r*L*.74, d+rot))}' for d, L in order)
    o.append(line(v, vein, max(2, r * .035)))
    sx, sy = pol(x, y, r * .60, 90 + rot + 8)
    o.append(line(f'M{P2(*pol(x, y, r*.05, 90+rot))}Q{P2(*pol(x, y, r*.34, 90+rot-6))} {P2(sx, sy)}', vein if vein != PAPER else c, max(3, r * .055)))
    return ''.join(o)


def f_autumn():
    """moon and maple leaves"""
    o = [circ(196, 192, 66, '#f3d98b'), circ(196, 192, 66, 'none', f' stroke="{GOLD}" stroke-width="4"')]
    o.append(maple(118, 262, 98, -16, '#c93a24', '#f6c9a0'))
    o.append(maple(222, 320, 62, 28, '#df7a1c', '#fbe0b0'))
    o.append(maple(74, 352, 38, -48, GOLD, '#fff0c8'))
    return ''.join(o)


def f_winter():
    """snow-laden pine"""
    o = []
    o.append(line('M26 372C80 352 120 366 160 362S246 356 276 372', '#8aa6cf', 6))
    o.append(el('M138 330H164L168 366H134Z', BROWN))
    tiers = [(296, 112, 96), (240, 92, 88), (186, 68, 78)]
    for y, w, h in tiers:
        x = 150
        g = f'M{x} {y-h+20}C{x+w*.3:.0f} {y-h*.30:.0f} {x+w*.65:.0f} {y+18} {x+w} {y+40}C{x+w*.7:.0f} {y+52} {x+w*.45:.0f} {y+40} {x+w*.3:.0f} {y+46}C{x+10} {y+56} {x-10} {y+56} {x-w*.3:.0f} {y+46}C{x-w*.45:.0f} {y+40} {x-w*.7:.0f} {y+52} {x-w} {y+40}C{x-w*.65:.0f} {y+18} {x-w*.3:.0f} {y-h*.30:.0f} {x} {y-h+20}Z'
        o.append(el(g, '#14603a', f' stroke="{PAPER}" stroke-width="4"'))
        s = f'M{x} {y-h+20}C{x+w*.3:.0f} {y-h*.30:.0f} {x+w*.65:.0f} {y+18} {x+w} {y+40}C{x+w*.72:.0f} {y+34} {x+w*.6:.0f} {y+18} {x+w*.42:.0f} {y+16}C{x+w*.3:.0f} {y+14} {x+w*.26:.0f} {y+2} {x+w*.10:.0f} {y+4}C{x-w*.08:.0f} {y+6} {x-w*.22:.0f} {y+22} {x-w*.42:.0f} {y+16}C{x-w*.6:.0f} {y+12} {x-w*.78:.0f} {y+36} {x-w} {y+40}C{x-w*.65:.0f} {y+18} {x-w*.3:.0f} {y-h*.30:.0f} {x} {y-h+20}Z'
        o.append(el(s, '#dfeaf7', ' stroke="#8aa6cf" stroke-width="3"'))
    def flake(x, y, r):
        d = ''
        for k in range(3):
            a = k * 60 + 30
            d += f'M{P2(*pol(x, y, r, a))}L{P2(*pol(x, y, r, a+180))}'
        for k in range(6):
            a = k * 60 + 30
            for s in (-32, 32):
                d += f'M{P2(*pol(x, y, r*.58, a))}L{P2(*pol(*pol(x, y, r*.58, a), r*.34, a+s))}'
        return line(d, '#4877bd', max(2.6, r * .13))
    o += [flake(62, 190, 30), flake(244, 176, 24), flake(258, 262, 17), flake(40, 270, 15)]
    return ''.join(o)


def f_plum():
    o = [branch([(44, 384, 19), (86, 332, 15), (112, 296, 14), (150, 268, 12), (176, 226, 9), (212, 188, 7), (236, 140, 3)]),
         branch([(112, 298, 11), (100, 256, 8), (72, 214, 6), (60, 168, 3)]),
         branch([(150, 270, 10), (196, 276, 8), (236, 306, 6), (268, 312, 3)])]
    o += [blossom(150, 232, 50, PINK, -100), blossom(228, 304, 38, '#ee93a8', -70), blossom(72, 206, 36, '#ee93a8', -60), blossom(224, 172, 27, PINK, -90)]
    for x, y, r in ((60, 160, 10), (246, 132, 9), (108, 262, 9), (272, 346, 8), (186, 336, 9)):
        o.append(circ(x, y, r, '#c93a5f'))
    o.append(branch([(196, 278, 6), (194, 306, 5), (186, 336, 2)]))
    return ''.join(o)


def f_orchid():
    o = []
    blades = [((140, 378), (96, 290), (30, 262), (18, 330)), ((144, 380), (118, 250), (70, 180), (34, 190)), ((150, 380), (146, 260), (160, 170), (190, 128)),
              ((156, 380), (188, 270), (240, 230), (286, 268)), ((158, 380), (220, 330), (270, 330), (284, 372)), ((148, 380), (132, 280), (110, 220), (112, 160))]
    for i, (a, b, c, d) in enumerate(blades):
        w = 9
        f = f'M{a[0]-5} {a[1]}C{b[0]-w} {b[1]} {c[0]} {c[1]-w} {d[0]} {d[1]}C{c[0]} {c[1]+w} {b[0]+w} {b[1]} {a[0]+5} {a[1]}Z'
        o.append(el(f, GREEN if i % 2 else LEAF))
    o.append(line('M152 376C160 310 168 280 160 236M158 300C176 286 196 282 214 250', '#4b8f3d', 6))
    def orchid(x, y, r, rot=0):
        c, e = '#a779cf', ' stroke="#5b2f8a" stroke-width="%s"' % n1(max(2.2, r * .06))
        s = el(''.join(petal(x, y, rot + d, 2, r * L, r * w, .6) for d, L, w in ((-90, 1, .26), (-200, .95, .26), (20, .95, .26))), '#c7a6e3', e)
        s += el(''.join(petal(x, y, rot + d, 2, r * .86, r * .34, .62) for d in (-148, -32)), c, e)
        s += el(petal(x, y, rot + 90, 0, r * .92, r * .33, .66), '#8a4fb8', e)
        s += el(petal(x, y, rot + 90, 0, r * .44, r * .17, .6), GOLD) + circ(x, y, r * .13, PAPER)
        return s
    o += [orchid(158, 214, 62, -6), orchid(222, 244, 46, 14)]
    return ''.join(o)


def f_mum():
    o = [line('M150 250C152 300 146 340 150 382', GREEN, 9)]
    lf = lambda x, y, s: f'M{x} {y}c{s*14} -26 {s*44} -34 {s*66} -20c{s*-10} 6 {s*-8} 12 {s*4} 18c{s*-12} 2 {s*-14} 10 {s*-8} 20c{s*-22} 2 {s*-50} 2 {s*-62} -18z'
    o.append(el(lf(152, 346, 1), LEAF) + el(lf(148, 362, -1), GREEN))
    o.append(line('M158 346q28 -14 50 -8M142 362q-28 -14 -50 -8', PAPER, 3))
    x, y = 150, 226
    e = ' stroke="#a8660a" stroke-width="3"'
    for n, r0, r1, w, c, off in ((20, 50, 104, 11.5, '#dd9a12', 0), (18, 34, 84, 11, '#eab02a', 10), (14, 20, 62, 10.5, '#f3c64a', 4), (10, 6, 40, 9.5, '#f9dc7c', 14)):
        o.append(el(''.join(petal(x, y, off + k * 360 / n, r0, r1, w, .68) for k in range(n)), c, e))
    o.append(circ(x, y, 9, '#a8660a'))
    return ''.join(o)


def f_bamboo():
    o = []
    def stalk(x0, x1, y0, y1, w, nodes, c, hi):
        s = ''
        ys = [y0] + nodes + [y1]
        fx = lambda y: x0 + (x1 - x0) * (y - y0) / (y1 - y0)
        for a, b in zip(ys, ys[1:]):
            xa, xb, m = fx(a + 3), fx(b - 3), (a + b) / 2
            xm = fx(m)
            s += el(f'M{P2(xa-w, a+3)}Q{P2(xm-w*.72, m)} {P2(xb-w, b-3)}Q{P2(xb, b+3)} {P2(xb+w, b-3)}Q{P2(xm+w*.72, m)} {P2(xa+w, a+3)}Q{P2(xa, a-2)} {P2(xa-w, a+3)}Z', c)
            s += line(f'M{P2(xa-w*.35, a+15)}Q{P2(xm-w*.3, m)} {P2(xb-w*.35, b-15)}', hi, w * .3)
        return s
    o.append(stalk(196, 214, 132, 384, 11, [196, 262, 326], LEAF, '#8fd0a4'))
    o.append(stalk(118, 104, 130, 384, 16, [184, 250, 318], GREEN, '#3fae6c'))
    def spray(x, y, dirs, c):
        return el(''.join(leaf(x, y, d, L, w) for d, L, w in dirs), c)
    o.append(line('M118 180Q146 160 168 166M108 250Q76 236 56 246M206 262Q236 244 256 252M200 196Q226 176 240 176', GREEN, 4.5))
    o.append(spray(168, 166, [(-20, 66, 13), (18, 72, 14), (58, 62, 13), (98, 46, 11)], GREEN))
    o.append(spray(56, 246, [(200, 34, 9), (128, 66, 13), (92, 74, 14), (58, 60, 12)], LEAF))
    o.append(spray(252, 252, [(-30, 30, 8), (58, 58, 12), (92, 74, 14), (128, 66, 12)], GREEN))
    o.append(spray(240, 176, [(-40, 40, 10), (20, 42, 10), (70, 52, 11)], LEAF))
    o.append(spray(106, 182, [(196, 66, 12), (160, 74, 13), (128, 50, 10)], LEAF))
    return ''.join(o)


def flowers():
    T = {}
    for i, (c, f) in enumerate(zip('春夏秋冬梅蘭菊竹', (f_spring, f_summer, f_autumn, f_winter, f_plum, f_orchid, f_mum, f_bamboo))):
        k = i % 4 + 1
        col = RED if i < 4 else BLUE
        T[f'{i+1}f'] = f() + char(c, 20, 20, 92, 96, col, 1.05) + char(str(k), *((236, 26, 34, 76) if k == 1 else (218, 26, 56, 76)), col, 1.1)
    return T


def back():
    o = ['<rect width="300" height="400" rx="34" fill="#d98a1f"/>', '<rect x="16" y="16" width="268" height="368" rx="24" fill="none" stroke="#f0b455" stroke-width="5"/>']
    d = []
    for r in range(9):
        for c in range(6):
            x, y = 46 + c * 41.6, 40 + r * 40
            d.append(f'M{P2(x, y-15)}L{P2(x+15, y)}L{P2(x, y+15)}L{P2(x-15, y)}Z')
    o.append(el(''.join(d), '#e79d36'))
    return ''.join(o)


def main(out):
    T = {}
    for f in (mans, pins, sous, honours, flowers):
        T.update(f())
    T['back'] = back()
    os.makedirs(f'{out}/svg', exist_ok=True)
    ns = 'xmlns="http://www.w3.org/2000/svg"'
    with open(f'{out}/tiles.svg', 'w') as fh:
        fh.write(f'<svg {ns}>\n' + '\n'.join(f'<symbol id="t{k}" viewBox="0 0 300 400">{v}</symbol>' for k, v in T.items()) + '\n</svg>\n')
    for k, v in T.items():
        with open(f'{out}/svg/{k}.svg', 'w') as fh:
            fh.write(f'<svg {ns} viewBox="0 0 300 400" width="300" height="400">{v}</svg>\n')
    print(len(T), 'tiles,', os.path.getsize(f'{out}/tiles.svg'), 'bytes')
    return T


if __name__ == '__main__':
    main(sys.argv[1] if len(sys.argv) > 1 else '.')
