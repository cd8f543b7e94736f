/**
 * What a person brings: every kind that ffmpeg decodes comes in with its facts, and the rest is refused in words.
 *
 * @module-tag all
 */
import type { Fault } from '#contract/faults.ts'
import type { Take } from '#contract/takes.ts'
import type { Drawn, MediaKit } from '../../kit/media.ts'
import { createReadStream } from 'node:fs'
import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { wavOfPcm16 } from '../../../src-main/base/wav.ts'
import { decodeToWav48k } from '../../../src-main/media/sound/decode.ts'
import { readWavLayout } from '../../../src-main/media/wav.ts'
import { faults as english } from '../../../src-renderer/texts/en/faults.ts'
import { openComingIn } from '../../kit/coming-in.ts'
import { openMediaKit } from '../../kit/media.ts'

let kit: MediaKit
beforeAll(async () => {
  kit = await openMediaKit()
})
afterAll(() => kit.close())

/** Drawn by one command, when the first of them is needed. */
function drawnTogether(inputs: readonly string[], files: readonly Drawn[]): (name: string) => Promise<string> {
  let drawing: Promise<void> | undefined
  return async (name) => {
    drawing ??= kit.makeAll(inputs, files)
    await drawing
    return kit.file(name)
  }
}

function filmInputs(size: string, rate: number): readonly string[] {
  return ['-f', 'lavfi', '-i', `testsrc=s=${size}:r=25:d=1`, '-f', 'lavfi', '-i', `sine=f=440:r=${rate}:d=1`]
}
const film = (codecs: readonly string[]): readonly string[] => ['-map', '0:v', '-map', '1:a', '-pix_fmt', 'yuv420p', ...codecs]

const films: readonly (readonly [name: string, args: readonly string[], extension: string])[] = [
  ['camera.mts', film(['-c:v', 'libx264', '-c:a', 'ac3', '-f', 'mpegts', '-mpegts_m2ts_mode', '1']), 'm2ts'],
  ['disc.m2ts', film(['-c:v', 'libx264', '-c:a', 'ac3']), 'm2ts'],
  ['tv.ts', film(['-c:v', 'mpeg2video', '-c:a', 'mp2']), 'ts'],
  ['tv-ac3.ts', film(['-c:v', 'mpeg2video', '-c:a', 'ac3']), 'ts'],
  ['wiki.ogv', film(['-c:v', 'libtheora', '-c:a', 'libvorbis']), 'ogv'],
  ['windows.wmv', film(['-c:v', 'wmv2', '-c:a', 'wmav2']), 'wmv'],
  ['windows.asf', film(['-c:v', 'msmpeg4', '-c:a', 'wmav1']), 'wmv'],
  ['dvd.vob', film(['-c:v', 'mpeg2video', '-c:a', 'mp2', '-f', 'vob']), 'mpg'],
  ['old.mpg', film(['-c:v', 'mpeg1video', '-c:a', 'mp2']), 'mpg'],
  ['news.mxf', film(['-c:v', 'mpeg2video', '-c:a', 'pcm_s16le', '-ar', '48000']), 'mxf'],
  ['tape.dv', film(['-target', 'pal-dv']), 'dv'],
  ['flash.flv', film(['-c:v', 'flv1', '-c:a', 'mp3']), 'flv'],
  ['phone.3gp', film(['-c:v', 'h263', '-c:a', 'aac']), 'mp4'],
  ['old.avi', film(['-c:v', 'mpeg4', '-c:a', 'mp3']), 'avi'],
  ['part2.mp4', film(['-c:v', 'mpeg4', '-c:a', 'aac']), 'mp4'],
  ['archive.mkv', film(['-c:v', 'ffv1', '-c:a', 'flac']), 'mkv'],
  ['media-center.wtv', film(['-c:v', 'mpeg2video', '-c:a', 'mp2']), 'wtv'],
  ['real.rm', film(['-c:v', 'rv10', '-c:a', 'ac3']), 'rm'],
  ['plain.nut', film(['-c:v', 'libx264', '-c:a', 'mp3']), 'nut'],
]
function pictureOnly(...codecs: readonly string[]): readonly string[] {
  return ['-map', '0:v', '-pix_fmt', 'yuv420p', ...codecs]
}
const silentFilms: readonly (readonly [name: string, args: readonly string[], extension: string])[] = [
  ['bare.h264', pictureOnly('-c:v', 'libx264'), 'h264'],
  ['bare.m2v', pictureOnly('-c:v', 'mpeg2video'), 'mpg'],
  ['bare.ivf', pictureOnly('-c:v', 'libvpx'), 'ivf'],
  ['raw.y4m', pictureOnly(), 'y4m'],
]
const sounds: readonly (readonly [name: string, args: readonly string[], extension: string])[] = [
  ['sony.w64', [], 'w64'],
  ['dolby.ac3', ['-c:a', 'ac3'], 'ac3'],
  ['dolby.eac3', ['-c:a', 'eac3'], 'eac3'],
  ['cinema.dts', ['-c:a', 'dca', '-strict', '-2'], 'dts'],
  ['windows.wma', ['-c:a', 'wmav2'], 'wma'],
  ['packed.wv', [], 'wv'],
  ['true.tta', [], 'tta'],
  ['apple.aiff', [], 'aiff'],
  ['apple.caf', [], 'caf'],
  ['sun.au', [], 'au'],
  ['blaster.voc', [], 'voc'],
  ['call.spx', ['-c:a', 'libspeex', '-ar', '16000'], 'ogg'],
  ['layer2.mp2', ['-c:a', 'mp2'], 'mp3'],
]

