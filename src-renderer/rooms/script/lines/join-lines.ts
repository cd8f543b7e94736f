/** Joins lines that follow each other into one. */
import type { Line } from '#contract/script.ts'
import { headingOf } from '#rules/script/script-lines.ts'

/** Scripts that write no space between sentences. */
const withoutSpaces = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303F\uFF00-\uFF60]/u
/** As long as the contract allows a direction. */
const longestDirection = 2000

/** Two or more that follow each other, none a heading, none locked, all spoken or none, all heard or none, of one language; whose directions are together no longer than one may be. */
export function mayJoin(lines: readonly Line[]): boolean {
  return lines.length > 1 && lines.every((line, at) => headingOf(line) === null && !line.isLocked
    && (line.role === 'speech') === (lines[0]?.role === 'speech') && line.isMuted === lines[0]?.isMuted
    && line.language === lines[0]?.language && line.position === (lines[0]?.position ?? 0) + at)
  && joinedDirection(lines).length <= longestDirection
}

function joinedDirection(lines: readonly Line[]): string {
  return [...new Set(lines.map(line => line.direction.trim()).filter(words => words !== ''))].join('; ')
}

/** What the first of them becomes. */
export function joinedLines(lines: readonly Line[]): Pick<Line, 'text' | 'direction' | 'pauseSeconds'> {
  const text = lines.map(line => line.text.trim()).filter(words => words !== '').reduce((joined, words) => {
    const isTight = withoutSpaces.test(joined.at(-1) ?? '') && withoutSpaces.test(words[0] ?? '')
    return joined === '' ? words : `${joined}${isTight ? '' : ' '}${words}`
  }, '')
  return { text, direction: joinedDirection(lines), pauseSeconds: lines.at(-1)?.pauseSeconds ?? 0 }
}
