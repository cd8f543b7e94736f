/** Where a picture lies in the frame: the preview draws by it and the render places by it. */
import type { Look } from '#contract/sequence-document.ts'
import type { Placed } from './resolve.ts'

export interface Size { readonly width: number, readonly height: number }

/** The part of a picture that is seen, in shares of it, and where that part lies in the frame, in the frame's pixels. */
export interface Laid {
  readonly part: { readonly left: number, readonly top: number, readonly width: number, readonly height: number }
  readonly middleX: number
  readonly middleY: number
  /** Before it is turned about its middle by `rotation` degrees, clockwise. */
  readonly width: number
  readonly height: number
  readonly rotation: number
}

/** Of a crop that leaves nothing, this share remains. */
const leastShare = 0.01

/**
 * What is left of the picture after the crop is fitted to the frame, then scaled, turned and moved. `picture` may be of any size of the
 * same shape.
 */
export function laidOut({ fit, rotation, crop }: Look, { x, y, scale }: Placed, picture: Size, frame: Size): Laid {
  const part = {
    left: crop.left,
    top: crop.top,
    width: Math.max(leastShare, 1 - crop.left - crop.right),
    height: Math.max(leastShare, 1 - crop.top - crop.bottom),
  }
  const [width, height] = [picture.width * part.width, picture.height * part.height]
  const ratios = [frame.width / width, frame.height / height] as const
  const fitted = (fit === 'contain' ? Math.min(...ratios) : Math.max(...ratios)) * scale
  return {
    part,
    middleX: frame.width * (0.5 + x),
    middleY: frame.height * (0.5 + y),
    width: width * fitted,
    height: height * fitted,
    rotation,
  }
}
