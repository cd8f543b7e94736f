/** Splits a line into two that are spoken as it was. */
import type { Line } from '#contract/script.ts'
import type { AddedLine } from '#rules/script/script-lines.ts'
import { usualPauseSeconds } from '#rules/script/script-lines.ts'

/** What the line becomes, and the line that follows it: the silence after the line is after its last words. */
export function halvesOf(line: Line, head: string, tail: string): { head: Pick<Line, 'text' | 'pauseSeconds'>, tail: AddedLine } {
  const { speaker, direction, role, language, isMuted, pauseSeconds } = line
  return {
    head: { text: head, pauseSeconds: usualPauseSeconds },
    tail: { speaker, text: tail, direction, role, language, isMuted, pauseSeconds },
  }
}
