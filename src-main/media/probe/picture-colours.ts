/** The colours that a still says it has: by a profile inside, or by the names of a colour space. */
import type { ColourMap, Curve, Primaries } from './colour-map.ts'
import type { ReadProfile } from './icc.ts'
import { inflateSync } from 'node:zlib'
import { errnoOf } from '../../base/errno.ts'
import { knownPrimaries, mapFrom, powerCurve, primariesByNumber, srgbCurve, toProfileSpace, videoCurve } from './colour-map.ts'
import { bytesInTiff } from './exif.ts'
import { readHeif } from './heif-boxes.ts'
import { readProfile } from './icc.ts'

export interface PictureColours {
  /** Null where they are those of the film, or not understood. */
  readonly map: ColourMap | null
  readonly isUnderstood: boolean
  /** A value for `in_color_matrix`, where pixels are stored by brightness and colour. */
  readonly matrix: 'auto' | 'bt601' | 'bt709' | 'bt2020'
}

/** More than any profile is long. */
const longestProfile = 2 ** 24

/** Pictures are BT.601 by their own standards. */
const plain: PictureColours = { map: null, isUnderstood: true, matrix: 'bt601' }

/** By their numbers in ITU-T H.273. What is stored like video is shown as it is stored. */
const curves: Readonly<Record<number, Curve>> = {
  1: videoCurve,
  2: srgbCurve,
  4: powerCurve(2.2),
  5: powerCurve(2.8),
  6: videoCurve,
  8: powerCurve(1),
  13: srgbCurve,
  14: videoCurve,
  15: videoCurve,
}

/** Takes the whole file. What is damaged says nothing. */
export function pictureColours(file: Buffer, mime: string): PictureColours {
  try {
    switch (mime) {
      case 'image/png': return ofPng(file)
      case 'image/jpeg': return byProfile(jpegProfile(file))
      case 'image/webp': return byProfile(webpChunk(file, 'ICCP'))
      case 'image/tiff': return byProfile(bytesInTiff(file, 34_675))
      case 'image/avif':
      case 'image/heic': return ofHeif(file)
      default: return plain
    }
  }
  catch (error) {
    // A read past the end, or a profile that cannot be unpacked.
    if (error instanceof RangeError || /^(?:Z_|ERR_BUFFER)/.test(errnoOf(error)))
      return { ...plain, isUnderstood: false }
    throw error
  }
}

function byProfile(profile: Buffer | null): PictureColours {
  if (profile === null)
    return plain
  const read: ReadProfile = readProfile(profile)
  return { ...plain, isUnderstood: read.isUnderstood, map: read.isUnderstood ? read.map : null }
}

function byNames(primaries: number | null, transfer: number | null): Pick<PictureColours, 'map' | 'isUnderstood'> {
  const name = primaries === null ? undefined : primariesByNumber[primaries]
  const curve = transfer === null ? srgbCurve : curves[transfer]
  // 2 is what is not said.
  const isUnderstood = (primaries === null || primaries === 2 || name !== undefined) && curve !== undefined
  return { isUnderstood, map: isUnderstood && curve ? mapOf(knownPrimaries[name ?? 'bt709'], curve) : null }
}

function mapOf(primaries: Primaries, curve: Curve): ColourMap | null {
  return mapFrom([curve, curve, curve], toProfileSpace(primaries), curve === videoCurve ? videoCurve : srgbCurve)
}

function ofHeif(file: Buffer): PictureColours {
  const { profile, primaries, transfer, matrix } = readHeif(file)
  const own = matrix === 1 ? 'bt709' : matrix === 9 ? 'bt2020' : matrix === 5 || matrix === 6 ? 'bt601' : 'auto'
  return { ...profile ? byProfile(profile) : byNames(primaries, transfer), matrix: own }
}

/** The first in this list counts (PNG, third edition, §4.3). */
function ofPng(file: Buffer): PictureColours {
  const chunks = pngChunks(file)
  const [names, profile, srgb, gamma, places] = ['cICP', 'iCCP', 'sRGB', 'gAMA', 'cHRM'].map(name => chunks.get(name))
  if (names)
    return { ...plain, ...byNames(names.readUInt8(0), names.readUInt8(1)) }
  if (profile) {
    const packed = profile.subarray(profile.indexOf(0) + 2)
    return byProfile(inflateSync(packed, { maxOutputLength: longestProfile }))
  }
  if (srgb || !gamma)
    return plain
  const stored = gamma.readUInt32BE(0) / 100_000
  const at = (index: number): [number, number] => [0, 4].map(more => places!.readUInt32BE(index * 8 + more) / 100_000) as [number, number]
  const space = places ? [at(1), at(2), at(3), at(0)] as const : knownPrimaries.bt709
  const isFinite = space.every(([, y]) => y > 0) && stored > 0
  // 0.45455 means sRGB: writers had no other number for it.
  const curve = Math.abs(stored - 0.45455) < 0.001 ? srgbCurve : powerCurve(1 / stored)
  const map = isFinite ? mapOf(space, curve) : null
  return { ...plain, map: map?.matrix.every(Number.isFinite) ? map : null, isUnderstood: isFinite }
}

/** The first of each name before the pixels, and none that is longer than the file. */
export function pngChunks(file: Buffer): Map<string, Buffer> {
  const chunks = new Map<string, Buffer>()
  for (let at = 8; at + 12 <= file.length; at += 12 + file.readUInt32BE(at)) {
    const name = file.toString('latin1', at + 4, at + 8)
    if (!chunks.has(name) && name !== 'IDAT')
      chunks.set(name, file.subarray(at + 8, at + 8 + file.readUInt32BE(at)))
  }
  return chunks
}

/**
 * A PNG says before its pixels whether any of them may be clear: by a channel of its own, or by a list of clear colours. False also where
 * `start` ends before the pixels.
 */
export function isOpaquePng(start: Buffer): boolean {
  // The kind of colours: 4 and 6 have a channel of their own.
  if (start.length < 26 || (start.readUInt8(25) & 4) !== 0)
    return false
  for (let at = 8; at + 8 <= start.length; at += 12 + start.readUInt32BE(at)) {
    const name = start.toString('latin1', at + 4, at + 8)
    if (name === 'IDAT' || name === 'tRNS')
      return name === 'IDAT'
  }
  return false
}

export function webpChunk(file: Buffer, wanted: string): Buffer | null {
  for (let at = 12; at + 8 <= file.length;) {
    const length = file.readUInt32LE(at + 4)
    if (file.toString('latin1', at, at + 4) === wanted)
      return file.subarray(at + 8, at + 8 + length)
    at += 8 + length + length % 2
  }
  return null
}

/** A profile comes in numbered parts (ICC.1:2022, annex B.4). */
function jpegProfile(file: Buffer): Buffer | null {
  const mark = 'ICC_PROFILE\0'
  const parts: { readonly number: number, readonly bytes: Buffer }[] = []
  for (let at = 2; at + 4 <= file.length && file[at] === 0xFF && file[at + 1] !== 0xDA;) {
    if (file[at + 1] === 0xFF) {
      at++
      continue
    }
    const length = file.readUInt16BE(at + 2)
    if (file[at + 1] === 0xE2 && file.toString('latin1', at + 4, at + 16) === mark)
      parts.push({ number: file.readUInt8(at + 16), bytes: file.subarray(at + 18, at + 2 + length) })
    at += 2 + length
  }
  return parts.length === 0 ? null : Buffer.concat(parts.sort((a, b) => a.number - b.number).map(({ bytes }) => bytes))
}
