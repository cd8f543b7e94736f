/**
 * Long sound is encoded in pieces, and comes out as from one encoder: as long, with the same packets, and nothing is heard where they meet.
 *
 * @module-tag all
 */
import type { RenderPlan } from '../../../../src-main/media/plan/render-plan.ts'
import type { MediaKit } from '../../../kit/media.ts'
import { access, readdir } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { planSamples } from '../../../../src-main/media/plan/render-plan.ts'
import { masteringArgs } from '../../../../src-main/media/render/join-parts.ts'
import { renderPlan } from '../../../../src-main/media/render/render.ts'
import { packetSamples, packetsOf } from '../../../../src-main/media/sound/adts.ts'
import { soundArgs } from '../../../../src-main/media/sound/sound-encoders.ts'
import { ffprobe } from '../../../kit/every-preset.ts'
import { openMediaKit } from '../../../kit/media.ts'

const audio = { codec: 'aac', kilobits: 256 } as const
/** In packets, of a piece: six seconds, where the program has three minutes. */
const soundPieceLength = 300
const pieceSamples = soundPieceLength * packetSamples
/** A chord that never rests, which clicks would be heard in, under words and a breath of noise; two different channels. */
const chord = '0.1*sin(2*PI*220*t)+0.05*sin(2*PI*1318.5*t+sin(t))'
const words = '0.3*sin(2*PI*(150+20*sin(2*t))*t)*max(0,sin(2*PI*2.3*t))+0.01*random(0)'

const heard = `aevalsrc=exprs='${chord}+${words}|${chord}-${words}':s=48000`
const longest = 15
/** What one encoder needs a while for. */
const inOneGo = 150

let kit: MediaKit
let path: string
beforeAll(async () => {
  kit = await openMediaKit()
  const part = await kit.make('part.wav', ['-f', 'lavfi', '-i', heard, '-t', String(inOneGo / 5)])
  path = await kit.make('sound.wav', ['-stream_loop', '4', '-i', part])
})
afterAll(() => kit.close())

function planOf(seconds: number, targetLufs = -16): RenderPlan {
  return {
    // Lasts a broken number of packets.
    ...{ width: 64, height: 36, rate: { numerator: 30_000, denominator: 1001 }, durationFrames: Math.floor(seconds * 30_000 / 1001) },
    ...{ background: '#000000', pictures: [], stretches: [], captions: { mode: 'none', assPath: null, fontsDir: null, tracks: [] } },
    sounds: [{ path, start: 0, length: inOneGo * 48_000, in: 0, speed: 100, levels: [{ at: 0, amplitude: 1 }] }],
    encoding: { format: 'm4b', video: null, audio },
    chapters: [{ startFrame: 0, title: 'One' }, { startFrame: Math.floor(seconds * 15), title: 'Two' }],
    loudness: { targetLufs, truePeakDbtp: -1 },
    metadata: { title: 'Long' },
  }
}

/** Renders, and tells with which commands. */
async function render(plan: RenderPlan, out: string, onProgress: (share: number) => void = () => {}) {
  const commands: (readonly string[])[] = []
  const run: MediaKit['ffmpeg']['run'] = (args, options) => {
    commands.push(args)
    return kit.ffmpeg.run(args, options)
  }
  const report = await renderPlan(plan, out, { ffmpeg: { ...kit.ffmpeg, run }, workDir: kit.file('work'), soundPieceLength, onProgress })
  return { ...report, encodesPieces: commands.filter(args => args.includes('adts')).length }
}

async function samplesOf(path: string): Promise<Float32Array> {
  const { stdout } = await kit.ffmpeg.run(['-i', path, '-map', '0:a', '-c:a', 'pcm_f32le', '-f', 'f32le', '-'])
  return new Float32Array(new Uint8Array(stdout).buffer)
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, at) => from + at)
}

/** How far one is from the other in this packet of both channels. */
function differenceIn(packet: number, one: Float32Array, other: Float32Array): number {
  let sum = 0
  for (let at = packet * 2 * packetSamples; at < (packet + 1) * 2 * packetSamples; at++)
    sum += (one[at]! - other[at]!) ** 2
  return Math.sqrt(sum / 2 / packetSamples)
}

