/** Splits a line into lines that are spoken as it was. */
import type { Line } from '#contract/script.ts'
import type { AddedLine } from '#rules/script/script-lines.ts'
import { usualPauseSeconds } from '#rules/script/script-lines.ts'
import { sentencesOf } from '#rules/script/split-text.ts'

/** What the line becomes, and the line that follows it: the silence after the line is after its last words. */
export function halvesOf(line: Line, head: string, tail: string): { head: Pick<Line, 'text' | 'pauseSeconds'>, tail: AddedLine } {
  const { speaker, direction, role, language, isMuted, pauseSeconds } = line
  return {
    head: { text: head, pauseSeconds: usualPauseSeconds },
    tail: { speaker, text: tail, direction, role, language, isMuted, pauseSeconds },
  }
}

/** Its first sentence, and a line for each of the others; null where it has just one. */
export function sentencesOfLine(line: Line): { head: Pick<Line, 'text' | 'pauseSeconds'>, tails: AddedLine[] } | null {
  const [first = '', ...others] = sentencesOf(line.text, line.spokenIn ?? undefined)
  if (others.length === 0)
    return null
  const tails = others.map((text, at) => {
    const { tail } = halvesOf(line, '', text)
    return at < others.length - 1 ? { ...tail, pauseSeconds: usualPauseSeconds } : tail
  })
  return { head: halvesOf(line, first, '').head, tails }
}
