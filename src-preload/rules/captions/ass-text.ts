/** Words as the text of an event of ASS: fonts by script, and nothing that libass would take for a command. */
import type { TextStyle } from '#contract/sequence-document.ts'
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

/**
 * Rows in the style's font, and in another one where that lacks a letter, with letters as large. `size` is that of the style in pixels,
 * `language` that of the words (BCP 47), where it is known; `usual` the forms that
 * Chinese characters have where neither it nor a row tells.
 */
export function assText(
  lines: readonly string[],
  { font }: Pick<TextStyle, 'font'>,
  size: number,
  { language = '', usual = formsOfText(lines.join('')) }: { readonly language?: string | undefined, readonly usual?: HanForms | null } = {},
): string {
  const own = fontOf[font]
  const sizeOf = (family: FontFamily): number => sizeBeside(own, family, size)
  let drawnIn: FontFamily = own
  return lines.map(line => fontRuns(line, own, language, usual).map((run) => {
    const change = run.family === drawnIn
      ? ''
      : `{\\fn${run.family}${sizeOf(run.family) === sizeOf(drawnIn) ? '' : `\\fs${sizeOf(run.family)}`}}`
    drawnIn = run.family
    return change + escapeAss(run.text)
  }).join('')).join('\\N')
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
