/** Every command of the studio as data: one entry feeds button, key and palette. */
import type { ComputedRef } from 'vue'
import type { Texts } from '../texts/texts.ts'
import type { FieldPass } from './fields.ts'
import { defineStore } from 'pinia'
import { computed, onScopeDispose, shallowRef, toValue } from 'vue'
import { isFault } from '#contract/faults.ts'
import { faultOf } from '../wire/attempt.ts'
import { useNotices } from './notices.ts'

export interface Action {
  /** `room.verb`, unique among what is registered at one time; a later registration wins. */
  readonly id: string
  readonly label: (texts: Texts) => string
  /** The name of what it is about, where that is not the only one of its kind; the palette says it. */
  readonly of?: () => string
  readonly group: keyof Texts['shell']['groups']
  /** Such as `mod+k`, `shift+delete`, `?`; `mod` is Ctrl, or Command on a Mac. Fields and dialogs keep them, unless the next two say otherwise. */
  readonly keys?: readonly string[]
  /** Its keys, but for single ones, also answer while a field has the focus, for this reason. */
  readonly inFields?: FieldPass
  /** Its keys also answer over a dialog. */
  readonly inDialogs?: boolean
  /** May it run now? Absent means always. */
  readonly when?: () => boolean
  /** Of several, one is chosen: a menu marks it. */
  readonly isChosen?: () => boolean
  /** Not in the palette, such as moving a selection. */
  readonly isHidden?: boolean
  readonly run: () => unknown
  /** What its key does again and again while it is held down. Absent means nothing: a key that is held is one act, and some cost money. */
  readonly repeat?: () => unknown
}

export const useActionRegistry = defineStore('actions', () => {
  const lists = shallowRef<readonly (() => readonly Action[])[]>([])
  const chosen = shallowRef<Readonly<Record<string, readonly string[]>>>({})
  /** What is registered now, with its own keys; of two with one id the later. */
  const plain = computed(() => [...new Map(lists.value.flatMap(list => [...list()]).map(action => [action.id, action])).values()])
  /** With the keys that a person chose. */
  const all: ComputedRef<readonly Action[]> = computed(() => plain.value.map((action) => {
    const keys = chosen.value[action.id]
    return keys ? { ...action, keys } : action
  }))

  return {
    all,
    register(list: () => readonly Action[]): () => void {
      lists.value = [...lists.value, list]
      return () => {
        lists.value = lists.value.filter(other => other !== list)
      }
    },
    /** From now on these acts have these keys; the others have their own. */
    rebind(keys: Readonly<Record<string, readonly string[]>>): void {
      chosen.value = keys
    },
    /** The keys that an act has without a person's choice. */
    ownKeys: (id: string): readonly string[] => plain.value.find(action => action.id === id)?.keys ?? [],
    find: (id: string): Action | undefined => all.value.find(action => action.id === id),
  }
})

/** Registers actions for as long as the component is on screen. */
export function useActions(actions: readonly Action[] | (() => readonly Action[])): void {
  const { register } = useActionRegistry()
  onScopeDispose(register(() => toValue(actions)))
}

/** Runs an action if it may run now; a loose fault becomes a notice. Answers whether it ran. */
export function useRun(): (action: Pick<Action, 'when' | 'run'>) => boolean {
  const notices = useNotices()
  return (action) => {
    if (action.when && !action.when())
      return false
    void (async () => action.run())().catch((thrown: unknown) => {
      if (!isFault(thrown))
        console.error(thrown)
      notices.fault(faultOf(thrown))
    })
    return true
  }
}
