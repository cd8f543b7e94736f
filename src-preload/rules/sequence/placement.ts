/** Where a picture is in the frame. Preview and render both draw by it, whatever size they draw in. */
import type { Look } from '#contract/sequence-document.ts'
import type { Placed } from './resolve.ts'

export interface Size { readonly width: number, readonly height: number }

/** In pixels of the frame, not rounded. */
export interface Placement extends Size {
  /** The middle of the whole picture, also of a cropped one: cropping hides parts and moves nothing. It is turned around this point. */
  readonly x: number
  readonly y: number
  /** Degrees, clockwise. */
  readonly rotation: number
}

/** `width` and `height` of the placement are those of the whole picture, upright. A title is a picture of the size of the frame. */
export function placementOf(
  look: Pick<Look, 'fit'>,
  { x, y, scale, rotation }: Pick<Placed, 'x' | 'y' | 'scale' | 'rotation'>,
  source: Size,
  frame: Size,
): Placement {
  const [across, down] = [frame.width / source.width, frame.height / source.height]
  const fitted = look.fit === 'contain' ? Math.min(across, down) : Math.max(across, down)
  return {
    x: frame.width * (0.5 + x),
    y: frame.height * (0.5 + y),
    width: source.width * fitted * scale,
    height: source.height * fitted * scale,
    rotation,
  }
}

/** Shares of the whole picture. */
export interface Part { readonly left: number, readonly top: number, readonly right: number, readonly bottom: number }

/** The part that cropping leaves, each side counted from the left or the top; null when it leaves nothing. */
export function partLeft({ crop }: Pick<Look, 'crop'>): Part | null {
  const part = { left: crop.left, top: crop.top, right: 1 - crop.right, bottom: 1 - crop.bottom }
  return part.left < part.right && part.top < part.bottom ? part : null
}

export interface Point { readonly x: number, readonly y: number }

/** Where a point of the whole picture, by shares of its width and height, is in the frame. */
export function pointOf({ x, y, width, height, rotation }: Placement, share: Point): Point {
  const turn = rotation * Math.PI / 180
  const [across, down] = [(share.x - 0.5) * width, (share.y - 0.5) * height]
  return { x: x + across * Math.cos(turn) - down * Math.sin(turn), y: y + across * Math.sin(turn) + down * Math.cos(turn) }
}

/** Which point of the picture is at this point of the frame: the inverse of `pointOf`. */
export function shareAt({ x, y, width, height, rotation }: Placement, point: Point): Point {
  const turn = rotation * Math.PI / 180
  const [across, down] = [point.x - x, point.y - y]
  return {
    x: 0.5 + (across * Math.cos(turn) + down * Math.sin(turn)) / width,
    y: 0.5 + (down * Math.cos(turn) - across * Math.sin(turn)) / height,
  }
}