const still = (...codecs: readonly string[]): readonly string[] => ['-frames:v', '1', ...codecs]
const pictures: readonly (readonly [name: string, args: readonly string[], extension: string])[] = [
  ['web.png', still(), 'png'],
  ['camera.jpg', still('-update', '1'), 'jpg'],
  ['web.webp', still(), 'webp'],
  ['one.gif', still(), 'gif'],
  ['windows.bmp', still(), 'bmp'],
  ['scan.tiff', still(), 'tiff'],
  ['web.avif', still('-c:v', 'libaom-av1', '-cpu-used', '8', '-pix_fmt', 'yuv420p', '-still-picture', '1'), 'avif'],
  ['archive.jp2', still('-c:v', 'jpeg2000', '-pix_fmt', 'rgb24'), 'jp2'],
  ['quick.qoi', still('-pix_fmt', 'rgb24'), 'qoi'],
]
const movingPictures: readonly (readonly [name: string, args: readonly string[]])[] = [
  ['moves.gif', []],
  ['moves.png', ['-f', 'apng']],
  ['moves.webp', ['-c:v', 'libwebp_anim']],
  ['moves.avif', ['-c:v', 'libaom-av1', '-cpu-used', '8', '-pix_fmt', 'yuv420p']],
]

const isTape = ([name]: Drawn): boolean => name === 'tape.dv'
const drawTape = drawnTogether(filmInputs('720x576', 48_000), films.filter(isTape))
const drawFilm = drawnTogether(filmInputs('176x144', 44_100), [...films, ...silentFilms].filter(each => !isTape(each)))
const drawSound = drawnTogether(['-f', 'lavfi', '-i', 'sine=f=440:r=48000:d=1'], sounds)
const drawPicture = drawnTogether(['-f', 'lavfi', '-i', 'testsrc=s=64x48'], pictures)
const drawMoving = drawnTogether(['-f', 'lavfi', '-i', 'testsrc=s=64x48:r=5:d=1'], movingPictures)

interface Row { readonly kind: string, readonly facts: readonly string[] }
const rows: Row[] = []
/** What the page about it says of a take. */
function note(name: string, args: readonly string[], { medium, asset }: Take): void {
  const codecs = args.flatMap((arg, at) => args[at - 1] === '-c:v' || args[at - 1] === '-c:a' ? arg : [])
  const extension = name.slice(name.lastIndexOf('.') + 1)
  const { width, height, framesPerSecond, sampleRate, channels, durationSeconds } = asset
  rows.push({
    kind: codecs.length === 0 ? extension : `${extension}: ${codecs.join(' + ')}`,
    facts: [
      { audio: 'sound', video: 'film', picture: 'still', text: 'text' }[medium],
      asset.mime,
      width === null ? '–' : `${width} × ${height}${framesPerSecond === null ? '' : `, ${Math.round(framesPerSecond)} fps`}`,
      channels === null ? '–' : `${sampleRate} Hz, ${channels === 1 ? 'mono' : channels === 2 ? 'stereo' : `${channels} channels`}`,
      durationSeconds === null ? '–' : `${durationSeconds.toFixed(1)} s`,
    ],
  })
}

