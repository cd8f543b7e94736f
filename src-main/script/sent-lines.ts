/** News of lines as they are sent. */
import type { Changes } from '#contract/define.ts'
import type { Line, SentLines } from '#contract/script.ts'
import type { LineId } from '#contract/words.ts'
import { textOfLines } from '#contract/script.ts'

export function sentLines({ changed, ...event }: Changes<Line, LineId>): SentLines {
  return { ...event, changed: textOfLines(changed) }
}
