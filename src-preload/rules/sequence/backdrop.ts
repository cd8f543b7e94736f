/** The blurred picture behind a clip: what it is, and the arithmetic of its blur, which preview and render share. */
import type { Backdrop } from '#contract/backdrop.ts'
import type { PictureClip, SequenceDocument } from '#contract/sequence-document.ts'
import { colourKeysOf } from '../colour/properties.ts'

type Size = Readonly<Pick<SequenceDocument, 'width' | 'height'>>

export const usualBackdrop: Backdrop = { blur: 0.04, darkness: 0.3 }

/** It is blurred in so few pixels on its longer side: nothing of it is sharper than that, and its colours are soon computed. */
const longestSide = 96

export function backdropSize({ width, height }: Size): Size {
  const scale = longestSide / Math.max(width, height)
  const side = (pixels: number): number => Math.max(2, 2 * Math.round(pixels * scale / 2))
  return { width: side(width), height: side(height) }
}

/** In pixels of `backdropSize`. */
export const blurOf = ({ blur }: Backdrop): number => blur * longestSide
export const brightnessOf = ({ darkness }: Backdrop): number => 1 - darkness

const filling = { fit: 'cover', x: 0, y: 0, scale: 1, rotation: 0, crop: { left: 0, top: 0, right: 0, bottom: 0 } } as const

/** The same clip, filling the frame where it is not moved: it fades with the other one. Null for one without a backdrop of its own take. */
export function behind<Clip extends PictureClip>(clip: Clip): (Clip & { readonly isBehind: true }) | null {
  return !clip.backdrop || clip.takeId === null ? null : { ...fillingFrame(clip), isBehind: true }
}

/** Where it is as a backdrop: of a nested sequence, the upper edge of its group. */
export function fillingFrame<Clip extends Pick<PictureClip, 'look' | 'keys'>>(clip: Clip): Clip {
  const { keys, look: { opacity }, ...rest } = clip
  const whole = { ...rest, look: { ...filling, opacity } }
  // As the clip without its other keys: TypeScript does not see that of a generic type.
  const own = { ...colourKeysOf(keys), ...keys?.opacity && { opacity: keys.opacity } }
  return (Object.keys(own).length > 0 ? { ...whole, keys: own } : whole) as unknown as Clip
}

/** Opaque RGBA, changed in place: a Gaussian blur, then darker. What is beyond an edge is as its nearest pixel. */
export function blurPixels(pixels: Uint8ClampedArray, { width, height }: Size, backdrop: Backdrop): void {
  const weights = weightsOf(blurOf(backdrop))
  const across = blurred(Float32Array.from(pixels), weights, { count: height, step: width * 4, length: width, stride: 4 })
  const both = blurred(across, weights, { count: width, step: 4, length: height, stride: width * 4 })
  const brightness = brightnessOf(backdrop)
  for (let at = 0; at < pixels.length; at += 4) {
    for (let channel = 0; channel < 3; channel++)
      pixels[at + channel] = both[at + channel]! * brightness
    pixels[at + 3] = 255
  }
}

/** From the middle outwards; together with those on the other side they are 1. */
function weightsOf(sigma: number): Float64Array {
  const weights = Float64Array.from({ length: Math.ceil(sigma * 3.5) + 1 }, (_, away) => Math.exp(-(away ** 2) / (2 * sigma ** 2)))
  const sum = weights.reduce((all, weight) => all + weight * 2, -weights[0]!)
  return weights.map(weight => weight / sum)
}

/** `count` rows, each `step` after the one before, of `length` pixels that are `stride` apart. */
interface Rows { readonly count: number, readonly step: number, readonly length: number, readonly stride: number }

function blurred(from: Float32Array, weights: Float64Array, { count, step, length, stride }: Rows): Float32Array {
  const to = new Float32Array(from.length)
  for (let row = 0; row < count; row++) {
    for (let place = 0; place < length; place++) {
      const at = row * step + place * stride
      for (let channel = 0; channel < 3; channel++) {
        let sum = from[at + channel]! * weights[0]!
        for (let away = 1; away < weights.length; away++) {
          const before = row * step + Math.max(0, place - away) * stride + channel
          const after = row * step + Math.min(length - 1, place + away) * stride + channel
          sum += (from[before]! + from[after]!) * weights[away]!
        }
        to[at + channel] = sum
      }
    }
  }
  return to
}