function mediaInPage(): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  const columns = ['File', 'Comes in as', 'Type by its bytes', 'Picture', 'Sound', 'Length']
  return [
    '# What comes in',
    '',
    'Files of each kind, as they are filed: films of a second with a tone, sounds of a second, pictures that move for one. The facts',
    'are those of the decoder: a picture and the whole sound were decoded when the file came. A sound lasts as long as its samples, a film as',
    'long as its streams together. Of several sounds, the default one counts. A picture that moves becomes a film of PNG in MOV with its own',
    'times and transparency, or a still, as the person chooses.',
    '',
    'What the installed ffmpeg cannot decode is refused with its name: HEIC with every ffmpeg that cannot put its tiles together, and codecs that it',
    'has no decoder for. A file that is empty, ends early or has no samples is refused in these words.',
    '',
    '`test/main/files/coming-in.test.ts` imports each, and fails when this page differs from what it found;',
    '`vitest run --config test/vitest.config.ts test/main/files/coming-in.test.ts -u` writes it anew.',
    '',
    line(columns),
    line(columns.map(() => '---')),
    ...rows.map(({ kind, facts }) => line([kind, ...facts])),
    '',
  ].join('\n')
}

/** Of a WAV of 48 kHz stereo in 16 bits: one array for each side, −1 to 1. */
async function samplesOf(path: string): Promise<[Float32Array, Float32Array]> {
  const [{ dataOffset, frames, channels, encoding, bitsPerSample }, bytes] = [await readWavLayout(path), await readFile(path)]
  expect({ channels, encoding, bitsPerSample }).toEqual({ channels: 2, encoding: 'int', bitsPerSample: 16 })
  const side = (which: number) =>
    Float32Array.from({ length: frames }, (_, at) => bytes.readInt16LE(dataOffset + at * 4 + which * 2) / 32_768)
  return [side(0), side(1)]
}

describe('comes in', () => {
  it.each(films)('%s with its picture and its sound', async (name, args, extension) => {
    const { bring } = await openComingIn()
    const take = await bring(await (name === 'tape.dv' ? drawTape : drawFilm)(name))
    note(name, args, take)
    const [width, height] = name === 'tape.dv' ? [768, 576] : [176, 144]
    expect(take).toMatchObject({ medium: 'video', title: name, asset: { extension, width, height, hasPoster: true, hasPeaks: true } })
    expect(take.asset.framesPerSecond).toBeCloseTo(25, 0)
    expect(Math.abs((take.asset.durationSeconds ?? 0) - 1)).toBeLessThan(0.15)
  })

  it.each(silentFilms)('%s, which has only a picture', async (name, args, extension) => {
    const { bring } = await openComingIn()
    const take = await bring(await drawFilm(name))
    note(name, args, take)
    expect(take).toMatchObject({ medium: 'video', asset: { extension, width: 176, height: 144, channels: null, hasPoster: true } })
    expect(Math.abs((take.asset.durationSeconds ?? 0) - 1)).toBeLessThan(0.15)
  })

  it.each(sounds)('%s with its length', async (name, args, extension) => {
    const { bring, assets } = await openComingIn()
    const take = await bring(await drawSound(name))
    note(name, args, take)
    expect(take).toMatchObject({ medium: 'audio', asset: { extension, hasPeaks: true } })
    await decodeToWav48k(assets.pathOf(take.asset), kit.file('length.wav'), kit)
    const { frames } = await readWavLayout(kit.file('length.wav'))
    expect(Math.abs((take.asset.durationSeconds ?? 0) - frames / 48_000)).toBeLessThan(2 / 48_000)
  })
})

describe('a picture', () => {
  it.each(pictures)('%s comes in', async (name, args, extension) => {
    const { bring } = await openComingIn()
    const take = await bring(await drawPicture(name))
    note(name, args, take)
    expect(take).toMatchObject({ medium: 'picture', asset: { extension, width: 64, height: 48, durationSeconds: null, hasPoster: true } })
  })

  it.each(movingPictures)('%s moves', async (name, args) => {
    const { bring } = await openComingIn()
    const take = await bring(await drawMoving(name))
    note(name, args, take)
    expect(take).toMatchObject({ medium: 'video', asset: { extension: 'mov', width: 64, height: 48, hasPoster: true } })
  })
})

