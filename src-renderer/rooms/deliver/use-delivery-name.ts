/** The name of the next delivery: by the user's pattern until a name is typed; and the name that its file will get. */
import type { NameFacts } from '#rules/deliver/name-template.ts'
import { useDebounceFn } from '@vueuse/core'
import { computed, shallowReadonly, shallowRef, watch } from 'vue'
import { nameByTemplate } from '#rules/deliver/name-template.ts'
import { useSettings } from '../../stores/settings.ts'
import { attempt, studio } from '../../studio.ts'

/** `facts` is null while the project is not open; `again` changes when a file may have taken a name, or left one. */
export function useDeliveryName(facts: () => Omit<NameFacts, 'at'> | null, again: () => unknown) {
  const settings = useSettings()
  const name = shallowRef('')
  const fileBase = shallowRef('')
  const suggested = computed(() => {
    const known = facts()
    return known && nameByTemplate(settings.now.deliveryName, { ...known, at: new Date() })
  })
  watch(suggested, (next, before) => {
    if (next && (name.value === '' || name.value === before))
      name.value = next
  }, { immediate: true })

  let turn = 0
  async function look(): Promise<void> {
    const mine = ++turn
    const wanted = name.value.trim()
    const answer = wanted === '' ? null : await attempt(studio.deliveries.fileName({ name: wanted }))
    if (mine === turn)
      fileBase.value = answer?.value?.base ?? ''
  }
  const lookSoon = useDebounceFn(look, 250)
  watch([name, again], () => void lookSoon(), { immediate: true })

  return {
    name,
    /** Without extension; empty until it is known. */
    fileBase: shallowReadonly(fileBase),
    /** Whether another file has the name, so that this one gets a number. */
    isTaken: computed(() => /\(\d+\)$/.test(fileBase.value) && !/\(\d+\)\s*$/.test(name.value)),
    /** What a pattern gives just now. */
    example: (template: string): string => {
      const known = facts()
      return known ? nameByTemplate(template, { ...known, at: new Date() }) : ''
    },
    /** Goes back to the pattern. */
    reset(): void {
      name.value = suggested.value ?? ''
    },
  }
}
export type DeliveryName = ReturnType<typeof useDeliveryName>
