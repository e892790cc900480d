# ruff: noqa: B023, B905, E501, E731, F401, F841, FBT002, I001, RUF005, RUF007, UP031
# mypy: ignore-errors
# fmt: off
"""Brush engine: turns stroke skeletons (own design, 100x100 box) into outlines.

A stroke is a list of segments, a segment a list of (x, y, w) control points;
an elliptical nib tilted 45 degrees is swept along a Catmull-Rom curve.
"""
import math
from shapely.geometry import Polygon, MultiPoint
from shapely.ops import unary_union
from shapely import affinity

NIB = [(math.cos(t * math.pi / 12), math.sin(t * math.pi / 12)) for t in range(24)]


def nib(x, y, w, a=.56, b=.42, ang=math.pi / 4):
    w = max(w, .35)
    c, s = math.cos(ang), math.sin(ang)
    return [(x + w * (a * c * u - b * s * v), y + w * (a * s * u + b * c * v)) for u, v in NIB]


def curve(pts, n=14):
    if len(pts) == 2:
        (x0, y0, w0), (x1, y1, w1) = pts
        return [(x0 + (x1 - x0) * t / n, y0 + (y1 - y0) * t / n, w0 + (w1 - w0) * t / n) for t in range(n + 1)]
    p = [tuple(2 * a - b for a, b in zip(pts[0], pts[1]))] + list(pts) + [tuple(2 * a - b for a, b in zip(pts[-1], pts[-2]))]
    out = []
    for i in range(1, len(p) - 2):
        for k in range(n):
            t = k / n
            q = []
            for d in range(2):
                a, b, c, e = (p[i + j][d] for j in (-1, 0, 1, 2))
                q.append(.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - e) * t * t + (3 * b - a - 3 * c + e) * t ** 3))
            u = t * t * (3 - 2 * t)
            q.append(p[i][2] * (1 - u) + p[i + 1][2] * u)
            out.append(tuple(q))
    out.append(tuple(pts[-1]))
    return out


def sweep(stroke, **kw):
    parts = []
    for seg in stroke:
        c = curve(seg)
        for p, q in zip(c, c[1:]):
            parts.append(MultiPoint(nib(*p, **kw) + nib(*q, **kw)).convex_hull)
    return unary_union(parts)


# ---- stroke kinds -----------------------------------------------------------
def H(x0, y0, x1, y1, w=9, end=1.28):
    """heng: pressed start, thin waist, pressed end"""
    dx, dy = x1 - x0, y1 - y0
    f = lambda t, o=0: (x0 + dx * t, y0 + dy * t + o)
    L = abs(dx)
    k = min(.25, w * .9 / max(L, 1))
    return [[(*f(0, -w * .10), w * .95), (*f(k, 0), w * .86), (*f(.5, -w * .06), w * .76), (*f(1 - k, -w * .04), w * .88), (*f(1, w * .08), w * end)]]


def S(x0, y0, x1, y1, w=10, end='dew'):
    """shu: vertical; dew = round end, needle = tapering end"""
    dx, dy = x1 - x0, y1 - y0
    f = lambda t, o=0: (x0 + dx * t + o, y0 + dy * t)
    if end == 'needle':
        return [[(*f(0, -w * .08), w * 1.12), (*f(.12), w * .95), (*f(.5), w * .9), (*f(.8), w * .86), (*f(1), w * .12)]]
    return [[(*f(0, -w * .08), w * 1.12), (*f(.15), w * .95), (*f(.5), w * .88), (*f(.85), w * .95), (*f(1), w * 1.06)]]


def P(*pts, w=10, tip=.12):
    """pie: starts pressed, tapers"""
    n = len(pts) - 1
    prof = lambda t: w * (1.12 - .2 * t if t < .45 else (1.03 - (1.03 - tip) * ((t - .45) / .55) ** 1.25))
    return [[(x, y, prof(i / n)) for i, (x, y) in enumerate(pts)]]


