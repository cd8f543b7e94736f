/** Reads colour profiles (ICC.1:2022) that are a curve for each channel and a matrix, as those of cameras, phones and screens are. */
import type { ColourMap, ToLight } from './colour-map.ts'
import { inverse, lightOf, mapFrom, srgbCurve } from './colour-map.ts'

/** Enough for a straight line between two of them to be exact to a fraction of eight bits. */
const tableLength = 129

/** BT.709 under D50, so that only the curves count. */
const greySpace = [0.43606575, 0.38515137, 0.14307842, 0.22249319, 0.71688698, 0.06061984, 0.01392392, 0.09708128, 0.7140994]

/** Whether a profile was understood, and then how its colours come into those of the film; null where they are the same. */
export type ReadProfile = { readonly isUnderstood: true, readonly map: ColourMap | null } | { readonly isUnderstood: false }

/** Profiles with tables in several dimensions, of printers or of CMYK, are not understood; neither are damaged ones. */
export function readProfile(profile: Buffer): ReadProfile {
  try {
    const [space, connection] = [profile.toString('latin1', 16, 20), profile.toString('latin1', 20, 24)]
    if (profile.toString('latin1', 36, 40) !== 'acsp' || connection !== 'XYZ ')
      return { isUnderstood: false }
    const tags = tagsOf(profile)
    const curves = space === 'GRAY' ? ['kTRC', 'kTRC', 'kTRC'] : ['rTRC', 'gTRC', 'bTRC']
    const [red, green, blue] = curves.map(name => curveOf(tags.get(name)))
    const columns = ['rXYZ', 'gXYZ', 'bXYZ'].map(name => xyzOf(tags.get(name)))
    if (!red || !green || !blue)
      return { isUnderstood: false }
    if (space === 'GRAY')
      return understood([red, green, blue], greySpace)
    if (space !== 'RGB ' || !columns.every(column => column !== null))
      return { isUnderstood: false }
    return understood([red, green, blue], [0, 1, 2].flatMap(row => columns.map(column => column[row]!)))
  }
  catch (error) {
    // The only error: a read past the end of a profile that is cut.
    if (error instanceof RangeError)
      return { isUnderstood: false }
    throw error
  }
}

/** A damaged profile may make everything black, or all of one colour. */
function understood(toLight: ColourMap['toLight'], space: readonly number[]): ReadProfile {
  const isSound = toLight.every(curve => lightOf(curve, 0) < 0.2 && Math.abs(lightOf(curve, 1) - 1) < 0.2)
    && inverse(space).every(value => Math.abs(value) < 100)
  return !isSound ? { isUnderstood: false } : { isUnderstood: true, map: mapFrom(toLight, space, srgbCurve) }
}

function tagsOf(profile: Buffer): Map<string, Buffer> {
  const tags = new Map<string, Buffer>()
  const count = Math.min(profile.readUInt32BE(128), 200)
  for (let at = 132; at < 132 + count * 12; at += 12) {
    const [offset, length] = [profile.readUInt32BE(at + 4), profile.readUInt32BE(at + 8)]
    tags.set(profile.toString('latin1', at, at + 4), profile.subarray(offset, offset + length))
  }
  return tags
}

const fixed = (tag: Buffer, at: number): number => tag.readInt32BE(at) / 65_536

function xyzOf(tag: Buffer | undefined): number[] | null {
  return tag?.toString('latin1', 0, 4) === 'XYZ ' ? [8, 12, 16].map(at => fixed(tag, at)) : null
}

function curveOf(tag: Buffer | undefined): ToLight | null {
  switch (tag?.toString('latin1', 0, 4)) {
    case 'curv': return countedCurve(tag)
    case 'para': return formulaOf(tag)
    default: return null
  }
}

function countedCurve(tag: Buffer): ToLight {
  const count = tag.readUInt32BE(8)
  if (count === 0)
    return [0, 1]
  if (count === 1)
    return { g: tag.readUInt16BE(12) / 256, a: 1, b: 0, c: 0, d: 0 }
  const at = (index: number): number => tag.readUInt16BE(12 + index * 2) / 65_535
  return Array.from({ length: Math.min(count, tableLength) }, (_, index) => {
    const place = index / (Math.min(count, tableLength) - 1) * (count - 1)
    const [low, high] = [at(Math.floor(place)), at(Math.ceil(place))]
    return low + (high - low) * (place % 1)
  })
}

/** Types 0 to 4 of §10.18; what they add to the light is left out of none, so that such a curve becomes a table. */
function formulaOf(tag: Buffer): ToLight | null {
  const type = tag.readUInt16BE(8)
  const numbers = Array.from({ length: [1, 3, 4, 5, 7][type] ?? 0 }, (_, at) => fixed(tag, 12 + at * 4))
  const [g = 1, a = 1, b = 0, c = 0, d = 0, e = 0, f = 0] = numbers
  switch (type) {
    case 0: return { g, a: 1, b: 0, c: 0, d: 0 }
    case 1: return tabled(x => x >= -b / a ? (a * x + b) ** g : 0)
    case 2: return tabled(x => x >= -b / a ? (a * x + b) ** g + c : c)
    case 3: return { g, a, b, c, d }
    case 4: return tabled(x => x >= d ? (a * x + b) ** g + e : c * x + f)
    default: return null
  }
}

function tabled(light: (stored: number) => number): number[] {
  return Array.from({ length: tableLength }, (_, at) => Math.min(1, Math.max(0, light(at / (tableLength - 1)))))
}
