/** Hears what is typed in any field of the page, and takes the place of the browser's own undo in all of them. */
import type { TextField } from './fields.ts'
import type { FieldState } from './typed-steps.ts'
import { useEventListener } from '@vueuse/core'
import { chordOf, isMacKeyboard } from '../../actions/keys.ts'
import { usePageHide } from '../drafts/use-page-hide.ts'
import { dialogOf, frontDialog, stateOf, takesTyping, textFieldOf } from './fields.ts'
import { kindOfInput } from './typed-steps.ts'
import { useTyping } from './use-typing.ts'

const ways = { 'mod+z': 'undo', 'mod+shift+z': 'redo', 'mod+y': 'redo' } as const

/** What a chord asks for wherever text is typed; undefined for any other. */
export function wayOf(chord: string): 'undo' | 'redo' | undefined {
  return ways[chord as keyof typeof ways] // undefined for every other string
}

/** Once for the page. */
export function useTypingEvents(): void {
  const typing = useTyping()
  const isMac = isMacKeyboard()
  /** As the field was before what is typed now. */
  let before: { readonly field: TextField, readonly state: FieldState } | null = null
  let composed: TextField | null = null
  const on = <Name extends keyof DocumentEventMap>(name: Name, hear: (event: DocumentEventMap[Name]) => void): void =>
    void useEventListener(document, name, hear, { capture: true })

  function turn(way: 'undo' | 'redo', target: EventTarget | null): void {
    const isByField = takesTyping(target)
    void typing.turn(way, { dialog: isByField ? dialogOf(target) : frontDialog(), isByField })
  }
  function note(field: TextField): void {
    before = { field, state: stateOf(field) }
  }

  on('focusin', (event) => {
    const field = textFieldOf(event.target)
    if (field)
      note(field)
  })
  on('beforeinput', (event) => {
    if (event.inputType === 'historyUndo' || event.inputType === 'historyRedo') {
      // As a menu asks for it. The browser's own would change whatever field was written in last.
      event.preventDefault()
      if (!event.isComposing && !composed)
        turn(event.inputType === 'historyUndo' ? 'undo' : 'redo', event.target)
      return
    }
    const field = textFieldOf(event.target)
    if (!field || event.isComposing || composed)
      return
    note(field)
    typing.begin(field, kindOfInput(event.inputType), stateOf(field), event.data)
  })
  on('input', (event) => {
    const field = textFieldOf(event.target)
    if (!field || composed === field)
      return
    const kind = kindOfInput(event instanceof InputEvent ? event.inputType : '')
    if (before?.field === field)
      typing.typed(field, kind, before.state)
    note(field)
  })
  // A composition is one step, however many keys it has.
  on('compositionstart', (event) => {
    const field = textFieldOf(event.target)
    if (!field)
      return
    composed = field
    note(field)
    typing.begin(field, 'whole', stateOf(field), null)
  })
  on('compositionend', (event) => {
    const field = textFieldOf(event.target)
    if (field && composed === field && before)
      typing.typed(field, 'whole', before.state)
    composed = null
  })
  on('change', (event) => {
    const field = textFieldOf(event.target)
    if (field)
      typing.taken(field)
  })
  on('focusout', () => typing.endStretch())
  usePageHide(typing.endStretch)

  on('keydown', (event) => {
    if (event.isComposing)
      return
    composed = null
    const way = event.defaultPrevented ? undefined : wayOf(chordOf(event, isMac))
    if (!way)
      return
    if (!takesTyping(event.target)) {
      // Held down, it is one act in the room; and the browser's own is none.
      if (event.repeat)
        event.preventDefault()
      return
    }
    // No key of the field, the row or the room around it means it, too.
    event.preventDefault()
    event.stopPropagation()
    if (!event.repeat || !typing.isTurning())
      turn(way, event.target)
  })
}
