/**
 * `v-committed="value"`: the value of a text field that is taken over when it is left. In place of `:value`, which Vue writes again
 * whenever the component is drawn, for whatever reason, and so takes away what somebody is typing. Escape in a number gives up what was
 * typed; words are kept.
 */
import type { Directive } from 'vue'

type Field = HTMLInputElement | HTMLTextAreaElement
type Value = string | number | null | undefined

/** What somebody typed and what was not taken over yet, by field. Once the field says something else, it was. */
const typed = new WeakMap<Field, string>()
/** What it says when nobody types. */
const committed = new WeakMap<Field, Value>()
/** What it said when somebody began to type. */
const typedOver = new WeakMap<Field, Value>()

/** Which value a person had before them when they began to type what is taken over now: by then, another page may have changed it. */
export function valueBefore(field: Field): Value {
  return typedOver.get(field)
}

function write(field: Field, value: Value): void {
  const text = String(value ?? '')
  if (field.value !== text)
    field.value = text
}

export const vCommitted: Directive<Field, Value> = {
  created(field) {
    field.addEventListener('input', () => {
      if (!typed.has(field))
        typedOver.set(field, committed.get(field))
      typed.set(field, field.value)
    })
    for (const taken of ['change', 'blur'])
      field.addEventListener(taken, () => typed.delete(field))
  },
  // Its type is known from here on.
  beforeMount(field, { value }) {
    committed.set(field, value)
    write(field, value)
    if (field.type !== 'number')
      return
    field.dataset.escape = ''
    field.addEventListener('keydown', (event) => {
      if (!(event instanceof KeyboardEvent) || event.key !== 'Escape')
        return
      event.stopPropagation()
      typed.delete(field)
      write(field, committed.get(field))
      field.blur()
    })
  },
  updated(field, { value }) {
    committed.set(field, value)
    if (typed.get(field) !== field.value || field !== document.activeElement)
      write(field, value)
  },
}
