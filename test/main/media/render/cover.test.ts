import type { MediainfoTrack } from '../../../kit/every-preset.ts'
/**
 * Sound with a cover and tags, as ffprobe, exiftool and mediainfo read it; and covers from pictures of every kind.
 *
 * @module-tag wide
 */
import type { MediaKit } from '../../../kit/media.ts'
import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { formats } from '#rules/deliver/formats.ts'
import { presets } from '#rules/deliver/presets.ts'
import { kindTags, tagsOfSound } from '#rules/deliver/sound-tags.ts'
import { drawCover } from '../../../../src-main/media/render/cover.ts'
import { renderPlan } from '../../../../src-main/media/render/render.ts'
import { UnreadableMediaError } from '../../../../src-main/media/unreadable.ts'
import { chapters, ffprobe, mediainfo, planOf } from '../../../kit/every-preset.ts'
import { openMediaKit } from '../../../kit/media.ts'

const run = promisify(execFile)
const words = {
  title: 'The "Storm"; it\'s #1 = 100% 🌊',
  artist: 'Zoë\n& 王',
  album: 'Seas\\Harbours [2]',
  track: '3/12',
  year: '2026',
  comment: 'First, "quoted"\r\nthen \u0000\'more\'; #2 = 🎧',
}
/** One of each. */
const kinds = [...new Map(presets.filter(({ format }) => formats[format].cover).map(preset => [preset.format, preset])).values()]

let kit: MediaKit
let picture: string
let delivered: ReadonlyMap<string, { readonly path: string, readonly tracks: readonly MediainfoTrack[] }>
const signal = new AbortController().signal

beforeAll(async () => {
  kit = await openMediaKit()
  const name = 'it\'s, "a" [cover] %d;🌊.png'
  picture = await kit.picture(name, { width: 90, height: 60 })
  const tone = await kit.tone('tone.wav', { seconds: 0.2 })
  const paths = await Promise.all(kinds.map(async ({ format, video, audio }) => {
    const sources = { red: '', blue: '', tone, words: '' }
    const plan = planOf({ id: '', name: '', format, video, audio, loudness: null, captionModes: ['none'] }, sources)
    const silent = { ...plan, pictures: [], stretches: [], durationFrames: 5, chapters: chapters.slice(0, 1) }
    const path = kit.file(`sound.${format}`)
    const tagged = { ...silent, metadata: { ...kindTags(format), ...tagsOfSound(words) }, cover: { path: picture } }
    await renderPlan(tagged, path, { ffmpeg: kit.ffmpeg, workDir: kit.file('work') })
    return path
  }))
  const tracks = await mediainfo(paths)
  delivered = new Map(kinds.map(({ format }, at) => [format, { path: paths[at]!, tracks: tracks[at]! }]))
}, 60_000)
afterAll(() => kit.close())

function lower(tags: Readonly<Record<string, string>> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(tags).map(([name, value]) => [name.toLowerCase(), value]))
}
const binary = { encoding: 'buffer', maxBuffer: 1e8 } as const

