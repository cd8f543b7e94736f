/**
 * A render has every frame, every sample and the requested loudness, and leaves nothing behind when it is stopped.
 *
 * @module-tag wide
 */
import type { RenderPlan, RenderSound } from '../../../../src-main/media/plan/render-plan.ts'
import type { MediaKit } from '../../../kit/media.ts'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toAss } from '#rules/captions/ass.ts'
import { captionStyle } from '#rules/captions/style.ts'
import { plainLook } from '#rules/sequence/new-tracks.ts'
import { probe } from '../../../../src-main/media/probe/probe.ts'
import { renderPlan } from '../../../../src-main/media/render/render.ts'
import { mixToWav } from '../../../../src-main/media/sound/mix.ts'
import { decodedSound, greyFrames, openMediaKit, peakDb } from '../../../kit/media.ts'
import { openOddFfmpeg } from '../../../kit/odd-ffmpeg.ts'
import { fromSingle, onlyEncoding, silentEncoding, soundFromSamples } from '../../../kit/plain-plan.ts'

let kit: MediaKit
beforeAll(async () => {
  kit = await openMediaKit()
})
afterAll(() => kit.close())

type Picture = Parameters<typeof fromSingle>[0][number]
type Changes = Partial<Omit<RenderPlan, 'pictures' | 'stretches'>> & { pictures?: Picture[] }

function plan({ pictures = [], ...changes }: Changes = {}): RenderPlan {
  return {
    width: 64,
    height: 48,
    rate: { numerator: 25, denominator: 1 },
    durationFrames: 50,
    background: '#000000',
    ...fromSingle(pictures),
    sounds: [],
    captions: { mode: 'none', assPath: null, fontsDir: null, tracks: [] },
    loudness: null,
    encoding: (changes.sounds ? onlyEncoding : silentEncoding)({ width: 64, height: 48 }),
    chapters: [],
    metadata: {},
    ...changes,
  }
}

function picture(path: string, changes: Partial<Picture> = {}): Picture {
  return { path, medium: 'picture', startFrame: 0, frames: 50, inFrame: 0, fit: 'contain', pushIn: null, ...changes }
}

function sound(path: string, changes: Partial<Parameters<typeof soundFromSamples>[0]> = {}): RenderSound {
  return soundFromSamples({ path, startSample: 0, samples: null, inSample: 0, gainDb: 0, fadeInSamples: 0, fadeOutSamples: 0, ...changes })
}

let renders = 0
async function render(made: RenderPlan, options: { signal?: AbortSignal, onProgress?: (share: number) => void } = {}) {
  const path = kit.file(`render-${renders++}.mp4`)
  const report = await renderPlan(made, path, { ffmpeg: kit.ffmpeg, workDir: kit.file('work'), ...options })
  return { path, report, frames: () => greyFrames(kit.ffmpeg, path), sound: () => decodedSound(kit.ffmpeg, path) }
}

const isWhite = (frame: Buffer | undefined) => frame !== undefined && frame.every(grey => grey > 200)
const isBlack = (frame: Buffer | undefined) => frame !== undefined && frame.every(grey => grey < 30)

