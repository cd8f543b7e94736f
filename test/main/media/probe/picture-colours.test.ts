/** Colours and orientation of stills are read from any bytes without a failure, and a damaged profile changes nothing. */
import { Buffer } from 'node:buffer'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  knownPrimaries,
  mapFrom,
  mapped,
  powerCurve,
  srgbCurve,
  toProfileSpace,
  videoCurve,
} from '../../../../src-main/media/probe/colour-map.ts'
import { readHeif } from '../../../../src-main/media/probe/heif-boxes.ts'
import { readProfile } from '../../../../src-main/media/probe/icc.ts'
import { isOpaquePng, pictureColours } from '../../../../src-main/media/probe/picture-colours.ts'
import { readOrientation } from '../../../../src-main/media/probe/picture-header.ts'
import { profileOf } from '../../../kit/colours/patches.ts'

const magic = {
  'image/png': Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
  'image/jpeg': Buffer.from('ffd8ffe2', 'hex'),
  'image/webp': Buffer.from('RIFF\xFF\0\0\0WEBPVP8X\x0A\0\0\0', 'latin1'),
  'image/tiff': Buffer.from('49492a0008000000', 'hex'),
  'image/avif': Buffer.from('\0\0\0\x10ftypavif\0\0\0\0\0\0\x01\0meta', 'latin1'),
} as const

describe('a PNG is opaque', () => {
  const chunk = (name: string, length = 0): string => `\0\0\0${String.fromCharCode(length)}${name}${'\0'.repeat(length + 4)}`
  const png = (colourType: number, ...chunks: string[]): Buffer => Buffer.from(
    `\x89PNG\r\n\x1A\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08${String.fromCharCode(colourType)}\0\0\0crc.${chunks.join('')}`,
    'latin1',
  )
  it.each([
    ['grey, colours or a palette', true, [png(0, chunk('IDAT')), png(2, chunk('IDAT')), png(3, chunk('PLTE', 3), chunk('IDAT', 9))]],
    ['with a list of clear colours', false, [
      png(0, chunk('tRNS', 2), chunk('IDAT')),
      png(3, chunk('PLTE', 3), chunk('tRNS', 1), chunk('IDAT')),
    ]],
    ['with an alpha channel', false, [png(4, chunk('IDAT')), png(6, chunk('IDAT'))]],
    ['whose pixels are not reached', false, [png(2), png(2, chunk('tEXt', 9)), Buffer.alloc(0), Buffer.alloc(26)]],
  ])('%s: %s', (_name, isOpaque, files) => {
    expect(files.map(isOpaquePng)).toEqual(files.map(() => isOpaque))
  })
})

describe('any bytes', () => {
  it.each(Object.entries(magic))('of a %s are read to an answer', (mime, start) => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
      const file = Buffer.concat([start, bytes])
      expect(typeof pictureColours(file, mime).isUnderstood).toBe('boolean')
      if (mime === 'image/png')
        expect(isOpaquePng(file)).toBeTypeOf('boolean')
      if (mime === 'image/tiff' || mime === 'image/avif')
        expect(readOrientation(file, mime)).toSatisfy((turn: number) => turn >= 1 && turn <= 8)
    }))
  })

  it('in a profile that was sound are read to an answer that is finite', () => {
    const sound = profileOf('p3', 'srgb')
    fc.assert(fc.property(fc.nat({ max: sound.length - 1 }), fc.nat({ max: 255 }), fc.nat({ max: sound.length }), (at, value, length) => {
      const damaged = Buffer.from(sound.subarray(0, length))
      if (at < length)
        damaged[at] = value
      const read = readProfile(damaged)
      expect(!read.isUnderstood || read.map === null || read.map.matrix.every(Number.isFinite)).toBe(true)
    }))
  })
})

it('a profile that would make everything black or grey is not understood', () => {
  const black = profileOf('p3', 'srgb')
  // Its matrix: three columns of twelve bytes each behind eight.
  for (const name of ['rXYZ', 'gXYZ', 'bXYZ']) {
    const entry = black.indexOf(name, 128, 'latin1')
    black.fill(0, black.readUInt32BE(entry + 4) + 8, black.readUInt32BE(entry + 4) + 20)
  }
  expect(readProfile(black)).toEqual({ isUnderstood: false })
})

it('greys stay grey from one space to another, and the colours of the film stay as they are', () => {
  for (const [name, primaries] of Object.entries(knownPrimaries)) {
    const map = mapFrom([videoCurve, videoCurve, videoCurve], toProfileSpace(primaries), videoCurve)
    expect(map === null).toBe(name === 'bt709')
    for (const grey of map ? [0.1, 0.5, 0.9] : [])
      expect(mapped(map!, [grey, grey, grey])).toEqual([0, 1, 2].map(() => expect.closeTo(grey, 3)))
  }
  const linear = mapFrom([powerCurve(1), powerCurve(1), powerCurve(1)], toProfileSpace(knownPrimaries.bt709), srgbCurve)
  expect(mapped(linear!, [0.2140, 0.2140, 0.2140])).toEqual([0, 1, 2].map(() => expect.closeTo(0.5, 3)))
})

it('of an AVIF only the properties of its main picture count', () => {
  const box = (type: string, ...parts: Buffer[]): Buffer => {
    const body = Buffer.concat(parts)
    const size = Buffer.alloc(4)
    size.writeUInt32BE(body.length + 8)
    return Buffer.concat([size, Buffer.from(type, 'latin1'), body])
  }
  const full = Buffer.alloc(4)
  const names = Buffer.from('nclx\0\x0C\0\x0D\0\x06\x80', 'latin1')
  const [turn, mirror, back] = [box('irot', Buffer.from([1])), box('imir', Buffer.from([1])), box('irot', Buffer.from([3]))]
  const properties = box('ipco', turn, mirror, back, box('colr', names))
  // Picture 1, a small one, has the first two; picture 2, the main one, the others.
  const map = box('ipma', full, Buffer.from('00000002', 'hex'), Buffer.from('0001028182', 'hex'), Buffer.from('0002028384', 'hex'))
  const meta = box('meta', full, box('pitm', full, Buffer.from('0002', 'hex')), box('iprp', properties, map))
  const file = Buffer.concat([box('ftyp', Buffer.from('avif')), meta])
  expect(readHeif(file)).toMatchObject({ orientation: 6, primaries: 12, transfer: 13, matrix: 6, profile: null })
})