describe.each([
  { name: 'that only gets a gain', seconds: longest, targetLufs: -16, isLimited: false },
  { name: 'that is limited', seconds: 9, targetLufs: -8, isLimited: true },
])('a long sound $name', ({ seconds, targetLufs, isLimited }) => {
  it('comes out of several encoders as of one', async () => {
    const plan = planOf(seconds, targetLufs)
    const out = kit.file(`long-${seconds}.m4b`)
    const shares: number[] = []
    const { sound, encodesPieces } = await render(plan, out, share => shares.push(share))
    expect(sound.ceilingDb !== null).toBe(isLimited)
    const pieces = Math.ceil(planSamples(plan) / pieceSamples)
    expect(pieces).toBeGreaterThan(1)
    // Limited sound may be encoded again.
    expect([encodesPieces > 0, encodesPieces % pieces]).toEqual([true, 0])
    expect(shares).toEqual(shares.toSorted((a, b) => a - b))
    expect(new Set(shares).size).toBeGreaterThan(pieces)

    const mastered = masteringArgs(sound, planSamples(plan), null)
    const source = ['-t', String(seconds), '-i', path, ...mastered]
    const whole = await kit.make(`whole-${seconds}.m4a`, [...source, ...soundArgs(audio), '-f', 'ipod'])
    const [made, reference] = [await ffprobe(out), await ffprobe(whole)]
    const facts = ({ streams }: typeof made) => streams.filter(each => each.codec_type === 'audio')
      .map(({ codec_name, nb_frames, duration_ts, start_pts, time_base }) => ({ codec_name, nb_frames, duration_ts, start_pts, time_base }))
    expect(facts(made)).toEqual(facts(reference))

    const ready = await kit.make(`ready-${seconds}.wav`, [...source, '-c:a', 'pcm_f32le'])
    const [ours, theirs, mix] = [await samplesOf(out), await samplesOf(whole), await samplesOf(ready)]
    expect(ours.length).toBe(theirs.length)
    for (let piece = 1; piece < pieces; piece++) {
      const meeting = piece * pieceSamples / packetSamples
      // Encoders spread their bits in another way once they have begun in another place: it makes a hundredth here and there.
      for (const packet of range(meeting - 3, meeting + 3))
        expect(differenceIn(packet, ours, mix)).toBeLessThan(1.05 * differenceIn(packet, theirs, mix))
    }
  })
})

it('stopped in the middle of its pieces, it leaves nothing behind', async () => {
  const stop = new AbortController()
  const isEncoding = 0.35
  const options = { ffmpeg: kit.ffmpeg, workDir: kit.file('stopped'), soundPieceLength, signal: stop.signal }
  const onProgress = (share: number): void => share > isEncoding ? stop.abort(new Error('enough')) : undefined
  await expect(renderPlan(planOf(longest), kit.file('stopped.m4b'), { ...options, onProgress })).rejects.toThrow('enough')
  expect(await readdir(kit.file('stopped'))).toEqual([])
  await expect(access(kit.file('stopped.m4b'))).rejects.toThrow('ENOENT')
})

it('a short one is encoded as it is written', async () => {
  const { encodesPieces } = await render({ ...planOf(3), chapters: [] }, kit.file('short.m4b'))
  expect(encodesPieces).toBe(0)
})

describe('packets of ADTS', () => {
  const packet = (length: number, fill: number): Uint8Array => {
    const bytes = new Uint8Array(length).fill(fill)
    bytes.set([0xFF, 0xF1, 0x4C, 0x80 | length >> 11, length >> 3 & 0xFF, (length & 7) << 5 | 0x1F, 0xFC])
    return bytes
  }
  const [one, two, three] = [packet(20, 1), packet(3000, 2), packet(7, 3)]
  const stream = Buffer.concat([one, two, three])

  it('are taken from their middle', () => {
    expect(packetsOf(stream, { skipped: 0, count: 9 })).toEqual({ bytes: stream, packets: 3 })
    expect(packetsOf(stream, { skipped: 1, count: 1 })).toEqual({ bytes: Buffer.from(two), packets: 1 })
    expect(packetsOf(stream, { skipped: 2, count: 5 })).toEqual({ bytes: Buffer.from(three), packets: 1 })
    expect(packetsOf(stream, { skipped: 3, count: 1 })).toMatchObject({ packets: 0 })
  })

  it('that are cut, or none, are refused', () => {
    expect(() => packetsOf(stream.subarray(0, -1), { skipped: 0, count: 3 })).toThrow(/no packet of AAC at 3020/)
    expect(() => packetsOf(Buffer.concat([one, Buffer.from('words')]), { skipped: 0, count: 2 })).toThrow(/no packet of AAC at 20/)
  })
})

it('the progress of what one command encodes grows in the meantime', async () => {
  const shares: number[] = []
  const encoding: RenderPlan['encoding'] = { format: 'mp3', video: null, audio: { codec: 'mp3', kilobits: 192 } }
  await render({ ...planOf(inOneGo), encoding }, kit.file('long.mp3'), share => shares.push(share))
  expect(shares).toEqual(shares.toSorted((a, b) => a - b))
  // Mixing is three tenths, joining the last.
  expect(shares.filter(share => share > 0.45 && share < 0.85)).not.toEqual([])
})
