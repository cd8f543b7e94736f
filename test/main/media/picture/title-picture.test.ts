/**
 * Titles as images for other programs: a shape is drawn alone, clear around it, and a counter with its last number.
 *
 * @module-tag wide
 */
import type { TitleWords } from '#contract/text-style.ts'
import type { MediaKit } from '../../../kit/media.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { plainCounter } from '#rules/captions/counter.ts'
import { plainShapes } from '#rules/captions/shape.ts'
import { titleStyle } from '#rules/captions/style.ts'
import { drawTitle } from '../../../../src-main/media/picture/title-picture.ts'
import { openMediaKit } from '../../../kit/media.ts'

let kit: MediaKit
beforeAll(async () => {
  kit = await openMediaKit()
})
afterAll(() => kit.close())

const size = { width: 320, height: 180 }

/** As RGBA. */
async function drawn(name: string, title: TitleWords): Promise<Uint8Array> {
  const path = kit.file(`${name}.png`)
  await drawTitle(title, size, path, { folder: kit.file(name), ffmpeg: kit.ffmpeg, signal: new AbortController().signal })
  const { stdout } = await kit.ffmpeg.run(['-i', path, '-pix_fmt', 'rgba', '-f', 'rawvideo', '-'])
  return new Uint8Array(stdout)
}
function at(pixels: Uint8Array, x: number, y: number): number[] {
  return [...pixels.subarray((y * size.width + x) * 4, (y * size.width + x) * 4 + 4)]
}

it('a shape is as large as it says, in its colour, and its name is not drawn', async () => {
  const shape = { ...plainShapes.rectangle, width: 0.5, height: 0.4, fill: { colour: '#d04020', opacity: 0.5 } }
  const pixels = await drawn('shape', { text: 'Rectangle', style: titleStyle, shape })
  for (const [x, y] of [[116, 55], [160, 90], [203, 124]] as const) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = at(pixels, x, y)
    expect([red, green, blue].map((value, index) => Math.abs(value - [0xD0, 0x40, 0x20][index]!) <= 3)).toEqual([true, true, true])
    expect(Math.abs(alpha - 128)).toBeLessThanOrEqual(2)
  }
  for (const [x, y] of [[113, 90], [206, 90], [160, 52], [160, 127], [0, 0]] as const)
    expect(at(pixels, x, y)[3]).toBe(0)
})

it('a counter is as a title with its last number', async () => {
  const counter = { ...plainCounter, to: 12_000, format: 'thousands' as const }
  const counting = await drawn('counter', { text: 'Over #', style: titleStyle, counter })
  expect(counting).toEqual(await drawn('words', { text: 'Over 12,000', style: titleStyle }))
  expect(counting.some(value => value > 0)).toBe(true)
})