describe('picture', () => {
  it.each([
    [24, 1],
    [24_000, 1001],
    [25, 1],
    [30_000, 1001],
    [60, 1],
  ])('has exactly the frames of the plan at %i/%i, evenly spaced over the joins', async (numerator, denominator) => {
    const white = await kit.picture('white.png', { colour: 'white' })
    const clip = await kit.clip('clip-30.mp4', { rate: '30', seconds: 1 })
    const pictures = [
      picture(white, { startFrame: 3, frames: 7 }),
      picture(clip, { medium: 'video', startFrame: 10, frames: 13 }),
      picture(white, { startFrame: 30, frames: 1 }),
    ]
    const made = await render(plan({ rate: { numerator, denominator }, durationFrames: 43, pictures }))
    const { stdout } = await kit.ffmpeg.run(['-i', made.path, '-map', '0:v', '-c', 'copy', '-f', 'framecrc', '-'])
    const shown = stdout.toString()
      .split('\n')
      .filter(line => line.startsWith('0,'))
      .map(line => Number(line.split(',')[2]))
      .sort((a, b) => a - b)
    expect(shown).toHaveLength(43)
    expect(new Set(shown.slice(1).map((time, at) => time - (shown[at] ?? 0))).size).toBe(1)
    const frames = await made.frames()
    expect(frames).toHaveLength(43)
    expect([2, 3, 9, 29, 30, 31].map(at => isWhite(frames[at]))).toEqual([false, true, true, false, true, false])
    expect([0, 2, 24, 42].map(at => isBlack(frames[at]))).toEqual([true, true, true, true])
    expect(made.report).toMatchObject({ frames: 43, durationSeconds: 43 * denominator / numerator })
  })

  it('holds the last frame of a clip that is too short, even when it begins after its end', async () => {
    const clip = await kit.clip('to-white.mp4', {
      seconds: 1,
      source: 'color=black:s=64x48:r=25:d=0.8[a];color=white:s=64x48:r=25:d=0.2[b];[a][b]concat=n=2',
    })
    const made = await render(plan({ pictures: [
      picture(clip, { medium: 'video', frames: 40 }),
      picture(clip, { medium: 'video', startFrame: 40, frames: 10, inFrame: 125 }),
    ] }))
    const frames = await made.frames()
    expect([0, 19, 20, 39, 40, 49].map(at => isWhite(frames[at]))).toEqual([false, false, true, true, true, true])
  })

  it('begins a clip at its in point', async () => {
    const clip = await kit.clip('flash.mp4', {
      seconds: 2,
      source: 'color=black:s=64x48:r=25:d=1.2[a];color=white:s=64x48:r=25:d=0.8[b];[a][b]concat=n=2',
    })
    const frames = await (await render(plan({ pictures: [picture(clip, { medium: 'video', inFrame: 25, frames: 20 })] }))).frames()
    expect([4, 5, 19, 20].map(at => isWhite(frames[at]))).toEqual([false, true, true, false])
  })

  it('continues a clip where it was before another one covered it', async () => {
    const clip = await kit.clip('late-white.mp4', {
      seconds: 2,
      source: 'color=black:s=64x48:r=25:d=1.2[a];color=white:s=64x48:r=25:d=0.8[b];[a][b]concat=n=2',
    })
    const grey = await kit.picture('grey.png', { colour: 'gray' })
    const made = await render(plan({ pictures: [
      picture(clip, { medium: 'video', frames: 10 }),
      picture(grey, { startFrame: 10, frames: 25 }),
      picture(clip, { medium: 'video', startFrame: 35, frames: 15, inFrame: 35 }),
    ] }))
    const frames = await made.frames()
    expect([9, 20, 34, 35].map(at => isBlack(frames[at]) ? 'black' : isWhite(frames[at]) ? 'white' : 'grey')).toEqual([
      'black',
      'grey',
      'grey',
      'white',
    ])
  })

  it('puts black bars around a contained picture, and none around one that covers', async () => {
    const wide = await kit.picture('wide.png', { width: 128, height: 24, colour: 'white' })
    const corner = async (fit: 'contain' | 'cover') => {
      const made = await render(plan({ durationFrames: 2, pictures: [picture(wide, { frames: 2, fit })] }))
      return (await greyFrames(kit.ffmpeg, made.path, 16))[0]?.[0] ?? -1
    }
    expect(await corner('contain')).toBeLessThan(30)
    expect(await corner('cover')).toBeGreaterThan(200)
  })

  it.each([
    ['a picture', async () => picture(await kit.picture('green.png', { colour: '0x20A040' }))],
    ['a small untagged clip', async () => picture(await kit.make(
      'green-601.mp4',
      ['-f', 'lavfi', '-i', 'color=0x20A040:s=64x48:r=25:d=1', '-vf', 'scale=out_color_matrix=bt601', '-pix_fmt', 'yuv420p'],
    ), { medium: 'video' })],
    [
      'a tall untagged clip',
      async () => picture(await kit.make(
        'green-709.mp4',
        ['-f', 'lavfi', '-i', 'color=0x20A040:s=64x720:r=25:d=0.2', '-vf', 'scale=out_color_matrix=bt709', '-pix_fmt', 'yuv420p'],
      ), { medium: 'video', fit: 'cover' }),
    ],
  ])('keeps the colour of %s, and tags the colour space', async (_, source) => {
    const made = await render(plan({ durationFrames: 3, pictures: [{ ...await source(), frames: 3 }] }))
    expect(await probe(made.path, kit)).toMatchObject({ colours: { matrix: 'bt709' } })
    const { stdout } = await kit.ffmpeg.run([
      '-i',
      made.path,
      '-frames:v',
      '1',
      '-vf',
      'scale=1:1:in_color_matrix=bt709',
      '-pix_fmt',
      'rgb24',
      '-f',
      'rawvideo',
      '-',
    ])
    const far = [0x20, 0xA0, 0x40].map((value, at) => Math.abs(value - (stdout[at] ?? 0)))
    expect(Math.max(...far)).toBeLessThan(8)
  })

  it('zooms in without losing a frame, and continues from where it was', async () => {
    const still = await kit.make('marks.png', ['-f', 'lavfi', '-i', 'testsrc=s=64x48', '-frames:v', '1', '-update', '1'])
    const made = await render(plan({
      durationFrames: 25,
      pictures: [picture(still, { frames: 25, pushIn: { fromFrame: 0, frames: 25 } })],
    }))
    const frames = await greyFrames(kit.ffmpeg, made.path, 16)
    expect(frames).toHaveLength(25)
    expect(frames[0]?.equals(frames[24] ?? Buffer.alloc(0))).toBe(false)
    const later = await render(plan({
      durationFrames: 5,
      pictures: [picture(still, { frames: 5, pushIn: { fromFrame: 20, frames: 25 } })],
    }))
    const [first] = await greyFrames(kit.ffmpeg, later.path, 16)
    const difference = (other: Buffer | undefined) => first!.reduce((sum, grey, at) => sum + Math.abs(grey - (other?.[at] ?? 0)), 0)
    expect(difference(frames[20])).toBeLessThan(difference(frames[0]))
  })

  it('burns in captions at the time of the whole film', async () => {
    await mkdir(kit.file('some: fonts, [x]'), { recursive: true })
    await writeFile(
      kit.file('it\'s a cap.ass'),
      '[Script Info]\nScriptType: v4.00+\nPlayResX: 64\nPlayResY: 48\n[V4+ Styles]\nFormat: Name, Fontsize, PrimaryColour, Alignment, BorderStyle, OutlineColour, Outline\nStyle: Default,40,&H00FFFFFF,5,3,&H00FFFFFF,20\n[Events]\nFormat: Layer, Start, End, Style, Text\nDialogue: 0,0:00:01.00,0:00:01.40,Default,XX\n',
    )
    const dark = await kit.picture('dark.png', { colour: 'black' })
    const made = await render(plan({
      captions: { mode: 'burned', assPath: kit.file('it\'s a cap.ass'), fontsDir: kit.file('some: fonts, [x]'), tracks: [] },
      pictures: [picture(dark, { startFrame: 20, frames: 20 })],
    }))
    const brightness = (await made.frames()).map(frame => Math.max(...frame) > 60)
    expect([24, 25, 34, 35].map(at => brightness[at])).toEqual([false, true, true, false])
  })

  it('shows the colours of captions as they were chosen, from one frame to another', async () => {
    const box = { colour: '#00c853', opacity: 1 }
    const cues = [{ start: 5, length: 10, lines: ['Greener than green'], speaker: 'ANNA' }]
    const ass = toAss({ width: 320, height: 180, rate: { numerator: 25, denominator: 1 } }, {
      captions: { cues, style: { ...captionStyle, size: 0.2, place: 'middle', box }, speakerColours: { ANNA: '#ffd23f' } },
    })
    await writeFile(kit.file('coloured.ass'), ass)
    const made = await render(plan({
      ...{ width: 320, height: 180, durationFrames: 20 },
      captions: { mode: 'burned', assPath: kit.file('coloured.ass'), fontsDir: null, tracks: [] },
    }))
    const bytes = (await kit.ffmpeg.run([
      ...['-i', made.path, '-vf', 'scale=in_color_matrix=bt709:out_range=pc,format=rgb24', '-f', 'rawvideo', '-'],
    ])).stdout
    const greenAt = (frame: number) => {
      const isGreen = (pixel: number) => [0, 0xC8, 0x53].every((wanted, channel) => Math.abs(bytes[pixel * 3 + channel]! - wanted) < 8)
      return Array.from({ length: 320 * 180 }, (_, at) => frame * 320 * 180 + at).filter(isGreen).length
    }
    expect([4, 15].map(greenAt)).toEqual([0, 0])
    expect(Math.min(...[5, 14].map(greenAt))).toBeGreaterThan(2000)
  })

  it('contains soft captions of several languages and metadata', async () => {
    await writeFile(kit.file('cap.srt'), '1\n00:00:00,200 --> 00:00:01,000\nGood evening\n')
    await writeFile(kit.file('cap-de.srt'), '1\n00:00:00,200 --> 00:00:01,000\nGuten Abend\n')
    const tracks = [
      { path: kit.file('cap.srt'), language: '', name: '' },
      { path: kit.file('cap-de.srt'), language: 'de-AT', name: 'Deutsch = ja' },
    ]
    const made = await render(plan({
      captions: { mode: 'soft', assPath: null, fontsDir: null, tracks },
      metadata: { comment: 'Made with AI, says = "this"', title: 'Ein Stück' },
    }))
    const shown = async (track: number) =>
      (await kit.ffmpeg.run(['-i', made.path, '-map', `0:s:${track}`, '-f', 'srt', '-'])).stdout.toString()
    expect(await shown(0)).toContain('00:00:00,200 --> 00:00:01,000\nGood evening')
    expect(await shown(1)).toContain('Guten Abend')
    const { stderr } = await kit.ffmpeg.run(['-i', made.path, '-f', 'null', '-'])
    expect(stderr).toMatch(/\(deu\): Subtitle: mov_text(?!.*default)[^\n]*\n[^\n]*\n\s*handler_name\s*: Deutsch = ja/)
    expect(stderr.match(/Subtitle: mov_text.*\(default\)/g)).toHaveLength(1)
    const tags = (await kit.ffmpeg.run(['-i', made.path, '-f', 'ffmetadata', '-'])).stdout.toString()
    expect(tags).toContain('title=Ein Stück')
    expect(tags).toMatch(/comment=Made with AI, says \\= "this"/)
  })

  it('refuses overlapping pictures and pictures past the end', async () => {
    const still = await kit.picture('still.png')
    const wrong = [
      [picture(still, { frames: 20 }), picture(still, { startFrame: 19, frames: 10 })],
      [picture(still, { startFrame: 30, frames: 5 }), picture(still, { frames: 5 })],
      [picture(still, { startFrame: 10, frames: 41 })],
    ]
    for (const pictures of wrong)
      await expect(render(plan({ pictures }))).rejects.toThrow(RangeError)
  })
})

