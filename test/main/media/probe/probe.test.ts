/**
 * Probing a table of valid and broken files.
 *
 * @module-tag wide
 */
import type { Probe } from '../../../../src-main/media/probe/probe-types.ts'
import type { MediaKit } from '../../../kit/media.ts'
import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorkerPool } from '../../../../src-main/base/worker-pool.ts'
import { probeTracks } from '../../../../src-main/media/probe/probe-thread.ts'
import { probe } from '../../../../src-main/media/probe/probe.ts'
import { openMediaKit } from '../../../kit/media.ts'

let kit: MediaKit
beforeAll(async () => {
  kit = await openMediaKit()
})
afterAll(() => kit.close())

const tones: readonly (readonly [name: string, args: readonly string[], expected: Partial<Probe>])[] = [
  ['s16.wav', [], { mime: 'audio/wav', extension: 'wav', audioCodec: 'pcm-s16', channels: 2 }],
  ['f32.wav', ['-c:a', 'pcm_f32le'], { mime: 'audio/wav', audioCodec: 'pcm-f32' }],
  ['adpcm.wav', ['-c:a', 'adpcm_ms'], { mime: 'audio/wav', audioCodec: 'adpcm_ms' }],
  ['cbr.mp3', ['-b:a', '64k'], { mime: 'audio/mpeg', extension: 'mp3', audioCodec: 'mp3' }],
  ['vbr.mp3', ['-q:a', '5', '-write_xing', '0', '-id3v2_version', '0'], { mime: 'audio/mpeg' }],
  ['a.m4a', [], { mime: 'audio/mp4', extension: 'm4a', audioCodec: 'aac' }],
  ['sound.mp4', [], { mime: 'audio/mp4', extension: 'm4a', container: 'mp4' }],
  ['a.aac', [], { mime: 'audio/aac', extension: 'aac' }],
  ['a.flac', [], { mime: 'audio/flac', audioCodec: 'flac' }],
  ['a.ogg', ['-c:a', 'libvorbis'], { mime: 'audio/ogg', audioCodec: 'vorbis' }],
  ['a.opus', ['-c:a', 'libopus'], { mime: 'audio/ogg', audioCodec: 'opus' }],
  ['a.aiff', [], { mime: 'audio/aiff', audioCodec: 'pcm_s16be' }],
  ['sound.webm', ['-c:a', 'libopus'], { mime: 'audio/webm', extension: 'webm' }],
]

const coloursOf = (name: string | null) => ({ matrix: name, primaries: name, transfer: name, isFullRange: false })
const clips: readonly (readonly [name: string, args: readonly string[], expected: Partial<Probe>])[] = [
  ['a.mp4', [], { mime: 'video/mp4', extension: 'mp4', videoCodec: 'avc', colours: coloursOf(null) }],
  ['tagged.mp4', ['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709'], { colours: coloursOf('bt709') }],
  ['fast.mp4', ['-movflags', '+faststart'], { mime: 'video/mp4' }],
  ['fragments.mp4', ['-movflags', '+frag_keyframe+empty_moov'], { mime: 'video/mp4' }],
  ['a.mov', [], { mime: 'video/quicktime', extension: 'mov' }],
  ['a.mkv', [], { mime: 'video/x-matroska' }],
  ['a.webm', ['-c:v', 'libvpx', '-c:a', 'libopus'], { mime: 'video/webm', videoCodec: 'vp8', audioCodec: 'opus' }],
]

