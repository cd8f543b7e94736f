/**
 * Settings in files of every format: they come back as they were written, and no decoder notices them.
 *
 * @module-tag all
 */
import type { Piece } from '../../../../src-main/media/embedded/file-bytes.ts'
import type { MediaKit } from '../../../kit/media.ts'
import { Buffer } from 'node:buffer'
import { readFile, writeFile } from 'node:fs/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { settingsIn, withoutSettings, withSettings } from '../../../../src-main/media/embedded/embedded.ts'
import { lengthOfPieces } from '../../../../src-main/media/embedded/file-bytes.ts'
import { openMediaKit } from '../../../kit/media.ts'

const note = { settings: JSON.stringify({ text: 'A “lamp” <b>& 海</b>\n\t😀', seed: 7 }), words: 'A lamp & 海 at night' }

let kit: MediaKit
beforeAll(async () => kit = await openMediaKit())
afterAll(() => kit.close())

const tone = ['-f', 'lavfi', '-i', 'sine=frequency=330:duration=0.7:sample_rate=44100']
const shot = ['-f', 'lavfi', '-i', 'testsrc=size=64x48:rate=10:duration=0.6']
const made: readonly (readonly [name: string, mime: string, args: readonly string[]])[] = [
  ['a.png', 'image/png', [...shot, '-frames:v', '1']],
  ['a.jpg', 'image/jpeg', [...shot, '-frames:v', '1']],
  ['a.wav', 'audio/wav', tone],
  ['plain.wav', 'audio/wav', [...tone, '-bitexact']],
  ['a.mp3', 'audio/mpeg', tone],
  ['old-tag.mp3', 'audio/mpeg', [...tone, '-id3v2_version', '3', '-metadata', 'title=Ein Ton']],
  ['no-tag.mp3', 'audio/mpeg', [...tone, '-write_id3v2', '0', '-write_xing', '0']],
  ['a.flac', 'audio/flac', tone],
  ['a.m4a', 'audio/mp4', tone],
  ['a.mp4', 'video/mp4', shot],
  ['fast.mp4', 'video/mp4', [...shot, '-movflags', '+faststart']],
  ['pieces.mp4', 'video/mp4', [...shot, '-movflags', '+frag_keyframe+empty_moov']],
  ['a.mov', 'video/quicktime', shot],
]

function joined(pieces: readonly Piece[], bytes: Buffer): Buffer {
  return Buffer.concat(pieces.map(piece => 'bytes' in piece ? piece.bytes : bytes.subarray(piece.from, piece.to)))
}

async function written(path: string, mime: string, put = note): Promise<Buffer | null> {
  const pieces = await withSettings(path, mime, put)
  const bytes = await readFile(path)
  const all = pieces && joined(pieces, bytes)
  expect(all?.length).toBe(pieces ? lengthOfPieces(pieces) : undefined)
  return all
}

describe.for(made)('%s', ([name, mime, args]) => {
  it('gives back what was written, is decoded as before, and is written once', async () => {
    await kit.ffmpeg.run([...args, '-y', kit.file(name)])
    expect(await settingsIn(kit.file(name), mime)).toBe(null)
    const bytes = await written(kit.file(name), mime)
    const out = kit.file(`with-${name}`)
    await writeFile(out, bytes!)
    expect(await settingsIn(out, mime)).toBe(note.settings)
    expect(await streams(out)).toEqual(await streams(kit.file(name)))
    // Again: the newer settings count.
    const again = await withSettings(out, mime, { ...note, settings: '{"seed":8}' })
    if (again) {
      const [whole, twice] = [await readFile(out), kit.file(`twice-${name}`)]
      await writeFile(twice, joined(again, whole))
      expect(await settingsIn(twice, mime)).toBe('{"seed":8}')
      expect(await streams(twice)).toEqual(await streams(out))
    }
  })

  it('is what it was, byte by byte, without what was written', async () => {
    const before = await readFile(kit.file(name))
    for (const words of [note.words, '']) {
      const out = kit.file(`stripped-${name}`)
      const bytes = (await written(kit.file(name), mime, { ...note, words }))!
      await writeFile(out, bytes)
      const pieces = await withoutSettings(out, mime, words)
      expect(joined(pieces!, bytes).equals(before)).toBe(true)
    }
    expect(await withoutSettings(kit.file(name), mime, note.words)).toBe(null)
  })
})

/** What is in each stream, decoded, by its hash. */
async function streams(path: string): Promise<string> {
  return String((await kit.ffmpeg.run(['-v', 'error', '-i', path, '-map', '0', '-f', 'streamhash', '-'])).stdout)
}