def N(*pts, w=10):
    """na: thin start, swells, then a flat flick"""
    n = len(pts)
    q = []
    for i, (x, y) in enumerate(pts):
        t = i / (n - 1)
        q.append((x, y, w * (.45 + .95 * t)))
    (x0, y0), (x1, y1) = pts[-2], pts[-1]
    d = math.hypot(x1 - x0, y1 - y0)
    ux, uy = (x1 - x0) / d, (y1 - y0) / d
    main = q[:-1] + [(x1 - ux * w * .9, y1 - uy * w * .75 - w * .1, w * 1.3)]
    foot = [(x1 - ux * w * .9, y1 - uy * w * .75 - w * .1, w * 1.3), (x1 + w * .1, y1 - w * .1, w * .7), (x1 + w * .75, y1 - w * .05, w * .1)]
    return [main, foot]


def D(x0, y0, x1, y1, w=11):
    """dian: teardrop"""
    mx, my = (x0 + x1) / 2 + (y1 - y0) * .08, (y0 + y1) / 2 - (x1 - x0) * .08
    return [[(x0, y0, w * .25), (mx, my, w * .8), (x1, y1, w * 1.15)]]


def hook(x, y, dx, dy, w=9):
    return [(x, y, w), (x + dx * .45, y + dy * .38, w * .75), (x + dx, y + dy, w * .1)]


def HZ(x0, y0, x1, y1, x2, y2, w=10, wh=None, gou=None):
    """heng-zhe (optionally with hook gou=(dx,dy))"""
    wh = wh or w * .8
    a = [(x0, y0 - wh * .1, wh * .95), (x0 + (x1 - x0) * .3, y0 + (y1 - y0) * .3, wh * .8), (x0 + (x1 - x0) * .8, y0 + (y1 - y0) * .8, wh * .85), (x1, y1, w * 1.2)]
    b = [(x1, y1, w * 1.2), (x1 + (x2 - x1) * .3, y1 + (y2 - y1) * .3, w * .95), (x2, y2, w)]
    r = [a, b]
    if gou:
        r.append(hook(x2, y2, *gou, w=w * 1.0))
    return r


def SWG(pts, gou, w=10):
    """shu-wan-gou through pts, then hook"""
    n = len(pts)
    seg = [(x, y, w * (1.08 if i == 0 else .92)) for i, (x, y) in enumerate(pts)]
    x, y = pts[-1]
    return [seg, [(x, y, w * .92), (x + gou[0] * .5, y + gou[1] * .35, w * .8), (x + gou[0], y + gou[1], w * .12)]]


def TI(x0, y0, x1, y1, w=9):
    return [[(x0, y0, w * 1.15), (x0 + (x1 - x0) * .35, y0 + (y1 - y0) * .35, w * .8), (x1, y1, w * .12)]]


def glyph(strokes, bold=1.0):
    def sc(st):
        return [[(x, y, w * bold) for x, y, w in seg] for seg in st]
    return unary_union([sweep(sc(s)) for s in strokes])


def path(geom, tol=.12, nd=1):
    """shapely geometry -> compact SVG path data (relative lines)"""
    geom = geom.simplify(tol)
    polys = list(getattr(geom, 'geoms', [geom]))
    out = []
    k = 10 ** nd
    for p in polys:
        if p.area < .5:
            continue
        for ring in [p.exterior, *p.interiors]:
            pts = [(round(x * k), round(y * k)) for x, y in ring.coords[:-1]]
            fmt = lambda v: ('%g' % (v / k)).replace('0.', '.', 1) if abs(v) < k else '%g' % (v / k)
            num = lambda v: fmt(v)
            s = 'M%s %s' % (num(pts[0][0]), num(pts[0][1])) + 'l'
            seg = []
            for a, b in zip(pts, pts[1:]):
                dx, dy = b[0] - a[0], b[1] - a[1]
                if dx == dy == 0:
                    continue
                X, Y = num(dx), num(dy)
                seg.append((' ' if seg and not X.startswith('-') else '') + X + ('' if Y.startswith('-') else ' ') + Y)
            out.append(s + ''.join(seg) + 'z')
    return ''.join(out)


def place(geom, x, y, w, h, keep=False):
    """fit geom's bounding box into (x, y, w, h)"""
    a, b, c, d = geom.bounds
    sx, sy = w / (c - a), h / (d - b)
    if keep:
        sx = sy = min(sx, sy)
    g = affinity.scale(geom, sx, sy, origin=(0, 0))
    a, b, c, d = g.bounds
    return affinity.translate(g, x + w / 2 - (a + c) / 2, y + h / 2 - (b + d) / 2)
