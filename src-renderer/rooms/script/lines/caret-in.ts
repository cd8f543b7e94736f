/** The words of a line as they are on the screen, and where the caret is in them, or was last. */
import type { LineId } from '#contract/words.ts'

export interface Caret { readonly text: string, readonly at: number }

/** Null where the line is not drawn. */
export function caretIn(lineId: LineId | null): Caret | null {
  const area = document.querySelector(`[data-row="${lineId}"] textarea`)
  return area instanceof HTMLTextAreaElement ? { text: area.value, at: area.selectionStart } : null
}