it('other programs show the words', async () => {
  for (const name of ['a.wav', 'a.mp3', 'a.flac']) {
    const tags = String((await kit.ffmpeg.run(['-v', 'error', '-i', kit.file(`with-${name}`), '-f', 'ffmetadata', '-'])).stdout)
    expect(tags, name).toContain(note.words)
  }
})

it('files that are damaged, cut or made to mislead have none, and are never written', async () => {
  const samples = await Promise.all(made.map(async ([name, mime]) => ({ mime, bytes: await readFile(kit.file(`with-${name}`)) })))
  const path = kit.file('hostile')
  await fc.assert(fc.asyncProperty(
    fc.constantFrom(...samples),
    fc.array(fc.tuple(fc.nat(400), fc.nat(255)), { maxLength: 12 }),
    fc.double({ min: 0, max: 1, noNaN: true }),
    async ({ mime, bytes }, changes, share) => {
      const copy = Buffer.from(bytes.subarray(0, Math.round(bytes.length * share)))
      changes.forEach(([at, value]) => at < copy.length && (copy[at] = value))
      await writeFile(path, copy)
      const found = await settingsIn(path, mime)
      expect(found === null || typeof found === 'string').toBe(true)
      const pieces = await withSettings(path, mime, note)
      const stripped = await withoutSettings(path, mime, note.words)
      for (const piece of [...pieces ?? [], ...stripped ?? []])
        expect('bytes' in piece || (piece.from >= 0 && piece.from <= piece.to && piece.to <= copy.length)).toBe(true)
    },
  ), { numRuns: 300 })
})

it('a picture in thousands of pieces has them, too', async () => {
  const whole = await readFile(kit.file('a.png'))
  const start = whole.indexOf('IDAT') - 4
  const empty = Buffer.from('\0\0\0\0IDAT5\xAF\x06\x1E', 'latin1')
  const pieces = Array.from<Buffer>({ length: 25_000 }).fill(empty)
  const many = Buffer.concat([whole.subarray(0, start), ...pieces, whole.subarray(start)])
  await writeFile(kit.file('many.png'), many)
  await writeFile(kit.file('with-many.png'), (await written(kit.file('many.png'), 'image/png'))!)
  expect(await settingsIn(kit.file('with-many.png'), 'image/png')).toBe(note.settings)
  expect(await streams(kit.file('with-many.png'))).toBe(await streams(kit.file('a.png')))
})

it('a FLAC without comments is one again', async () => {
  const bytes = await readFile(kit.file('a.flac'))
  const blocks: Buffer[] = []
  for (let at = 4, isLast = false; !isLast;) {
    const block = bytes.subarray(at, at + 4 + bytes.readUIntBE(at + 1, 3))
    isLast = (block[0] ?? 0) >= 0x80
    blocks.push(block)
    at += block.length
  }
  const sound = bytes.subarray(4 + Buffer.concat(blocks).length)
  const [first] = blocks
  for (const name of ['alone.flac', 'padded.flac']) {
    const isAlone = name === 'alone.flac'
    const head = Buffer.from(first!)
    head[0] = isAlone ? 0x80 : 0
    const plain = Buffer.concat([Buffer.from('fLaC'), head, ...isAlone ? [] : [Buffer.from([0x81, 0, 0, 2, 0, 0])], sound])
    await writeFile(kit.file(name), plain)
    const whole = (await written(kit.file(name), 'audio/flac'))!
    await writeFile(kit.file(`with-${name}`), whole)
    const pieces = await withoutSettings(kit.file(`with-${name}`), 'audio/flac', note.words)
    expect(joined(pieces!, whole).equals(plain)).toBe(true)
  }
})

it('a signed file leaves as it is, and formats without a place have none', async () => {
  const png = await readFile(kit.file('a.png'))
  const signature = Buffer.from('\0\0\0\0caBX\0\0\0\0', 'latin1')
  await writeFile(kit.file('signed.png'), Buffer.concat([png.subarray(0, 33), signature, png.subarray(33)]))
  expect(await withSettings(kit.file('signed.png'), 'image/png', note)).toBe(null)
  const mp4 = await readFile(kit.file('a.mp4'))
  const box = Buffer.concat([Buffer.from('\0\0\0\x18uuid', 'latin1'), Buffer.from('d8fec3d61b0e483c92975828877ec481', 'hex')])
  await writeFile(kit.file('signed.mp4'), Buffer.concat([mp4, box]))
  expect(await withSettings(kit.file('signed.mp4'), 'video/mp4', note)).toBe(null)
  expect(await withSettings(kit.file('a.png'), 'image/webp', note)).toBe(null)
})
