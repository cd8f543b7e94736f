/**
 * `v-committed="value"`: the value of a text field that is taken over when it is left. In place of `:value`, which Vue writes again
 * whenever the component is drawn, for whatever reason, and so takes away what somebody is typing.
 */
import type { Directive } from 'vue'

type Field = HTMLInputElement | HTMLTextAreaElement
type Value = string | number | null | undefined

/** What somebody typed and what was not taken over yet, by field. Once the field says something else, it was. */
const typed = new WeakMap<Field, string>()

function write(field: Field, value: Value): void {
  const text = String(value ?? '')
  if (field.value !== text)
    field.value = text
}

export const vCommitted: Directive<Field, Value> = {
  created(field) {
    field.addEventListener('input', () => typed.set(field, field.value))
    for (const taken of ['change', 'blur'])
      field.addEventListener(taken, () => typed.delete(field))
  },
  beforeMount: (field, { value }) => write(field, value),
  updated(field, { value }) {
    if (typed.get(field) !== field.value || field !== document.activeElement)
      write(field, value)
  },
}
