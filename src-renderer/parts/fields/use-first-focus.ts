/** Brings the focus to the field that is marked `autofocus` as soon as it is there: a browser heeds that mark only while a page loads. */
import type { Ref } from 'vue'
import { onMounted } from 'vue'

export function useFirstFocus(form: Readonly<Ref<HTMLElement | null>>): void {
  onMounted(() => form.value?.querySelector<HTMLElement>('[autofocus]')?.focus())
}
