/** Shapes as outlines of lines and curves: libass fills them in the preview and in the film, and the page draws its likenesses by them. */
import type { Shape } from '#contract/text-style.ts'
import type { Size } from '../sequence/placement.ts'

interface Point { readonly x: number, readonly y: number }
/** Straight to `to`, or along a cubic curve. */
interface Step { readonly to: Point, readonly by?: readonly [Point, Point] }
/** Closed; the first step is where it begins. It touches all four sides of the shape’s box. */
export type Path = readonly Step[]

export const plainShapes: Readonly<Record<Shape['kind'], Shape>> = {
  rectangle: shape('rectangle', { width: 0.6, height: 0.35 }),
  ellipse: shape('ellipse', { width: 0.4, height: 0.4 }),
  line: shape('line', { width: 0.6, height: 0.012 }),
  arrow: shape('arrow', { width: 0.5, height: 0.14 }),
  polygon: shape('polygon', { width: 0.4, height: 0.4, points: 6 }),
  star: shape('star', { width: 0.4, height: 0.4, points: 5 }),
}

function shape(kind: Shape['kind'], has: Pick<Shape, 'width' | 'height'> & Partial<Shape>): Shape {
  const inner = kind === 'arrow' ? 0.35 : 0.45
  return { kind, roundness: 0, points: 5, inner, fill: { colour: '#ffd23f', opacity: 1 }, outline: null, ...has }
}

/** What its lengths are shares of. */
export function measureOfShape({ width, height }: Size): number {
  return Math.min(width, height)
}

/** In pixels of the frame. */
export function boxOfShape({ width, height }: Shape, frame: Size): Size {
  const measure = measureOfShape(frame)
  return { width: width * measure, height: height * measure }
}

/** How far the circle is from the corner that its curve leaves out. */
const round = 1 - 0.5522847498

const both = (value: number): [number, number] => [value, value]

/** In a box of this size, whose upper left corner is 0, 0. */
export function pathOfShape({ kind, roundness, points, inner }: Shape, { width, height }: Size): Path {
  switch (kind) {
    case 'rectangle': return rounded(width, height, ...both(Math.min(width, height) / 2 * roundness))
    case 'line': return rounded(width, height, 0, 0)
    case 'ellipse': return rounded(width, height, width / 2, height / 2)
    case 'arrow': return arrow(width, height, inner)
    case 'polygon': return boxed(around(points, () => 1), { width, height })
    case 'star': return boxed(around(points * 2, at => at % 2 === 0 ? 1 : inner), { width, height })
  }
}

function rounded(w: number, h: number, x: number, y: number): Path {
  if (x === 0 || y === 0)
    return [[0, 0], [w, 0], [w, h], [0, h]].map(([x = 0, y = 0]) => ({ to: { x, y } }))
  const [nearX, nearY] = [x * round, y * round]
  const curve = (to: Point, ...by: [Point, Point]): Step => ({ to, by })
  return [
    { to: { x, y: 0 } },
    { to: { x: w - x, y: 0 } },
    curve({ x: w, y }, { x: w - nearX, y: 0 }, { x: w, y: nearY }),
    { to: { x: w, y: h - y } },
    curve({ x: w - x, y: h }, { x: w, y: h - nearY }, { x: w - nearX, y: h }),
    { to: { x, y: h } },
    curve({ x: 0, y: h - y }, { x: nearX, y: h }, { x: 0, y: h - nearY }),
    { to: { x: 0, y } },
    curve({ x, y: 0 }, { x: 0, y: nearY }, { x: nearX, y: 0 }),
  ]
}

/** To the right; its head is as long as it is wide, where there is room. */
function arrow(w: number, h: number, shaft: number): Path {
  const head = w - Math.min(w, h)
  const [above, below] = [h * (1 - shaft) / 2, h * (1 + shaft) / 2]
  const corners = [[0, above], [head, above], [head, 0], [w, h / 2], [head, h], [head, below], [0, below]]
  return corners.map(([x = 0, y = 0]) => ({ to: { x, y } }))
}

/** The first corner is at the top. */
function around(count: number, radius: (at: number) => number): Point[] {
  return Array.from({ length: count }, (_, at) => {
    const turn = 2 * Math.PI * at / count
    return { x: Math.sin(turn) * radius(at), y: -Math.cos(turn) * radius(at) }
  })
}

function boxed(points: readonly Point[], { width, height }: Size): Path {
  const [across, down] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  const [left, top] = [Math.min(...across), Math.min(...down)]
  const [wide, high] = [Math.max(...across) - left, Math.max(...down) - top]
  return points.map(({ x, y }) => ({ to: { x: (x - left) / wide * width, y: (y - top) / high * height } }))
}

/** As a drawing of ASS, in eighths of pixels. */
export function assPath(path: Path): string {
  return written(path, ({ x, y }) => `${Math.round(x * 8)} ${Math.round(y * 8)}`, { line: 'l', curve: 'b' })
}

/** As the `d` of an SVG path. */
export function svgPath(path: Path): string {
  const short = (value: number): string => String(Math.round(value * 100) / 100)
  return `${written(path, ({ x, y }) => `${short(x)} ${short(y)}`, { line: 'L', curve: 'C' }).replace('m', 'M')} Z`
}

function written(path: Path, at: (point: Point) => string, { line, curve }: { line: string, curve: string }): string {
  return path.map(({ to, by }, index) =>
    index === 0 ? `m ${at(to)}` : by ? `${curve} ${[...by, to].map(at).join(' ')}` : `${line} ${at(to)}`).join(' ')
}
