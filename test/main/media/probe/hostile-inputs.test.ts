/**
 * Files that ask ffmpeg to read other files: what is next to them never arrives, and what is honest still works.
 *
 * @module-tag wide
 */
import type { MediaKit } from '../../../kit/media.ts'
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sniff } from '../../../../src-main/base/magic.ts'
import { bytesInput, fileInput } from '../../../../src-main/media/ffmpeg/ffmpeg-input.ts'
import { takeStill } from '../../../../src-main/media/picture/still.ts'
import { makePoster } from '../../../../src-main/media/preview/poster.ts'
import { noStreams } from '../../../../src-main/media/probe/probe-types.ts'
import { probe } from '../../../../src-main/media/probe/probe.ts'
import { decodeToSpeechWav } from '../../../../src-main/media/sound/decode.ts'
import { joinSounds } from '../../../../src-main/media/sound/join-sounds.ts'
import { measureLoudness } from '../../../../src-main/media/sound/loudness.ts'
import { makePeaks } from '../../../../src-main/media/sound/peaks.ts'
import { readSound } from '../../../../src-main/practice/voice/sound.ts'
import { greyFrames, openMediaKit } from '../../../kit/media.ts'

let kit: MediaKit
let canary: string
beforeAll(async () => {
  kit = await openMediaKit()
  canary = await kit.tone('private.m4a')
  await kit.clip('private.ts', { withSound: true })
})
afterAll(() => kit.close())

/** ID3v2.4 with an empty body; the flag says that ten more bytes of footer follow. */
const id3 = (flags: number) => Buffer.from([0x49, 0x44, 0x33, 4, 0, flags, 0, 0, 0, 0])
const adts = Buffer.from([0xFF, 0xF1, 0x50, 0x80, 0x04, 0x3F, 0xFC, 0xDE, 0x02, 0])
const playlist = () => Buffer.from(`#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:1.0,\n${pathToFileURL(canary).href}\n#EXT-X-ENDLIST\n`)
function dash() {
  return Buffer.from(`<?xml version="1.0"?>
<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT1S"
 profiles="urn:mpeg:dash:profile:isoff-on-demand:2011">
<Period><AdaptationSet mimeType="audio/mp4"><Representation id="1" bandwidth="1"><BaseURL>${pathToFileURL(canary).href}</BaseURL>
<SegmentBase/></Representation></AdaptationSet></Period></MPD>`)
}
const concat = () => Buffer.from('ffconcat version 1.0\nfile private.m4a\n')
const sdp = () => Buffer.from('v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=audio 15554 RTP/AVP 0\n')

const attacks: readonly (readonly [name: string, bytes: () => Buffer])[] = [
  ['id3-footer-hls.aac', () => Buffer.concat([id3(0x10), adts, playlist()])],
  ['id3-hls.mp3', () => Buffer.concat([id3(0), playlist()])],
  ['id3-dash.mp3', () => Buffer.concat([id3(0), dash()])],
  ['id3-concat.mp3', () => Buffer.concat([id3(0), concat()])],
  ['id3-sdp.mp3', () => Buffer.concat([id3(0), sdp()])],
  ['hls.wav', playlist],
  ['hls.m3u8', playlist],
  ['marked-hls.mp3', () => Buffer.concat([Buffer.from('\uFEFF'), playlist()])],
  ['dash.mp4', dash],
  ['list.ffconcat', concat],
  ['call.sdp', sdp],
  ['packets.bin', () => Buffer.concat([Buffer.from([0, 0]), playlist()])],
]

describe.each(attacks)('%s', (name, bytes) => {
  let path: string
  beforeAll(async () => {
    path = kit.file(name)
    await writeFile(path, bytes())
  })

  it('is neither sound nor picture', async () => {
    const found = await probe(path, kit).catch(() => null)
    expect(found?.medium ?? 'unknown').toBe('unknown')
  })

  it('gives nothing to any reader', async () => {
    const type = { medium: 'audio', container: 'mp3', mime: 'audio/mpeg', extension: 'mp3' } as const
    const sound = { ...noStreams, ...type, sampleRate: 48_000, channels: 2 }
    const picture = { ...sound, medium: 'video' as const, width: 64, height: 48 }
    const readers = [
      () => decodeToSpeechWav(path, kit.file('out.wav'), kit),
      () => makePeaks(path, { ...kit, probe: sound }),
      () => measureLoudness(path, kit),
      () => joinSounds([path], kit.file('joined.wav'), { ...kit, pauseSeconds: 0 }),
      () => makePoster(path, kit.file('poster.jpg'), { ...kit, probe: picture }),
      () => takeStill(path, 0, kit.file('still.png'), { ...kit, durationSeconds: 1 }),
      async () => readSound({ ffmpeg: async () => kit.ffmpeg, signal: AbortSignal.timeout(10_000) }, await readFile(path)),
    ]
    // They all build their input in one place, so the first two files are shown to every reader, the rest to one.
    const shown = attacks.slice(0, 2).some(([first]) => first === name) ? readers : readers.slice(0, 1)
    for (const read of shown)
      await expect(read()).rejects.toThrow()
    expect(await readdir(kit.folder)).not.toEqual(expect.arrayContaining([expect.stringMatching(/^(?:out|poster|still)\./)]))
  })
})

