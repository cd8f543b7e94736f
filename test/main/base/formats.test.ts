/** File signatures and WAV headers: service and media detect the same. */
import { Buffer } from 'node:buffer'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sniff } from '../../../src-main/base/magic.ts'
import { readWavHead, wavHeader } from '../../../src-main/base/wav.ts'
import { readWavLayout } from '../../../src-main/media/wav.ts'
import { pictureOf, soundOf } from '../../../src-main/service/answer-format.ts'

const bytes = (latin: string): Buffer => Buffer.from(latin.padEnd(40, '\0'), 'latin1')

describe('first bytes', () => {
  it.each([
    ['\x89PNG\r\n\x1A\n', 'image/png'],
    ['\xFF\xD8\xFF\xE0', 'image/jpeg'],
    ['RIFF....WEBPVP8 ', 'image/webp'],
    ['GIF89a', 'image/gif'],
    ['....ftypavif', 'image/avif'],
    ['BM....\0\0\0\0\x36\0\0\0\x28\0\0\0', 'image/bmp'],
  ])('%j are detected as a picture everywhere', (head, mime) => {
    expect(pictureOf(bytes(head))).toMatchObject({ mime })
    expect(sniff(bytes(head))).toMatchObject({ mime, medium: 'picture' })
  })

  it.each([
    ['RIFF....WAVEfmt ', 'audio/wav', 'audio/wav', true],
    ['fLaC', 'audio/flac', 'audio/flac', true],
    ['OggS', 'audio/ogg', 'audio/ogg', true],
    ['ID3\x04\0', 'audio/mpeg', 'audio/mpeg', true],
    ['....ftypM4A ', 'audio/mp4', 'audio/mp4', true],
    // An answer to a speech request contains no picture, even if its wrapper could.
    ['....ftypisom', 'audio/mp4', 'video/mp4', true],
    ['\xFF\xFB\x90\x64', 'audio/mpeg', 'audio/mpeg', false],
    ['\xFF\xF1\x50\x80', 'audio/aac', 'audio/aac', false],
  ])('%j are detected as sound', (head, mime, sniffed, isUnmistakable) => {
    expect(soundOf(bytes(head), { mayBeRaw: false })).toMatchObject({ mime })
    expect(soundOf(bytes(head), { mayBeRaw: true }) !== null).toBe(isUnmistakable)
    expect(sniff(bytes(head))).toMatchObject({ mime: sniffed })
  })

  it('that are neither are detected as neither', () => {
    fc.assert(fc.property(fc.constantFrom('{"a":1}', '<html>', '%PDF-', 'plain words', '\x1A\x45\xDF\xA3webm', ''), (head) => {
      expect([pictureOf(bytes(head)), soundOf(bytes(head), { mayBeRaw: false })]).toEqual([null, null])
    }))
  })
})

describe('the header of a WAV', () => {
  const format = fc.record({ sampleRate: fc.integer({ min: 1, max: 384_000 }), channels: fc.integer({ min: 1, max: 8 }) })

  it('is read alike by the service client and by the studio, however it is cut or damaged', async () => {
    const whole = format.map(each =>
      Buffer.concat([wavHeader({ ...each, encoding: 'int', bitsPerSample: 16, dataLength: 64 }), Buffer.alloc(64)]))
    const broken = fc.tuple(
      whole,
      fc.array(fc.tuple(fc.integer({ min: 8, max: 107 }), fc.integer({ min: 0, max: 255 })), { maxLength: 3 }),
      fc.integer({ min: 0, max: 108 }),
    ).map(([wav, changes, length]) => {
      for (const [at, byte] of changes)
        wav[at] = byte
      return wav.subarray(0, length)
    })
    await fc.assert(fc.asyncProperty(broken, async (wav) => {
      const head = readWavHead(wav)
      const layout = await readWavLayout(wav).catch(() => null)
      expect(head && [head.sampleRate, head.channels, head.dataOffset]).toEqual(
        layout && [layout.sampleRate, layout.channels, layout.dataOffset],
      )
    }), { numRuns: 2000 })
  })
})