it.each(kinds)('$format holds the cover and the words', async ({ format }) => {
  const { path, tracks: [general] } = delivered.get(format)!
  const [{ streams, format: whole, chapters: marks }, exif, shown] = await Promise.all([
    ...[ffprobe(path), run('exiftool', ['-json', '-a', path])] as const,
    run('exiftool', ['-b', '-Picture', '-CoverArt', path], binary),
  ])
  const comment = 'First, "quoted"\nthen \'more\'; #2 = 🎧'
  expect(lower(format === 'opus' ? streams[0]?.tags : whole.tags)).toMatchObject({
    ...{ title: words.title, artist: 'Zoë & 王', album: words.album, track: '3/12', date: '2026', comment },
    ...format === 'm4b' && { media_type: '2' },
  })
  expect(marks).toHaveLength(1)
  const pictures = streams.filter(({ codec_type }) => codec_type === 'video')
  expect(pictures.map(({ codec_name, width, height, disposition }) => [codec_name, width, height, disposition.attached_pic]))
    .toEqual([['mjpeg', 90, 60, 1]])
  // mediainfo and exiftool read ID3 two bytes a letter.
  const title = format === 'mp3' ? words.title.replace('🌊', '??') : words.title
  expect([general?.Title, general?.Performer, general?.Album, general?.Cover]).toEqual([title, 'Zoë & 王', words.album, 'Yes'])
  const [read] = JSON.parse(exif.stdout) as Record<string, string>[]
  if (format === 'mp3')
    expect(read?.Title).toContain('it\'s #1 = 100%')
  else
    expect(read?.Title).toBe(words.title)
  expect([read?.Artist, read?.Album]).toEqual(['Zoë & 王', words.album])
  expect(read?.MediaType).toBe(format === 'm4b' ? 'Audiobook' : undefined)
  // exiftool reads the cover of Ogg in its own way: the picture as ffmpeg gives it back is compared instead.
  const given = format === 'opus' && await kit.ffmpeg.run(['-i', path, '-map', '0:v', '-c', 'copy', '-f', 'image2pipe', '-'])
  const drawn = given ? given.stdout : shown.stdout
  expect([drawn.length > 200, drawn.readUInt16BE(0)]).toEqual([true, 0xFFD8])
})

async function drawn(path: string): Promise<{ size: string, corner: number[] }> {
  const folder = kit.file(`drawn-${Math.random()}`)
  await mkdir(folder)
  await drawCover({ path }, { folder, ffmpeg: kit.ffmpeg, signal })
  const { streams: [stream] } = await ffprobe(`${folder}/cover.jpg`)
  const { stdout } = await kit.ffmpeg.run(['-i', `${folder}/cover.jpg`, '-pix_fmt', 'rgb24', '-f', 'rawvideo', '-'])
  return { size: `${stream?.width}×${stream?.height}`, corner: [...stdout.subarray(0, 3)] }
}

it('becomes a whole JPEG of at most 3000 pixels, upright, white where it is transparent', async () => {
  const draw = (name: string, source: string, args: readonly string[] = []) =>
    kit.make(name, ['-f', 'lavfi', '-i', source, '-frames:v', '1', '-update', '1', ...args])
  const [wide, clear, thin, deep] = await Promise.all([
    draw('wide.png', 'color=c=red:s=3200x64'),
    draw('clear.png', 'color=c=red@0:s=33x31,format=rgba'),
    draw('thin.bmp', 'color=c=red:s=2x3200'),
    draw('deep.png', 'color=c=red:s=64x64', ['-pix_fmt', 'rgb48be']),
  ])
  expect(await drawn(wide)).toMatchObject({ size: '3000×60' })
  const white = await drawn(clear)
  expect([white.size, white.corner.every(value => value > 250)]).toEqual(['33×31', true])
  expect(await drawn(thin)).toMatchObject({ size: '2×3000' })
  expect((await drawn(deep)).size).toBe('64×64')
  const turned = await draw('turned.jpg', 'color=c=red:s=60x40')
  await run('exiftool', ['-overwrite_original', '-n', '-Orientation=6', turned])
  expect((await drawn(turned)).size).toBe('40×60')
})

it('is refused before anything is rendered where it is no picture', async () => {
  const cut = kit.file('cut.png')
  await writeFile(cut, (await readFile(picture)).subarray(0, 60))
  const [words, list] = [kit.file('words.png'), kit.file('list.jpg')]
  await writeFile(words, 'No picture at all')
  await writeFile(list, `#EXTM3U\nfile://${dirname(picture)}/tone.wav\n`)
  for (const path of [cut, words, list, kit.file('gone.png')])
    await expect(drawn(path), path).rejects.toThrow(path.endsWith('gone.png') ? /ENOENT/ : UnreadableMediaError)
})