it('the page about it says what was found', async ({ skip }) => {
  const all = films.length + silentFilms.length + sounds.length + pictures.length + movingPictures.length
  skip(rows.length < all, 'only some were imported')
  await expect(mediaInPage()).toMatchFileSnapshot('../../../resources/media-in.md')
})

describe('lasts as long as its samples', () => {
  const loops: readonly (readonly [name: string, args: readonly string[]])[] = [
    ['lame.mp3', ['-c:a', 'libmp3lame', '-b:a', '64k', '-ar', '44100']],
    ['lame-vbr.mp3', ['-c:a', 'libmp3lame', '-q:a', '4']],
    ['no-xing.mp3', ['-c:a', 'libmp3lame', '-write_xing', '0']],
    ['priming.m4a', ['-c:a', 'aac']],
    ['quicktime.mov', ['-c:a', 'aac']],
    ['low.m4a', ['-c:a', 'aac', '-ar', '22050']],
    ['granule.ogg', ['-c:a', 'libvorbis']],
    ['skip.opus', ['-c:a', 'libopus']],
    ['lossless.flac', []],
  ]
  const tone = '0.5*sin(2*PI*440*t)'
  const drawLoop = drawnTogether(['-f', 'lavfi', '-i', `aevalsrc=${tone}|${tone}:s=48000:d=3`], loops)
  it.each(loops)('%s, so that a loop has no hole', async (name) => {
    const { bring, assets } = await openComingIn()
    const take = await bring(await drawLoop(name))
    const isPadded = name === 'no-xing.mp3'
    if (!isPadded)
      expect(Math.abs((take.asset.durationSeconds ?? 0) - 3)).toBeLessThan(0.002)
    // What is played of it is sound to its end: the last hundredth of a second is as loud as the rest.
    await decodeToWav48k(assets.pathOf(take.asset), kit.file('loop.wav'), kit)
    const { frames } = await readWavLayout(kit.file('loop.wav'))
    expect(frames).toBeGreaterThanOrEqual(Math.floor((take.asset.durationSeconds ?? 0) * 48_000))
    const [left] = await samplesOf(kit.file('loop.wav'))
    const end = Math.floor((take.asset.durationSeconds ?? 0) * 48_000)
    if (!isPadded)
      expect(left.slice(end - 480, end).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)).toBeGreaterThan(0.4)
  })
})

