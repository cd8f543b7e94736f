/**
 * The page draws the right colours: the original where it is said to serve, and else the picture that was made for it.
 *
 * @module-tag wide
 */
import type { Browser, Page } from 'playwright-core'
import type { Space } from '../../../kit/colours/patches.ts'
import type { MediaKit } from '../../../kit/media.ts'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isFitForPreview, makePreviewPicture } from '../../../../src-main/media/preview/preview-picture.ts'
import { probe } from '../../../../src-main/media/probe/probe.ts'
import { chromiumFlags, shellPath } from '../../../kit/chromium.ts'
import {
  exifOf,
  farthest,
  patches,
  patchesSize,
  profileOf,
  rawPatches,
  wantedOf,
  withPngChunk,
  withPngProfile,
  withWebpParts,
} from '../../../kit/colours/patches.ts'
import { openMediaKit } from '../../../kit/media.ts'

let kit: MediaKit
let browser: Browser
let page: Page
beforeAll(async () => {
  kit = await openMediaKit()
  browser = await chromium.launch({ args: chromiumFlags, ...shellPath !== undefined && { executablePath: shellPath } })
  page = await browser.newPage()
})
afterAll(async () => {
  await browser.close()
  await kit.close()
})

/** Codes: what one program and another make of the same YUV. */
const most = 2

const exact = 'flags=bicubic+accurate_rnd+full_chroma_int'
const png = ['-pix_fmt', 'rgb24', '-c:v', 'png', '-update', '1']
const in601 = (form: string): string => `format=gbrp,scale=out_color_matrix=bt601:out_range=pc:${exact},format=${form}`
const jpeg = (form: string) => ['-vf', in601(form), '-q:v', '1', '-update', '1']
const webp = (...how: readonly string[]) => ['-c:v', 'libwebp', ...how, '-update', '1']
const asIs = (file: Buffer): Buffer => file
const withP3 = (webp: Buffer): Buffer => withWebpParts(webp, [['ICCP', profileOf('p3', 'srgb')]], patchesSize)

type Change = (file: Buffer) => Buffer

const cases: readonly (readonly [name: string, args: readonly string[], change: Change, space: Space, isFit: boolean])[] = [
  ['plain.png', png, asIs, 'bt709', true],
  ['sRGB.png', png, file => withPngProfile(file, profileOf('bt709', 'srgb')), 'bt709', true],
  ['sRGB in a table.png', png, file => withPngProfile(file, profileOf('bt709', 'srgb', 'table')), 'bt709', true],
  ['444.jpg', jpeg('yuvj444p'), asIs, 'bt709', true],
  ['420.jpg', jpeg('yuvj420p'), asIs, 'bt709', true],
  ['lossless.webp', webp('-pix_fmt', 'bgra', '-lossless', '1'), asIs, 'bt709', true],
  ['P3.png', png, file => withPngProfile(file, profileOf('p3', 'srgb')), 'p3', false],
  ['P3 by name.png', png, file => withPngChunk(file, 'cICP', Buffer.from([12, 13, 0, 1])), 'p3', false],
  ['P3.webp', webp('-pix_fmt', 'bgra', '-lossless', '1'), withP3, 'p3', false],
  ['turned.png', png, file => withPngChunk(file, 'eXIf', exifOf(3)), 'bt709', false],
]

it.each(cases)('%s', async (name, args, change, space, isFit) => {
  const path = await kit.make(name, [...await rawPatches(kit, `${name}.raw`, space, 'srgb'), '-frames:v', '1', ...args])
  await writeFile(path, change(await readFile(path)))
  const probed = await probe(path, kit)
  expect(await isFitForPreview(path, probed)).toBe(isFit)
  const folder = `${path}.made`
  await mkdir(folder)
  const made = isFit ? null : await makePreviewPicture(path, folder, { ...kit, probe: probed })
  const drawn = made ? await readFile(join(folder, made.fileName)) : await readFile(path)
  const found = await page.evaluate(async ({ base64, mime, size }) => {
    const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob(base64), sign => sign.charCodeAt(0))], { type: mime }))
    const context = new OffscreenCanvas(size, size).getContext('2d')!
    context.drawImage(bitmap, 0, 0)
    return Array.from({ length: 16 }, (_, at) =>
      [...context.getImageData((at % 4 + 0.5) * size / 4, (Math.floor(at / 4) + 0.5) * size / 4, 1, 1).data].slice(0, 3))
  }, { base64: drawn.toString('base64'), mime: made?.mime ?? probed.mime, size: patchesSize })
  const stored = name === 'turned.png' ? patches.toReversed() : await wantedOf(kit, path, space, 'srgb')
  expect(farthest(found, stored.map(colour => colour.map(Math.round)))).toBeLessThanOrEqual(most)
})
