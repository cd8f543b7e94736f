/** What undo and redo say of a step. */
import type { Line } from '#contract/script.ts'
import type { Step } from '#contract/sequences.ts'
import type { LineId } from '#contract/words.ts'
import type { Texts } from '../../../texts/texts.ts'

/** “New take of line 12”: by where the line is now; without a number when it was deleted. */
export function stepWords({ name, lineId }: Step, lines: ReadonlyMap<LineId, Pick<Line, 'position'>>, t: Texts): string {
  const line = lineId === null ? undefined : lines.get(lineId)
  return line ? t.timeline.newTakeOf(line.position + 1) : t.timeline.steps[name]
}