describe('several sounds', () => {
  const stereo = `aevalsrc='0.5*sin(2*PI*440*t)|0.5*sin(2*PI*880*t)':s=48000:d=2`
  const mono = `aevalsrc='0.5*sin(2*PI*200*t)':s=44100:d=2`
  /** The second sound is the default one. */
  const two = (first: number, second: number): string[] => [
    ...['-map', '0:v', '-map', `${first}:a`, '-map', `${second}:a`],
    ...['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-b:a', '160k', '-disposition:a:0', '0', '-disposition:a:1', 'default'],
  ]
  const containers = ['mp4', 'mkv', 'mov']
  const drawTwo = drawnTogether(
    ['-f', 'lavfi', '-i', 'color=c=red:s=64x48:r=25:d=2', '-f', 'lavfi', '-i', stereo, '-f', 'lavfi', '-i', mono],
    containers.flatMap((extension): Drawn[] => [[`second-default.${extension}`, two(1, 2)], [`mono-first.${extension}`, two(2, 1)]]),
  )
  const levelOf = async (path: string, frequency: number, side: 'left' | 'right'): Promise<number> => {
    const samples = (await samplesOf(path))[side === 'left' ? 0 : 1].slice(12_000, 84_000)
    let [re, im] = [0, 0]
    samples.forEach((sample, at) => {
      const phase = 2 * Math.PI * frequency * at / 48_000
      re += sample * Math.cos(phase)
      im += sample * Math.sin(phase)
    })
    return 2 * Math.hypot(re, im) / samples.length
  }
  it.each(containers)('of a %s, the default one is heard, whole and at its level', async (extension) => {
    const { bring, assets } = await openComingIn()
    const later = await bring(await drawTwo(`second-default.${extension}`))
    expect(later.asset).toMatchObject({ channels: 1, sampleRate: 44_100 })
    await decodeToWav48k(assets.pathOf(later.asset), kit.file('heard.wav'), kit)
    const heard = kit.file('heard.wav')
    expect([await levelOf(heard, 200, 'left'), await levelOf(heard, 200, 'right')])
      .toEqual([expect.closeTo(0.5, 1), expect.closeTo(0.5, 1)])
    const other = await bring(await drawTwo(`mono-first.${extension}`))
    expect(other.asset).toMatchObject({ channels: 2, sampleRate: 48_000 })
    await decodeToWav48k(assets.pathOf(other.asset), kit.file('heard.wav'), kit)
    expect([await levelOf(heard, 440, 'left'), await levelOf(heard, 880, 'right'), await levelOf(heard, 440, 'right')])
      .toEqual([expect.closeTo(0.5, 1), expect.closeTo(0.5, 1), expect.closeTo(0, 1)])
  })

  it('any of them can be chosen, and one of its sides', async () => {
    const path = await drawTwo('second-default.mp4')
    await decodeToWav48k(path, kit.file('chosen.wav'), { ...kit, choice: { track: 0, channel: 'right' } })
    const chosen = kit.file('chosen.wav')
    expect([await levelOf(chosen, 880, 'left'), await levelOf(chosen, 880, 'right'), await levelOf(chosen, 440, 'left')])
      .toEqual([expect.closeTo(0.5, 1), expect.closeTo(0.5, 1), expect.closeTo(0, 1)])
    await decodeToWav48k(path, kit.file('absent.wav'), { ...kit, choice: { track: 7, channel: 'both' } })
    expect(await levelOf(kit.file('absent.wav'), 200, 'right')).toBeCloseTo(0.5, 1)
  })
})

