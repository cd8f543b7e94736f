/** Captions with backslashes and braces: libass draws them as they are written, and ffmpeg loses none when it converts the file. */
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { toAss } from '#rules/captions/ass.ts'
import { captionStyle } from '#rules/captions/style.ts'
import { layOutFonts } from '../../../../src-main/media/plan/caption-fonts.ts'
import { makeFolder } from '../../../kit/folder.ts'

const run = promisify(execFile)
const screen = { width: 640, height: 90, rate: { numerator: 1, denominator: 1 } }
const style = { ...captionStyle, size: 0.3, outline: 0 }

function assOf(texts: readonly (readonly string[])[]): string {
  const cues = texts.map((lines, at) => ({ start: at, length: 1, lines, speaker: '' }))
  return toAss(screen, { captions: { cues, style, speakerColours: {} } })
}

const said = [
  ['an {\\an8} b', 'and {b} or {} or {{\\i1}}'],
  ['C:\\New\\notes\\here', 'C:\\dir\\x'],
  ['\\{x\\} and \\\\N', 'last \\'],
  ['open {', '\\close }'],
  ['{\\fs200}', '{\\pos(1,1)}{\\c&HFF&}red'],
]

it('of ASS are all there in the SubRip file that ffmpeg makes of it', async () => {
  const folder = await makeFolder()
  await writeFile(join(folder, 'x.ass'), assOf(said))
  const { stdout } = await run('ffmpeg', ['-v', 'error', '-i', 'x.ass', '-c:s', 'text', '-f', 'srt', '-'], { cwd: folder })
  const rows = stdout.split('\n').filter(row => row !== '' && !/^\d+$|-->/.test(row))
  // ffmpeg knows no escaped brace: its backslash stays.
  const plain = rows.map(row => row.replaceAll(/\\(?=[{}])/g, '').replaceAll('\u2060', '').trimEnd())
  expect(plain).toEqual(said.flat())
})

/** Of each second, the columns between the first and the last that are drawn on. */
async function widths(texts: readonly (readonly string[])[]): Promise<number[]> {
  const folder = await makeFolder()
  const ass = assOf(texts)
  await writeFile(join(folder, 'x.ass'), ass)
  await layOutFonts(ass, join(folder, 'fonts'))
  const { width, height } = screen
  const { stdout } = await run('ffmpeg', [
    ...['-v', 'error', '-f', 'lavfi', '-i', `color=black:s=${width}x${height}:r=1:d=${texts.length}`],
    ...['-vf', 'ass=filename=x.ass:fontsdir=fonts,format=gray', '-f', 'rawvideo', '-'],
  ], { cwd: folder, encoding: 'buffer', maxBuffer: 1e8 })
  return texts.map((_, at) => {
    const picture = stdout.subarray(at * width * height, (at + 1) * width * height)
    const isDrawn = (x: number) => Array.from({ length: height }, (_, y) => picture[y * width + x] ?? 0).some(grey => grey > 64)
    const columns = Array.from({ length: width }, (_, x) => x).filter(isDrawn)
    return columns.length === 0 ? 0 : columns.at(-1)! - columns[0]! + 1
  })
}

it('are drawn: each letter takes its place, and none moves, colours or enlarges the words', async () => {
  // A brace and a backslash are as wide wherever they are.
  const [brackets = 0, tag = 0, apart = 0, plain = 0, path = 0, blank = -1] = await widths([
    ['x{}x'],
    ['x{\\an8}x'],
    ['x{an8\\}x'],
    ['x{an8}x'],
    ['x\\Nx'],
    ['\u00A0'],
  ])
  expect(brackets).toBeGreaterThan(20)
  expect(tag).toBeGreaterThan(plain)
  expect(Math.abs(tag - apart)).toBeLessThanOrEqual(2)
  expect(path).toBeGreaterThan(15)
  expect(blank).toBe(0)
})