describe('sound', () => {
  it('keeps the level of a mono take on both sides', async () => {
    const mono = await kit.tone('mono.wav', { channels: 1, level: 0.5, sampleRate: 24_000, seconds: 2 })
    const [left, right] = await (await render(plan({ sounds: [sound(mono)] }))).sound()
    expect(peakDb(left)).toBeCloseTo(-6, 0)
    expect(peakDb(right)).toBeCloseTo(-6, 0)
  })

  it('is in sync with the picture: a flash and its beep are on the same frame', async () => {
    const flash = await kit.clip('sync.mp4', {
      seconds: 2,
      source: 'color=black:s=64x48:r=25:d=1.2[a];color=white:s=64x48:r=25:d=0.8[b];[a][b]concat=n=2',
    })
    const beep = await kit.make('beep.flac', ['-f', 'lavfi', '-i', 'aevalsrc=exprs=\'if(gte(t,1.2),0.5*sin(2*PI*1000*t),0)\':s=44100:d=2'])
    const made = await render(plan({
      durationFrames: 60,
      pictures: [picture(flash, { medium: 'video', startFrame: 20, frames: 40, inFrame: 15 })],
      sounds: [sound(beep, { startSample: 20 * 1920, inSample: 28_800 })],
      loudness: { targetLufs: -16, truePeakDbtp: -1 },
    }))
    const flashSeconds = (await made.frames()).findIndex(isWhite) / 25
    const [left] = await made.sound()
    const beepSeconds = left.findIndex(sample => Math.abs(sample) > 0.05) / 48_000
    expect(flashSeconds).toBeCloseTo(1.4, 5)
    expect(Math.abs(beepSeconds - flashSeconds)).toBeLessThan(0.003)
  })

  it('ends with the picture', async () => {
    const long = await kit.tone('long.wav', { seconds: 4 })
    const made = await render(plan({ rate: { numerator: 60, denominator: 1 }, durationFrames: 77, sounds: [sound(long)] }))
    const [left] = await made.sound()
    // Decoders may play the whole last AAC frame; what counts is the end in the file's metadata.
    expect(left.length / 48_000).toBeGreaterThanOrEqual(77 / 60 - 0.001)
    expect((await probe(made.path, kit)).durationSeconds).toBeCloseTo(77 / 60, 2)
  })

  it('places sounds exact to the sample, trims them and fades them', async () => {
    const steady = await kit.make('steady.wav', ['-f', 'lavfi', '-i', 'aevalsrc=exprs=0.5|0.5:s=48000:d=1'])
    await mixToWav([
      sound(steady, { startSample: 1001, samples: 4800, gainDb: -6.0206 }),
      sound(steady, { startSample: 10_000, samples: 4800, fadeInSamples: 2400, fadeOutSamples: 1200 }),
      sound(steady, { startSample: -47_900 }),
    ], kit.file('mix.wav'), { frames: 20_000 })
    const [left, right] = await decodedSound(kit.ffmpeg, kit.file('mix.wav'))
    expect(left).toHaveLength(20_000)
    expect(right).toEqual(left)
    const at = (sample: number) => Math.round((left[sample] ?? Number.NaN) * 1000) / 1000
    expect([0, 99, 100, 1000, 1001, 5800, 5801].map(at)).toEqual([0.5, 0.5, 0, 0, 0.25, 0.25, 0])
    expect([10_000, 11_200, 12_400, 13_600, 14_200, 14_800].map(at)).toEqual([0, 0.25, 0.5, 0.5, 0.25, 0])
  })

  it('allows the mix to exceed full scale, and joins blocks without a seam', async () => {
    const loud = await kit.tone('loud.wav', { level: 0.9, seconds: 12, frequency: 100 })
    await mixToWav([sound(loud), sound(loud)], kit.file('sum.wav'), { frames: 11 * 48_000 })
    const [left] = await decodedSound(kit.ffmpeg, kit.file('sum.wav'))
    expect(peakDb(left)).toBeCloseTo(5.1, 1)
    const seam = Array.from(left.subarray(479_990, 480_010))
    expect(Math.max(...seam.slice(1).map((sample, at) => Math.abs(sample - (seam[at] ?? 0))))).toBeLessThan(0.03)
  })

  it.each([
    ['a quiet voice', 'aevalsrc=exprs=\'0.02*sin(2*PI*300*t)*(0.6+0.4*sin(2*PI*3*t))\':s=48000:d=4'],
    ['a loud one with sharp peaks', 'aevalsrc=exprs=\'0.1*sin(2*PI*300*t)+if(lt(mod(t,0.5),0.002),0.85,0)\':s=48000:d=4'],
  ])('brings %s to the requested loudness and keeps peaks below the ceiling', async (name, source) => {
    const take = await kit.make(`${name}.wav`, ['-f', 'lavfi', '-i', source])
    const made = await render(plan({ durationFrames: 100, sounds: [sound(take)], loudness: { targetLufs: -16, truePeakDbtp: -1.5 } }))
    expect(Math.abs((made.report.integratedLufs ?? 0) + 16)).toBeLessThan(1)
    expect(made.report.truePeakDbtp).toBeLessThanOrEqual(-1)
  })

  it('is not moved in time by the limiter', async () => {
    const clicks = await kit.make(
      'clicks.wav',
      ['-f', 'lavfi', '-i', 'aevalsrc=exprs=\'0.02*sin(2*PI*300*t)+if(lt(mod(t,0.5),0.002),0.9,0)\':s=48000:d=2'],
    )
    const loud = await render(plan({ sounds: [sound(clicks)], loudness: { targetLufs: -20, truePeakDbtp: -12 } }))
    const [left] = await loud.sound()
    const second = 12_000 + left.subarray(12_000).findIndex(sample => Math.abs(sample) > 0.18)
    expect(Math.abs(second - 24_000)).toBeLessThan(48)
    expect(peakDb(left)).toBeLessThan(-11)
  })

  it('is silent, and reports so, when a plan has no sound', async () => {
    const made = await render(plan({ sounds: [], loudness: { targetLufs: -16, truePeakDbtp: -1 } }))
    expect(made.report).toMatchObject({ integratedLufs: null, gainDb: 0 })
    expect(await probe(made.path, kit)).toMatchObject({ sampleRate: 48_000, channels: 2, audioCodec: 'aac', videoCodec: 'avc' })
  })
})

