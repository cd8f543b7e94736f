/**
 * Stills for the preview: small, upright, eight bits, and as see-through as they were.
 *
 * @module-tag wide
 */
import type { MediaKit } from '../../../kit/media.ts'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isFitForPreview, makePreviewPicture } from '../../../../src-main/media/preview/preview-picture.ts'
import { probe } from '../../../../src-main/media/probe/probe.ts'
import { openMediaKit } from '../../../kit/media.ts'

let kit: MediaKit
beforeAll(async () => {
  kit = await openMediaKit()
})
afterAll(() => kit.close())

async function previewOf(path: string) {
  const folder = `${path}.made`
  await mkdir(folder)
  const made = await makePreviewPicture(path, folder, { ...kit, probe: await probe(path, kit) })
  return { ...made, path: join(folder, made.fileName) }
}

/** Format of the pixels, and those of the four quarters as RGBA. */
async function pixelsOf(path: string): Promise<{ format: string, quarters: number[][] }> {
  const { stdout, stderr } = await kit.ffmpeg.run(['-i', path, '-vf', 'format=rgba,scale=2:2:flags=area', '-f', 'rawvideo', '-'])
  return {
    format: /Video: [^,]*, (\w+)/.exec(stderr)?.[1] ?? '',
    quarters: [0, 1, 2, 3].map(at => [...stdout.subarray(at * 4, at * 4 + 4)]),
  }
}

it('of a huge picture is at most 1920 pixels wide or high', async () => {
  const { path, ...made } = await previewOf(await kit.picture('huge.png', { width: 6000, height: 3001, colour: '0x2040C0' }))
  expect(made).toMatchObject({ width: 1920, height: 960, mime: 'image/jpeg' })
  expect(await probe(path, kit)).toMatchObject({ mime: 'image/jpeg', width: 1920, height: 960 })
  const { quarters: [first = []] } = await pixelsOf(path)
  expect(first.map((value, at) => Math.abs(value - ([0x20, 0x40, 0xC0, 255][at] ?? 0)) < 6)).toEqual([true, true, true, true])
})

it('of sixteen bits has eight', async () => {
  const path = await kit.make('deep.png', ['-f', 'lavfi', '-i', 'color=red:s=2000x20,format=rgb48be', '-frames:v', '1', '-update', '1'])
  expect((await pixelsOf(path)).format).toBe('rgb48be')
  const made = await previewOf(path)
  expect([made.width, made.height, (await pixelsOf(made.path)).format]).toEqual([1920, 19, 'yuvj444p'])
})

it('of a picture one can see through keeps what is clear', async () => {
  const source = 'color=red:s=2400x20,format=rgba64be,geq=r=65535:g=0:b=0:a=\'if(lt(X,1200),65535,0)\''
  const made = await previewOf(await kit.make('clear.png', ['-f', 'lavfi', '-i', source, '-frames:v', '1', '-update', '1']))
  expect(made).toMatchObject({ width: 1920, height: 16, mime: 'image/png' })
  const { format, quarters: [left, right] } = await pixelsOf(made.path)
  expect(format).toBe('rgba')
  // The two halves touch, so that a little of each is in the other.
  expect([left?.every((value, at) => Math.abs(value - ([255, 0, 0, 255][at] ?? 0)) < 5), (right?.[3] ?? 255) < 5]).toEqual([true, true])
})

it('of a turned photo is upright', async () => {
  const halves = 'color=black:s=1200x48[a];color=white:s=1200x48[b];[a][b]hstack'
  const flat = await readFile(await kit.make('flat.jpg', ['-f', 'lavfi', '-i', halves, '-frames:v', '1', '-update', '1']))
  // EXIF orientation 6: what was left is up.
  const exif = Buffer.from('FFE100224578696600004D4D002A000000080001011200030000000100060000000000000000', 'hex').subarray(0, 36)
  await writeFile(kit.file('turned.jpg'), Buffer.concat([flat.subarray(0, 2), exif, flat.subarray(2)]))
  const made = await previewOf(kit.file('turned.jpg'))
  expect(await probe(made.path, kit)).toMatchObject({ width: 38, height: 1920 })
  const { quarters: [up, , down] } = await pixelsOf(made.path)
  expect([(up?.[0] ?? 255) < 60, (down?.[0] ?? 0) > 200]).toEqual([true, true])
})

it('is not needed where the page can show the original', async () => {
  const path = await kit.picture('fit.png', { width: 1920, height: 1080 })
  const asks = (mime: string, width: number | null, height: number | null) => isFitForPreview(path, { mime, width, height })
  expect(await asks('image/png', 1920, 1080)).toBe(true)
  expect(await asks('image/png', 1080, 1921)).toBe(false)
  expect(await asks('image/tiff', 10, 10)).toBe(false)
  expect(await asks('image/png', null, null)).toBe(false)
})
