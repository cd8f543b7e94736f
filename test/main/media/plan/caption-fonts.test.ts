import type { FontFamily } from '#rules/captions/fonts.ts'
import { execFile } from 'node:child_process'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { toAss } from '#rules/captions/ass.ts'
import { fontFamilies, fontFiles, fontOf } from '#rules/captions/fonts.ts'
import { captionStyle, titleStyle } from '#rules/captions/style.ts'
import { fontPath, layOutFonts } from '../../../../src-main/media/plan/caption-fonts.ts'
import { captionsOfScripts } from '../../../kit/captions-of-scripts.ts'
import { makeFolder } from '../../../kit/folder.ts'

const screen = { width: 320, height: 180, rate: { numerator: 25, denominator: 1 } }
const look = { x: 0, y: 0, scale: 1, rotation: 0, opacity: 1, crop: { left: 0, top: 0, right: 0, bottom: 0 } }

it('every font of titles and captions is found by its name, in both weights, and nothing else is asked for', async () => {
  const folder = await makeFolder()
  // Each by itself: what kind of Chinese characters are meant is told by the letters around them.
  const texts = Object.values(captionsOfScripts).map(caption => caption.text)
  const titles = (Object.keys(fontOf) as (keyof typeof fontOf)[]).flatMap(font => [true, false].flatMap(isBold => texts.map(text => (
    { start: 0, length: 10, text, style: { ...titleStyle, font, isBold }, look, fadeIn: 0, fadeOut: 0 }
  ))))
  const ass = toAss(screen, { captions: null, titles })
  await writeFile(join(folder, 'captions.ass'), ass)
  await layOutFonts(ass, join(folder, 'fonts'))
  const filter = 'ass=filename=captions.ass:fontsdir=fonts'
  const { stderr } = await promisify(execFile)('ffmpeg', [
    ...['-v', 'verbose', '-f', 'lavfi', '-i', 'color=s=320x180:r=25', '-vf', filter, '-frames:v', '1', '-f', 'null', '-'],
  ], { cwd: folder })
  const chosen = [...stderr.matchAll(/fontselect: \(([^,]+), (\d+), \d+\) -> ([^,\s]+)/g)].map(([, ...found]) => found.join(' '))
  expect([...new Set(chosen)].sort()).toEqual(fontFamilies.flatMap((family) => {
    const name = family.replaceAll(' ', '')
    return [`${family} 400 ${name}-Regular`, `${family} 700 ${name}-Bold`]
  }).sort())
})

it('only the fonts that are asked for are laid out: the wide one is large', async () => {
  const folder = await makeFolder()
  const cues = [{ start: 0, length: 10, lines: ['Latin alone'], speaker: '' }]
  await layOutFonts(toAss(screen, { captions: { cues, style: captionStyle, speakerColours: {} } }), folder)
  expect((await readdir(folder)).sort()).toEqual(fontFiles('Noto Sans'))
})

it('a packaged program finds its fonts next to the archive', async () => {
  const resources = await makeFolder()
  const fonts = join(resources, 'app.asar.unpacked', 'out', 'renderer', 'fonts')
  await mkdir(fonts, { recursive: true })
  const family: FontFamily = 'Noto Serif'
  const [file = ''] = fontFiles(family)
  const from = pathToFileURL(join(resources, 'app.asar', 'out', 'main', 'chunks', 'render.js')).href
  expect(() => fontPath(family, file, from)).toThrow('is missing')
  await writeFile(join(fonts, file), '')
  expect(fontPath(family, file, from)).toBe(join(fonts, file))
})
