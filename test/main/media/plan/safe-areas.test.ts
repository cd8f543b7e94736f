/**
 * Captions that are burned in for a platform are where its buttons do not: the pixels that libass draws are looked at.
 *
 * @module-tag all
 */
import type { Platform } from '#contract/presets.ts'
import type { TextStyle } from '#contract/sequence-document.ts'
import type { Overlay } from '#rules/deliver/platforms.ts'
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { toAss } from '#rules/captions/ass.ts'
import { captionStyle, titleStyle } from '#rules/captions/style.ts'
import { overlayOn, platforms } from '#rules/deliver/platforms.ts'
import { layOutFonts } from '../../../../src-main/media/plan/caption-fonts.ts'
import { makeFolder } from '../../../kit/folder.ts'

const rate = { numerator: 25, denominator: 1 }
const feeds = (Object.keys(platforms) as Platform[]).filter(platform => platforms[platform].overlay !== null)
const look = { x: 0, y: 0, scale: 1, rotation: 0, opacity: 1, crop: { left: 0, top: 0, right: 0, bottom: 0 } }

interface Box { readonly left: number, readonly top: number, readonly right: number, readonly bottom: number }

/** Shares of the picture that are drawn on, from each side. */
async function drawnBy(ass: string, width: number, height: number): Promise<Box> {
  const folder = await makeFolder()
  await writeFile(join(folder, 'captions.ass'), ass)
  await layOutFonts(ass, join(folder, 'fonts'))
  const { stdout } = await promisify(execFile)('ffmpeg', [
    ...['-v', 'error', '-f', 'lavfi', '-i', `color=black:s=${width}x${height}:r=25:d=0.04`],
    ...['-vf', 'ass=filename=captions.ass:fontsdir=fonts,format=gray', '-frames:v', '1', '-f', 'rawvideo', '-'],
  ], { cwd: folder, encoding: 'buffer', maxBuffer: 1e8 })
  let [left, top, right, bottom] = [width, height, 0, 0]
  stdout.forEach((grey, at) => {
    if (grey < 40)
      return
    const [x, y] = [at % width, Math.floor(at / width)]
    ;[left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x + 1), Math.max(bottom, y + 1)]
  })
  return { left: left / width, top: top / height, right: 1 - right / width, bottom: 1 - bottom / height }
}

/** A pixel is no word under a button. */
function expectBeside(box: Box, covered: Overlay): void {
  for (const side of ['left', 'top', 'right', 'bottom'] as const)
    expect(box[side], side).toBeGreaterThanOrEqual(covered[side] - 0.002)
}

const widest = ['Two rows of forty-two letters, which is as', 'wide as a row of a caption ever becomes by']
const styles: [string, Partial<TextStyle>][] = [
  ['below', {}],
  ['below, on the right, in a box', { align: 'right', box: { colour: '#ffffff', opacity: 1 }, colour: '#ffffff' }],
  ['below, on the left, large', { align: 'left', size: 0.1 }],
  ['above', { place: 'top' }],
  ['in the middle', { place: 'middle' }],
]

describe.each(feeds)('%s', (platform) => {
  it.each(styles)('%s', async (_, has) => {
    for (const [width, height] of [[1080, 1920], [360, 640], [540, 540], [432, 540]] as const) {
      const covered = overlayOn(platform, { width, height })!
      const style = { ...captionStyle, ...has }
      const cues = [
        { start: 0, length: 25, lines: widest, speaker: '' },
        { start: 0, length: 25, lines: ['Shown with them'], speaker: '', rowsBelow: 2 },
      ]
      const captions = { cues: style.place === 'middle' || style.size > 0.06 ? cues.slice(0, 1) : cues, style, speakerColours: {} }
      const ass = toAss({ width, height, rate, covered }, { captions })
      expectBeside(await drawnBy(ass, width, height), covered)
    }
  })

  it('moves no title, and no caption of a landscape picture', () => {
    const style = { ...titleStyle, place: 'bottom' as const }
    const titles = [{ start: 0, length: 25, text: 'The End', style, look, fadeIn: 0, fadeOut: 0 }]
    const size = { width: 1080, height: 1920, rate }
    expect(toAss({ ...size, covered: overlayOn(platform, size) }, { captions: null, titles })).toBe(toAss(size, { captions: null, titles }))
    expect(overlayOn(platform, { width: 1920, height: 1080 })).toBeNull()
  })
})

it('a square has bars above and below, which take most of what is covered', () => {
  const square = overlayOn('instagram-reels', { width: 1080, height: 1080 })!
  // 35 % of 1920 rows are 672; 420 of them are below the square.
  expect(square.bottom).toBeCloseTo((672 - 420) / 1080, 5)
  expect(square.top).toBe(0)
  expect(overlayOn('tiktok', { width: 1080, height: 2400 })).toEqual(platforms.tiktok.overlay)
  expect(overlayOn('youtube', { width: 1080, height: 1920 })).toBeNull()
  expect(overlayOn(null, { width: 1080, height: 1920 })).toBeNull()
})
