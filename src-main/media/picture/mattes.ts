/** How much is seen of a layer, frame by frame, as raw pictures that it is multiplied by or merged with: fades, wipes, colours over it. */
import type { Part, Size } from '#rules/sequence/placement.ts'
import type { Edge } from '#rules/sequence/transitions.ts'
import type { Layer } from './layer.ts'
import { placedAt } from '#rules/sequence/resolve.ts'
import { isAcross, seenAt } from '#rules/sequence/transitions.ts'
import { edgeAt } from './layer.ts'

/** How many pixels, across and down, one sample of each plane covers. */
export type Planes = readonly (readonly [across: number, down: number])[]

export const rgbPlanes: Planes = [[1, 1], [1, 1], [1, 1], [1, 1]]

/** To be scaled to the size of what it belongs to, by the nearest pixel. */
export interface Matte {
  readonly bytes: Uint8Array
  /** `2x2`, and where there is an edge as wide or as high as the part. */
  readonly size: string
}

interface Frame {
  /** The part of the frame that it is for. */
  readonly part: Part
  readonly screen: Size
}

/** Of eight bits, in RGB with alpha: what is multiplied by it fades exactly so. */
export function matteOf(layer: Layer, frame: Frame): Matte {
  const { values, size } = matteValues(layer, frame, rgbPlanes)
  return { bytes: Uint8Array.from(values, value => Math.round(255 * value)), size }
}

/** Of sixteen bits. */
export function deepMatteOf(layer: Layer, frame: Frame, planes: Planes): Matte {
  const { values, size } = matteValues(layer, frame, planes)
  return { bytes: new Uint8Array(Uint16Array.from(values, value => Math.round(65_535 * value)).buffer), size }
}

function matteValues(layer: Layer, { part, screen }: Frame, planes: Planes): { values: number[], size: string } {
  const edge = edgeAt(layer, 0)
  const width = edge && isAcross(edge) ? part.right - part.left : 2
  const height = edge && !isAcross(edge) ? part.bottom - part.top : 2
  const values = Array.from({ length: layer.frames }, (_, frame) => {
    const { opacity, edge: now } = placedAt(layer.picture, layer.from + frame)
    return planes.flatMap(([across, down]) => {
      const [columns, rows] = [width / across, height / down]
      return Array.from({ length: columns * rows }, (_, sample) =>
        opacity * (now ? shareOf(now, { part, screen, across, down }, sample % columns, Math.floor(sample / columns)) : 1))
    })
  })
  return { values: values.flat(), size: `${width}x${height}` }
}

function shareOf(
  edge: Edge,
  { part, screen, across, down }: Frame & { readonly across: number, readonly down: number },
  column: number,
  row: number,
): number {
  return isAcross(edge)
    ? seenAt(edge, (part.left + column * across) / screen.width, across / screen.width)
    : seenAt(edge, (part.top + row * down) / screen.height, down / screen.height)
}

const opacityOfVeil = ({ picture, from }: Layer, frame: number): number => placedAt(picture, from + frame).veil?.opacity ?? 0

/** The colour over a layer, in 2 × 2 pixels of raw RGB with alpha. */
export function veilOf(layer: Layer): Uint8Array {
  const [red, green, blue] = [1, 3, 5].map(at => Number.parseInt(veilColour(layer).slice(at, at + 2), 16))
  return Uint8Array.from(Array.from({ length: layer.frames }, (_, frame) =>
    [green, blue, red, Math.round(255 * opacityOfVeil(layer, frame))].flatMap(value => Array.from({ length: 4 }).fill(value ?? 0))).flat())
}

/** How much of it is seen, like `deepMatteOf`. */
export function deepVeilOf(layer: Layer, planes: Planes): Uint8Array {
  const samples = planes.reduce((sum, [across, down]) => sum + 4 / across / down, 0)
  const values = Uint16Array.from(
    { length: layer.frames * samples },
    (_, at) => Math.round(65_535 * opacityOfVeil(layer, Math.floor(at / samples))),
  )
  return new Uint8Array(values.buffer)
}

/** `#rrggbb` */
export function veilColour({ picture, from }: Layer): string {
  return placedAt(picture, from).veil?.colour ?? '#000000'
}
