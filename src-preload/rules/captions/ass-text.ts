/** Words as the text of an event of ASS: fonts by script, and nothing that libass would take for a command. */
import type { TextStyle } from '#contract/sequence-document.ts'
import type { FontRun } from './font-runs.ts'
import type { FontFamily } from './fonts.ts'
import type { HanForms } from './han.ts'
import { heights } from './font-coverage.ts'
import { fontRuns } from './font-runs.ts'
import { fontOf } from './fonts.ts'
import { formsOfText } from './han.ts'

/** Sizes that differ less look the same. */
const alikeRatio = 0.12

/**
 * The hundredth at which an event of ASS begins or ends: at most a hundredth early, never late. ffmpeg's clock is often a thousandth
 * behind, and a caption would miss its first frame.
 */
export function shownFromMs(exactMs: number): number {
  return Math.floor(Math.max(0, exactMs - 1) / 10) * 10
}

/** Commands before a letter of a row, by its place in UTF-16 units. In order. */
export type Commands = readonly { readonly at: number, readonly tags: string }[]

interface Written {
  readonly language?: string | undefined
  readonly usual?: HanForms | null
  /** Those of each row. */
  readonly commands?: readonly Commands[]
  /** Between rows, besides what the font has, in pixels. */
  readonly gap?: number
}

/**
 * Rows in the style's font, and in another one where that lacks a letter, with letters as large. `size` is that of the style in pixels,
 * `language` that of the words (BCP 47), where it is known; `usual` the forms that
 * Chinese characters have where neither it nor a row tells.
 */
export function assText(
  lines: readonly string[],
  { font }: Pick<TextStyle, 'font'>,
  size: number,
  { language = '', usual = formsOfText(lines.join('')), commands = [], gap = 0 }: Written = {},
): string {
  const own = fontOf[font]
  const sizeOf = (family: FontFamily): number => sizeBeside(own, family, size)
  let drawnIn: FontFamily = own
  // libass has no space between rows: a row of nothing is as high as its font.
  const between = (then: FontFamily): string => `\\N{\\fn${own}\\fs${gap}}\u00A0{\\fn${then}\\fs${sizeOf(then)}}`
  return lines.map((line, row) => partsOf(fontRuns(line, own, language, usual), commands[row] ?? []).map((run) => {
    const change = run.family === drawnIn
      ? ''
      : `{\\fn${run.family}${sizeOf(run.family) === sizeOf(drawnIn) ? '' : `\\fs${sizeOf(run.family)}`}}`
    drawnIn = run.family
    return change + run.tags + escapeAss(run.text)
  }).join('') + (gap === 0 || row === lines.length - 1 ? '' : between(drawnIn))).join('\\N')
}

interface Part extends FontRun { readonly tags: string }

/** Runs cut where a command is. Those behind the last letter are not written. */
function partsOf(runs: readonly FontRun[], commands: Commands): Part[] {
  if (commands.length === 0)
    return runs.map(run => ({ ...run, tags: '' }))
  let from = 0
  return runs.flatMap(({ text, family }) => {
    const [start, end] = [from, from + text.length]
    from = end
    const own = commands.filter(({ at }) => at >= start && at < end)
    const head: Part[] = own[0]?.at === start ? [] : [{ text: text.slice(0, (own[0]?.at ?? end) - start), family, tags: '' }]
    return [...head, ...own.map(({ at, tags }, index) =>
      ({ text: text.slice(at - start, (own[index + 1]?.at ?? end) - start), family, tags: `{${tags}}` }))]
  })
}

/** Some fonts are so high, for marks above and below, that libass would draw their letters half as large. */
function sizeBeside(own: FontFamily, family: FontFamily, size: number): number {
  const ratio = heights[family] / heights[own]
  return Math.abs(ratio - 1) <= alikeRatio ? size : Math.round(size * ratio * 10) / 10
}

/**
 * An invisible word joiner keeps a backslash from being read together with what follows it: a letter, a brace, or at the end of a run the
 * block of the next font. It also follows a brace before what is written with a backslash: libass reads `\{\}` as two braces, but ffmpeg,
 * where it converts subtitles, leaves out all from `{\` to the next brace.
 */
function escapeAss(text: string): string {
  return text
    .replaceAll(/[\r\n]/g, ' ')
    .replaceAll(/\\(?=[Nnh{}]|$)/g, '\\\u2060')
    .replaceAll(/\{(?=[\\{}]|$)/g, '{\u2060')
    .replaceAll(/[{}]/g, '\\$&')
}
