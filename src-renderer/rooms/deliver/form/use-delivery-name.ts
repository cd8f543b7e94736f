/**
 * The name of the next delivery: by the user's pattern until a name is typed, and the next free one once it was delivered; and the name
 * that its file will get.
 */
import type { NameFacts } from '#rules/deliver/name-template.ts'
import { useDebounceFn } from '@vueuse/core'
import { computed, shallowReadonly, shallowRef, watch } from 'vue'
import { nameByTemplate } from '#rules/deliver/name-template.ts'
import { useSettings } from '../../../stores/settings.ts'
import { attempt, patientStudio } from '../../../studio.ts'

/** `facts` is null while the project is not open; `again` changes when a file may have taken a name, or left one. */
export function useDeliveryName(facts: () => Omit<NameFacts, 'at'> | null, again: () => unknown) {
  const settings = useSettings()
  const name = shallowRef('')
  const fileBase = shallowRef('')
  /** What a person typed stays, even where a file has the name. */
  const isTyped = shallowRef(false)
  const suggested = computed(() => {
    const known = facts()
    return known && nameByTemplate(settings.now.deliveryName, { ...known, at: new Date() })
  })
  /** The last name that was offered with a number, and what it is a number of: a name may end in a number of its own. */
  const given = shallowRef<{ readonly name: string, readonly of: string } | null>(null)
  function unnumbered(named: string, pattern = suggested.value): string {
    if (pattern && isNumberOf(pattern, named))
      return pattern
    return given.value?.name === named ? given.value.of : named
  }
  watch(suggested, (next, before) => {
    if (next && (name.value === '' || (!isTyped.value && unnumbered(name.value, before) === before)))
      name.value = next
  }, { immediate: true })
  const isByPattern = computed(() => unnumbered(name.value) === (suggested.value ?? ''))

  let turn = 0
  async function baseOf(wanted: string): Promise<string> {
    const answer = wanted === '' ? null : await attempt(patientStudio.deliveries.fileName({ name: wanted }))
    return answer?.value?.base ?? ''
  }
  async function look(): Promise<void> {
    const mine = ++turn
    const wanted = name.value.trim()
    const base = await baseOf(wanted)
    const isOffered = !isTyped.value && isNumbered(base, wanted)
    const of = unnumbered(wanted)
    const free = isOffered && wanted !== of ? await baseOf(of) : base
    if (mine !== turn)
      return
    fileBase.value = free
    if (isOffered && free !== '') {
      given.value = { name: free, of }
      name.value = free
    }
  }
  const lookSoon = useDebounceFn(look, 250)
  watch([name, again], () => void lookSoon(), { immediate: true })

  return {
    name,
    type(typed: string): void {
      isTyped.value = true
      name.value = typed
    },
    /** It is being delivered: what comes next needs another name. */
    use(): void {
      isTyped.value = false
    },
    /** Without extension; empty until it is known. */
    fileBase: shallowReadonly(fileBase),
    /** Whether another file has the name, so that this one gets a number. */
    isTaken: computed(() => isNumbered(fileBase.value, name.value.trim())),
    /** Also with a number after it. */
    isByPattern,
    /** What a pattern gives just now. */
    example: (template: string): string => {
      const known = facts()
      return known ? nameByTemplate(template, { ...known, at: new Date() }) : ''
    },
    /** Goes back to the pattern. */
    reset(): void {
      isTyped.value = false
      name.value = suggested.value ?? ''
    },
  }
}

/** Whether the name is the other one, or that with a number after it. */
function isNumberOf(of: string, name: string): boolean {
  return name.startsWith(of) && withoutNumber(`-${name.slice(of.length)}`) === '-'
}

function withoutNumber(name: string): string {
  return name.replace(/(?: \(\d+\))+$/, '')
}

/** Whether the file gets a number that the wanted name does not have. */
function isNumbered(base: string, wanted: string): boolean {
  const numbers = (name: string): string => name.slice(withoutNumber(name).length)
  return numbers(base) !== numbers(wanted.replace(/[\s.]+$/, ''))
}

export type DeliveryName = ReturnType<typeof useDeliveryName>