describe('a render', () => {
  it('leaves nothing behind when it is stopped, and keeps an existing file', async () => {
    const clip = await kit.clip('slow.mp4', { width: 320, height: 240, seconds: 5 })
    const outPath = kit.file('kept.mp4')
    await writeFile(outPath, 'the last delivery')
    const stop = new AbortController()
    const reason = new Error('stopped by the user')
    const running = renderPlan(plan({
      width: 1280,
      height: 720,
      durationFrames: 2000,
      pictures: [picture(clip, { medium: 'video', frames: 2000 })],
    }), outPath, {
      ffmpeg: kit.ffmpeg,
      workDir: kit.file('stopped'),
      signal: stop.signal,
      onProgress: () => stop.abort(reason),
    })
    await expect(running).rejects.toBe(reason)
    expect(await readdir(kit.file('stopped'))).toEqual([])
    expect((await readdir(kit.folder)).filter(name => name.includes('.part'))).toEqual([])
    expect(await readFile(outPath, 'utf8')).toBe('the last delivery')
  })

  it('names the source that could not be read, and leaves nothing behind', async () => {
    await writeFile(kit.file('broken.png'), 'no picture')
    const outPath = kit.file('never.mp4')
    const failing = renderPlan(plan({ pictures: [picture(kit.file('broken.png'))] }), outPath, {
      ffmpeg: kit.ffmpeg,
      workDir: kit.file('failing'),
    })
    await expect(failing).rejects.toMatchObject({
      name: 'BrokenSourceError',
      message: expect.stringContaining('broken.png'),
    })
    expect(await readdir(kit.file('failing'))).toEqual([])
    expect((await readdir(kit.folder)).filter(name => name.startsWith('never'))).toEqual([])
  })

  it('reports its progress, never decreasing, up to the end', async () => {
    const told: number[] = []
    await render(plan({ pictures: [picture(await kit.picture('still.png'))] }), { onProgress: share => told.push(share) })
    expect(told.at(-1)).toBe(1)
    expect(told.every((share, at) => share >= (told[at - 1] ?? 0) && share <= 1)).toBe(true)
  })

  it('names what an ffmpeg lacks before it starts', async () => {
    const poor = { ...kit.ffmpeg, encoders: new Set(['aac']) }
    await expect(renderPlan(plan(), kit.file('poor.mp4'), { ffmpeg: poor, workDir: kit.file('poor') })).rejects.toMatchObject({
      name: 'FfmpegLacksError',
      missing: ['libx264'],
    })
  })

  it('gives up an ffmpeg that hangs', async () => {
    const folder = kit.file('odd')
    await mkdir(folder)
    const hanging = await openOddFfmpeg(folder, 'case "$*" in *segment-0.mp4*) exec sleep 600;; esac')
    const outPath = kit.file('hung.mp4')
    const failing = renderPlan(plan(), outPath, { ffmpeg: hanging, workDir: kit.file('hung'), stallTimeoutMs: 400 })
    await expect(failing).rejects.toThrow('stalled and was killed')
    expect(await readdir(kit.file('hung'))).toEqual([])
    expect((await readdir(kit.folder)).filter(name => name.startsWith('hung.'))).toEqual([])
  })

  it('draws 300 pictures of odd sizes at one moment', async () => {
    const paths = await Promise.all([1, 2, 3].map(size =>
      kit.picture(`odd-${size}.png`, { width: 2 * size + 1, height: 4 * size - 1, colour: 'white' })))
    const single = fromSingle([picture(paths[0] ?? '', { frames: 4 })])
    const pictures = Array.from({ length: 300 }, (_, at) => ({
      ...single.pictures[0]!,
      file: { path: paths[at % 3] ?? '', medium: 'picture' as const },
      look: { ...plainLook, scale: 0.1, x: (at % 20) / 20 - 0.45, y: Math.floor(at / 20) / 15 - 0.45 },
    }))
    const { report, frames } = await render({
      ...plan({ durationFrames: 4 }),
      pictures,
      stretches: [{ startFrame: 0, frames: 4, layers: pictures.map((_, at) => at) }],
    })
    expect(report.frames).toBe(4)
    const means = (await frames()).map(frame => frame.reduce((sum, grey) => sum + grey, 0) / frame.length)
    expect(Math.min(...means), `${means}`).toBeGreaterThan(100)
  })
})
