/**
 * The mark of AI-generated content in each kind of file, read back by exiftool and ffprobe; pictures and sound stay as they were.
 *
 * @module-tag all
 */
import type { Mark } from '../../../../src-main/media/plan/render-plan.ts'
import type { MediaKit } from '../../../kit/media.ts'
import { execFile } from 'node:child_process'
import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { markFile } from '../../../../src-main/media/mark/mark-file.ts'
import { markTags } from '../../../../src-main/media/mark/xmp.ts'
import { openMediaKit } from '../../../kit/media.ts'

let kit: MediaKit
beforeAll(async () => {
  kit = await openMediaKit()
})
afterAll(() => kit.close())

const run = promisify(execFile)
const mark: Mark = {
  sourceType: 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia',
  note: 'AI-generated content, made with Takeroom. Models: <a & "b">, 灯塔 🎬',
  title: 'Ship & shore ]]> 船',
}

const picture = ['-f', 'lavfi', '-i', 'testsrc=s=64x36:r=5:d=0.4']
const tone = ['-f', 'lavfi', '-i', 'sine=d=0.4']
const film = [...picture, ...tone, '-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'aac', '-movflags', '+faststart']
const files: Readonly<Record<string, readonly string[]>> = {
  mp4: film,
  mov: film,
  m4a: tone,
  m4b: [...tone, '-f', 'ipod'],
  png: [...picture, '-frames:v', '1', '-update', '1'],
  jpeg: [...picture, '-frames:v', '1', '-update', '1'],
  gif: picture,
  webp: [...picture, '-loop', '0'],
  wav: tone,
  mp3: tone,
  mkv: film.filter(arg => !arg.includes('fast') && arg !== '-movflags' && arg !== '-preset'),
  webm: [...picture, ...tone, '-c:v', 'libvpx', '-c:a', 'libopus'],
  flac: tone,
  opus: tone,
}

/** As a delivery is made: tags while it is joined, the packet when it stands. */
async function marked(format: string): Promise<{ path: string, plain: string }> {
  const tags = Object.entries(markTags(mark, format)).flatMap(([key, value]) => ['-metadata', `${key}=${value}`])
  const plain = await kit.make(`plain.${format}`, [...files[format] ?? [], ...tags])
  const path = kit.file(`marked.${format}`)
  await copyFile(plain, path)
  await markFile(path, format, mark)
  return { path, plain }
}

async function exif(path: string): Promise<Record<string, string>> {
  const { stdout } = await run('exiftool', ['-j', '-XMP:all', '-ImageSize', path])
  const [found] = JSON.parse(stdout) as [Record<string, string>]
  return found
}

/** What is seen and heard. This ffmpeg does not decode moving WebP: then the frames as they are stored. */
async function content(path: string): Promise<unknown> {
  const bytes = await readFile(path)
  const moving = path.endsWith('.webp') ? bytes.indexOf('ANIM') : -1
  if (moving >= 0)
    return bytes.subarray(moving, bytes.includes('XMP ') ? bytes.indexOf('XMP ') : bytes.length)
  const { stdout } = await kit.ffmpeg.run(['-i', path, '-f', 'md5', '-'])
  return stdout.toString()
}

describe.each(['mp4', 'mov', 'm4a', 'm4b', 'png', 'jpeg', 'gif', 'webp', 'wav', 'mp3'])('%s', (format) => {
  it('has the packet where exiftool looks for it, and plays as before', async () => {
    const { path, plain } = await marked(format)
    const { sourceType: DigitalSourceType, note: Description, title: Title } = mark
    expect(await exif(path)).toMatchObject({ DigitalSourceType, Description, Title, CreatorTool: 'Takeroom' })
    expect(await content(path)).toEqual(await content(plain))
  })
})

it.each(['mkv', 'webm', 'flac', 'opus', 'mp3', 'mp4'])('%s says it in tags that ffprobe reads', async (format) => {
  const { path } = await marked(format)
  const { stdout } = await run('ffprobe', ['-v', 'error', '-show_entries', 'format_tags:stream_tags', '-of', 'json', path])
  const { format: whole, streams } = JSON.parse(stdout) as { format: { tags?: object }, streams: { tags?: object }[] }
  const tags = Object.fromEntries([whole, ...streams].flatMap(({ tags: own }) => Object.entries(own ?? {}))
    .map(([key, value]) => [key.toLowerCase(), value]))
  expect(tags.comment).toBe(mark.note)
  if (format !== 'mp4')
    expect(tags.digital_source_type).toBe(mark.sourceType)
})

it('a plain WebP gets the head that says what it has', async () => {
  for (const [name, args] of [['lossy', []], ['lossless', ['-lossless', '1']]] as const) {
    const path = await kit.make(`${name}.webp`, [...picture, '-frames:v', '1', ...args, '-f', 'webp'])
    const before = await content(path)
    await markFile(path, 'webp', mark)
    expect(await exif(path)).toMatchObject({ DigitalSourceType: mark.sourceType, ImageSize: '64x36' })
    expect(await content(path)).toBe(before)
  }
})

it('a file that is not what it should be is refused before a byte is written', async () => {
  for (const format of ['mp4', 'png', 'jpeg', 'gif', 'wav', 'webp']) {
    const path = kit.file(`other.${format}`)
    await writeFile(path, 'something else, and long enough to be looked at')
    await expect(markFile(path, format, mark)).rejects.toThrow()
    expect(await readFile(path, 'utf8')).toMatch(/^something else, and long enough to be looked at$/)
  }
})