describe('probe', () => {
  it.each(tones)('reads length, rate and codec of %s', async (name, args, expected) => {
    const found = await probe(await kit.tone(name, { seconds: 1.5, args }), kit)
    expect(found).toMatchObject({ medium: 'audio', sampleRate: 48_000, width: null, videoCodec: null, ...expected })
    // Lossy codecs pad to whole frames, at most two of 1152 samples each end.
    expect(found.durationSeconds).toBeGreaterThan(1.49)
    expect(found.durationSeconds).toBeLessThan(1.6)
  })

  it.each(clips)('reads size, rate and sound of %s', async (name, args, expected) => {
    const found = await probe(await kit.clip(name, { seconds: 1.2, withSound: true, args }), kit)
    expect(found).toMatchObject({ medium: 'video', width: 64, height: 48, sampleRate: 48_000, channels: 2, ...expected })
    expect(found.framesPerSecond).toBeCloseTo(25, 1)
    // A fragmented file without an edit list begins its picture two frames late.
    expect(Math.abs((found.durationSeconds ?? 0) - 1.2)).toBeLessThan(0.1)
  })

  it.each(['png', 'jpg', 'webp', 'gif', 'bmp', 'tiff'])('reads the size of a %s', async (extension) => {
    const found = await probe(await kit.picture(`p.${extension}`, { width: 70, height: 50 }), kit)
    expect(found).toMatchObject({ medium: 'picture', extension, width: 70, height: 50, durationSeconds: null })
  })

  it('gives the displayed size of a rotated clip', async () => {
    const file = await readFile(await kit.clip('flat.mp4'))
    // ISO/IEC 14496-12 §8.3.2: the track header's matrix; this one is a quarter turn.
    const matrix = file.indexOf('tkhd') + 44
    ;[0, 0x10000, 0, -0x10000, 0, 0, 48 << 16, 0, 0x40000000].forEach((value, at) => file.writeInt32BE(value, matrix + at * 4))
    const turned = kit.file('turned.mp4')
    await writeFile(turned, file)
    expect(await probe(turned, kit)).toMatchObject({ width: 48, height: 64 })
  })

  it('goes by the content and not the name', async () => {
    await copyFile(await kit.picture('real.png'), kit.file('really.mp3'))
    expect(await probe(kit.file('really.mp3'), kit)).toMatchObject({ medium: 'picture', extension: 'png' })
  })

  it('reports other content as unknown, with its type', async () => {
    await writeFile(kit.file('error.mp3'), '{"error": {"code": "E1"}}')
    await writeFile(kit.file('page.png'), '<!DOCTYPE html><html></html>')
    expect(await probe(kit.file('error.mp3'), kit)).toMatchObject({ medium: 'unknown', mime: 'application/json' })
    expect(await probe(kit.file('page.png'), kit)).toMatchObject({ medium: 'unknown', mime: 'text/html' })
    await writeFile(kit.file('noise.mp4'), Buffer.from([0, 1, 2, 3, 254, 253, 1, 0, 17]))
    expect(await probe(kit.file('noise.mp4'), kit)).toMatchObject({ medium: 'unknown', mime: 'application/octet-stream' })
  })

  it('reports an empty file as empty', async () => {
    await writeFile(kit.file('empty.mp3'), '')
    await expect(probe(kit.file('empty.mp3'), kit)).rejects.toMatchObject({ name: 'UnreadableMediaError', reason: 'empty' })
  })

  it.each([
    ['half.mp4', () => kit.clip('whole.mp4', { seconds: 1, args: ['-movflags', '+faststart'] }), 'cut-short'],
    ['half.wav', () => kit.tone('whole.wav'), 'cut-short'],
    ['half.png', () => kit.make('whole.png', ['-f', 'lavfi', '-i', 'testsrc', '-frames:v', '1', '-update', '1']), 'cut-short'],
    ['half.jpg', () => kit.make('whole.jpg', ['-f', 'lavfi', '-i', 'testsrc', '-frames:v', '1', '-update', '1']), 'cut-short'],
    ['half.webp', () => kit.make('whole.webp', ['-f', 'lavfi', '-i', 'testsrc', '-frames:v', '1']), 'cut-short'],
  ])('refuses %s, a download that stopped half-way', async (name, makeWhole, reason) => {
    const bytes = await readFile(await makeWhole())
    await writeFile(kit.file(name), bytes.subarray(0, bytes.length * 0.6))
    await expect(probe(kit.file(name), kit)).rejects.toMatchObject({ reason })
  })

  // Raw PCM after an AIFF header is sound whatever it is, so AIFF is not in this list.
  it.each(['mp4', 'webm', 'mp3', 'flac', 'ogg'])('refuses a %s with only noise after its signature', async (extension) => {
    const good = await readFile(
      extension === 'mp4' || extension === 'webm' ? await kit.clip(`good.${extension}`) : await kit.tone(`good.${extension}`),
    )
    const name = `rubbish.${extension}`
    await writeFile(kit.file(name), Buffer.concat([good.subarray(0, 48), Buffer.alloc(3000, 0x11)]))
    await expect(probe(kit.file(name), kit)).rejects.toMatchObject({ name: 'UnreadableMediaError' })
  })

  it('stops waiting for a reader that hangs', async () => {
    const script = kit.file('endless.mjs')
    await writeFile(script, 'for (;;);')
    expect(await probeTracks(await kit.tone('endless.mp3'), 10, createWorkerPool('endless', [pathToFileURL(script)]))).toBeNull()
  })

  it('needs no ffmpeg for the common formats', async () => {
    expect(await probe(await kit.tone('alone.mp3'), { ffmpeg: null })).toMatchObject({ medium: 'audio' })
    await expect(probe(await kit.tone('alone.aiff'), { ffmpeg: null })).rejects.toMatchObject({ reason: 'no-reader' })
  })
})
