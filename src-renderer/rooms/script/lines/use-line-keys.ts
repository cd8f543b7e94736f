/** The keys of the words of a line: Enter begins a line of its own, Backspace removes an empty one, arrows leave it, and what pasting does. */
import type { Line } from '#contract/script.ts'
import type { useLineDraft } from './use-line-draft.ts'
import { fieldAt } from '../../../actions/fields.ts'
import { withoutTail } from './line-request.ts'
import { halvesOf } from './split-line.ts'
import { useTypedAhead } from './typed-ahead.ts'

interface Row {
  readonly line: () => Line
  readonly words: ReturnType<typeof useLineDraft>
  /** Begins a line of its own with these words. Answers whether it is there. */
  readonly split: (line: Line, after: string) => Promise<boolean>
  readonly remove: () => void
  readonly leave: (way: 1 | -1) => void
  readonly move: (by: 1 | -1) => void
  /** Several paragraphs were pasted into an empty line. */
  readonly pasted: (source: string) => void
}

export function useLineKeys(row: Row) {
  const { draft, change, flush } = row.words
  const ahead = useTypedAhead()
  let isSplitting = false

  /** The new line is added before the text is cut here: a failure loses no text, and Enter held down duplicates none. */
  async function split(tail: string): Promise<void> {
    if (isSplitting)
      return
    isSplitting = true
    // Saved first: what was typed is a step before that of the new line.
    const line = await flush() ?? row.line()
    const isThere = await row.split(line, tail.trim())
    if (isThere && tail.trim() !== '') {
      change(halvesOf(line, withoutTail(draft.value.text, tail), tail.trim()).head, true)
      await flush()
    }
    isSplitting = false
    if (!isThere)
      ahead.stay()
  }

  return {
    split,
    async onTextKey(event: KeyboardEvent): Promise<void> {
      const area = event.target
      if (!(area instanceof HTMLTextAreaElement) || event.isComposing)
        return
      const isBare = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey
      if (event.key === 'Enter' && isBare) {
        event.preventDefault()
        // Held down it begins one line; pressed again before that is there, it begins the next one from it.
        if (ahead.isOn())
          return event.repeat ? undefined : ahead.add('\n')
        const tail = area.value.slice(area.selectionStart)
        // A locked line keeps its words; another one can follow it.
        if (row.line().isLocked && tail.trim() !== '')
          return
        ahead.begin(area)
        await split(tail)
      }
      else if (event.key === 'Backspace' && isBare && area.value === '' && !row.line().isLocked && !ahead.isOn()) {
        event.preventDefault()
        ahead.begin(area)
        row.remove()
      }
      else if (event.key === 'ArrowUp' && isBare && area.selectionEnd === 0) {
        event.preventDefault()
        row.leave(-1)
      }
      else if (event.key === 'ArrowDown' && isBare && area.selectionStart === area.value.length) {
        event.preventDefault()
        row.leave(1)
      }
    },
    onBeforeInput: ahead.onBeforeInput,
    onBlur: ahead.onBlur,
    onPaste(event: ClipboardEvent): void {
      const pasted = event.clipboardData?.getData('text/plain') ?? ''
      // Into an empty line, a script becomes lines; into words, it is only words.
      if (row.line().isLocked || draft.value.text.trim() !== '' || !/\S[\t\v\f\r \xA0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF]*\n\s*\S/.test(pasted))
        return
      event.preventDefault()
      row.pasted(pasted)
    },
    onRowKey(event: KeyboardEvent): void {
      const isUp = event.key === 'ArrowUp'
      // The words are the line; its other fields have these keys for themselves.
      if (fieldAt(event.target) !== null && !(event.target instanceof HTMLTextAreaElement))
        return
      if (event.altKey && !event.ctrlKey && !event.metaKey && (isUp || event.key === 'ArrowDown')) {
        event.preventDefault()
        row.move(isUp ? -1 : 1)
      }
    },
  }
}
