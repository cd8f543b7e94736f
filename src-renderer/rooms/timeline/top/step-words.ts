/** What undo and redo say of a step. */
import type { JournalStep } from '#contract/journal.ts'
import type { Line } from '#contract/script.ts'
import type { LineId } from '#contract/words.ts'
import type { Texts } from '../../../texts/texts.ts'
import { stepWords } from '../../../actions/undo.ts'

/** “New take of line 12”: by where the line is now; without a number when it was deleted. */
export function sequenceStepWords(step: JournalStep, lines: ReadonlyMap<LineId, Pick<Line, 'position'>>, t: Texts): string {
  // Of a new take, this is the line.
  const line = step.name === 'new-take' ? lines.get(step.of as LineId) : undefined
  return line ? t.timeline.newTakeOf(line.position + 1) : stepWords(step, t)
}
