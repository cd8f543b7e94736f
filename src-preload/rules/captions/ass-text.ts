/** Words as the text of an event of ASS: fonts by script, and nothing that libass would take for a command. */
import type { TextStyle } from '#contract/sequence-document.ts'
import { fontOf, fontRuns, wideFont } from './fonts.ts'

/**
 * The hundredth at which an event of ASS begins or ends: at most a hundredth early, never late. ffmpeg's clock is often a thousandth
 * behind, and a caption would miss its first frame.
 */
export function shownFromMs(exactMs: number): number {
  return Math.floor(Math.max(0, exactMs - 1) / 10) * 10
}

/** Rows in the style's font, and in the wide one where a character needs it. */
export function assText(lines: readonly string[], { font }: Pick<TextStyle, 'font'>): string {
  let isWide = false
  return lines.map(line => fontRuns(line).map((run) => {
    const change = run.isWide === isWide ? '' : `{\\fn${run.isWide ? wideFont : fontOf[font]}}`
    isWide = run.isWide
    return change + escapeAss(run.text)
  }).join('')).join('\\N')
}

// An invisible word joiner keeps a backslash from beginning a command.
function escapeAss(text: string): string {
  return text.replaceAll(/[\r\n]/g, ' ').replaceAll('\\', '\\\u2060').replaceAll('{', '\\{').replaceAll('}', '\\}')
}