it('the canary can be read, so that its silence means something', async () => {
  await decodeToSpeechWav(canary, kit.file('canary.wav'), kit)
  expect((await measureLoudness(kit.file('canary.wav'), kit)).integratedLufs).toBeGreaterThan(-30)
})

describe('a name with a number pattern', () => {
  it('is the one picture that it names, not the series next to it', async () => {
    const folder = kit.file('series')
    await mkdir(folder)
    await copyFile(await kit.picture('white.png', { colour: 'white' }), join(folder, '1.png'))
    const path = join(folder, '%d.png')
    await copyFile(await kit.picture('black.png', { colour: 'black' }), path)
    await makePoster(path, kit.file('one.jpg'), { ...kit, probe: await probe(path, kit) })
    const [frame] = await greyFrames(kit.ffmpeg, kit.file('one.jpg'))
    expect(Math.max(...frame ?? [255])).toBeLessThan(20)
  })

  it('in a folder above does not keep a picture from being read', async () => {
    const folder = kit.file('100%d')
    await mkdir(folder)
    const path = join(folder, 'p.tiff')
    await copyFile(await kit.picture('p.tiff', { width: 70, height: 50 }), path)
    expect(await probe(path, kit)).toMatchObject({ medium: 'picture', width: 70, height: 50 })
  })
})

describe('an ID3 tag', () => {
  it('with a footer is ten bytes longer', () => {
    const frame = Buffer.from([0xFF, 0xF1, 0x50, 0x80, 0, 0, 0, 0])
    expect(sniff(Buffer.concat([id3(0x10), Buffer.alloc(10), frame]))?.mime).toBe('audio/aac')
    expect(sniff(Buffer.concat([id3(0x10), Buffer.alloc(10), Buffer.from('fLaC')]))?.mime).toBe('audio/flac')
    expect(sniff(Buffer.concat([id3(0), frame]))?.mime).toBe('audio/aac')
    expect(sniff(Buffer.concat([id3(0x10), frame, playlist()]))?.mime).not.toBe('audio/aac')
  })

  it('longer than what is looked at does not keep the sound behind it from being read', async () => {
    const cover = Buffer.alloc(6000)
    const long = Buffer.concat([Buffer.from([0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 6000 >> 7, 6000 & 0x7F]), cover])
    for (const name of ['tagged.aac', 'tagged.mp3', 'tagged.flac']) {
      const bare = await readFile(await kit.tone(name, { args: ['-id3v2_version', '0'].slice(0, name.endsWith('mp3') ? 2 : 0) }))
      await writeFile(kit.file(name), Buffer.concat([long, bare]))
      await decodeToSpeechWav(kit.file(name), kit.file('tagged.wav'), kit)
      expect((await measureLoudness(kit.file('tagged.wav'), kit)).integratedLufs).toBeGreaterThan(-30)
    }
  })
})

it('an input can open only files and pipes, in formats that read no other file', async () => {
  const bytes = [id3(0), Buffer.from([0, 1, 2])]
  const inputs = [await fileInput(canary), await fileInput(await kit.picture('r.png')), ...bytes.map(each => bytesInput(each))]
  for (const input of inputs) {
    expect(input.slice(0, 2)).toEqual(['-protocol_whitelist', 'file,pipe'])
    const formats = input[input.indexOf('-format_whitelist') + 1]?.split(',') ?? []
    expect(formats.length).toBeGreaterThan(0)
    for (const dangerous of ['hls', 'applehttp', 'dash', 'concat', 'sdp', 'rtsp', 'rtp', 'image2', 'imf', 'lavfi', 'vapoursynth', 'tty'])
      expect(formats).not.toContain(dangerous)
  }
})