describe('a sound book with a picture for each chapter', () => {
  const chapter = (start: number, end: number): string => `[CHAPTER]\nTIMEBASE=1/1\nSTART=${start}\nEND=${end}\ntitle=From ${start}\n`
  const chapters = `;FFMETADATA1\n${chapter(0, 10)}${chapter(10, 30)}`
  const pictures = (rate: string): string[] => ['-f', 'lavfi', '-i', `testsrc=s=64x48:r=${rate}:d=30`, '-f', 'lavfi', '-i', 'sine=d=30']
  async function brought(name: string, rate: string, codecs: readonly string[], hasChapters: boolean) {
    const { bring, assets } = await openComingIn()
    await writeFile(kit.file('chapters.txt'), chapters)
    const more = hasChapters ? ['-f', 'ffmetadata', '-i', kit.file('chapters.txt'), '-map_metadata', '2'] : []
    const take = await bring(await kit.make(name, [...pictures(rate), ...more, '-map', '0:v', '-map', '1:a', ...codecs, '-c:a', 'aac']))
    return { take, path: assets.pathOf(take.asset) }
  }

  it.each([
    ['book.mp4', '1/10', ['-c:v', 'mjpeg']],
    ['book.mov', '1/15', ['-c:v', 'png']],
    ['book.mkv', '1/10', ['-c:v', 'mjpeg']],
  ])('%s is a sound, with all of its sound and its chapters', async (name, rate, codecs) => {
    const { take, path } = await brought(name, rate, codecs, true)
    expect(take).toMatchObject({ medium: 'audio', asset: { width: null, height: null, channels: 1, hasPeaks: true } })
    expect(take.asset.mime).toMatch(/^audio\//)
    expect(take.asset.durationSeconds).toBeCloseTo(30, 0)
    await decodeToWav48k(path, kit.file('book.wav'), kit)
    expect((await readWavLayout(kit.file('book.wav'))).frames / 48_000).toBeCloseTo(30, 0)
    const { stderr } = await kit.ffmpeg.run(['-i', path, '-map', '0:a', '-t', '0.1', '-f', 'null', '-'])
    expect(stderr).toMatch(/Chapter #0:1/)
  })

  it('calls itself a sound: M4A or M4B', async () => {
    const { take } = await brought('book.m4b', '1/10', ['-c:v', 'mjpeg', '-f', 'mp4', '-brand', 'M4B '], false)
    expect(take).toMatchObject({ medium: 'audio', asset: { width: null } })
  })

  it.each([
    ['slides.mp4', '1/10', ['-c:v', 'libx264', '-pix_fmt', 'yuv420p'], true],
    ['photos.mp4', '1/10', ['-c:v', 'mjpeg'], false],
    ['camera.mov', '10', ['-c:v', 'mjpeg'], true],
  ])('is no slideshow: %s stays a film', async (name, rate, codecs, hasChapters) => {
    const { take } = await brought(name, rate, codecs, hasChapters)
    expect(take).toMatchObject({ medium: 'video', asset: { width: 64, height: 48, channels: 1 } })
  })
})

/** An animated WebP is in no ffmpeg before 8; a HEIC is in none of those that systems bring. */
describe('is refused in words that name the file', () => {
  const heic = Buffer.concat([
    Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'),
    Buffer.from('\0\0\0\x0Cmeta\0\0\0\0', 'latin1'),
    Buffer.from('\0\0\0\x10mdat01234567', 'latin1'),
  ])
  it('a HEIC is not called damaged', async () => {
    const { bring, assets, root } = await openComingIn()
    await writeFile(kit.file('IMG_0001.HEIC'), heic)
    const fault = await bring(kit.file('IMG_0001.HEIC')).catch((error: unknown) => error)
    const reason = expect.stringMatching(/^no-decoder: .*image\/heic/)
    expect(fault).toMatchObject({ code: 'unreadable-file', data: { name: 'IMG_0001.HEIC', reason } })
    expect(JSON.stringify(fault)).not.toContain(root)
    const { what } = english.words['unreadable-file']((fault as Fault<'unreadable-file'>).data)
    expect(what).toMatch(/IMG_0001\.HEIC.*HEIC.*not damaged/)
    expect(await readdir(assets.folder, { recursive: true })).toEqual([])
    expect(await readdir(join(root, 'incoming'))).toEqual([])
  })

  it('a HEIC that ends early is cut short', async () => {
    const { bring } = await openComingIn()
    await writeFile(kit.file('cut.heic'), heic.subarray(0, -4))
    await expect(bring(kit.file('cut.heic'))).rejects.toMatchObject({ data: { reason: expect.stringMatching(/^cut-short/) } })
  })

  it('a sound without samples', async () => {
    const { bring } = await openComingIn()
    await writeFile(kit.file('none.wav'), wavOfPcm16(new Uint8Array(), { sampleRate: 48_000, channels: 1 }))
    const silent = { name: 'none.wav', reason: expect.stringMatching(/^no-samples/) }
    await expect(bring(kit.file('none.wav'))).rejects.toMatchObject({ code: 'unreadable-file', data: silent })
  })

  it('a film whose pictures no decoder gives, with nothing left of it', async () => {
    const { bring, assets } = await openComingIn()
    const whole = await readFile(await kit.clip('whole.mkv', { seconds: 1, args: ['-c:v', 'libx264'] }))
    // Another codec than any program knows, of the same length.
    const at = whole.indexOf('V_MPEG4/ISO/AVC')
    whole.write('V_MPEG9/ISO/XXX', at)
    await writeFile(kit.file('unknown-codec.mkv'), whole)
    const unknown = { name: 'unknown-codec.mkv' }
    await expect(bring(kit.file('unknown-codec.mkv'))).rejects.toMatchObject({ code: 'unreadable-file', data: unknown })
    expect((await readdir(assets.folder, { recursive: true })).filter(name => name.includes('.'))).toEqual([])
  })

  it('bytes of no kind at all, at the door', async () => {
    const { imports } = await openComingIn()
    await writeFile(kit.file('noise.mts'), Buffer.from(Array.from({ length: 20_000 }, (_, at) => (at * 7919 + at * at * 31) % 256)))
    await expect(imports.receive('noise.mts', createReadStream(kit.file('noise.mts')), null))
      .rejects
      .toMatchObject({ code: 'unsupported-file' })
  })

  it('the same file again, again', async () => {
    const { bring } = await openComingIn()
    await copyFile(await kit.tone('good.wav'), kit.file('again.wav'))
    const [first, second] = [await bring(kit.file('again.wav')), await bring(kit.file('again.wav'))]
    expect(second.asset).toEqual(first.asset)
  })
})
