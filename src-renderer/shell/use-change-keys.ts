/** Changing the keys of acts: pressed again, taken from another act, set back. */
import type { SettingsChange } from '#contract/settings.ts'
import type { Action } from '../actions/action.ts'
import { useEventListener } from '@vueuse/core'
import { computed, shallowReadonly, shallowRef } from 'vue'
import { useActionRegistry } from '../actions/action.ts'
import { chordOf, conflictsOf, isMacKeyboard, isModifier } from '../actions/keys.ts'
import { useNotices } from '../actions/notices.ts'
import { useSettings } from '../stores/settings.ts'

interface Asked {
  readonly action: Action
  /** The key that was pressed, when other acts have it. */
  readonly taken: { readonly chord: string, readonly by: readonly Action[] } | null
}

export function useChangeKeys() {
  const registry = useActionRegistry()
  const settings = useSettings()
  const notices = useNotices()
  const isMac = isMacKeyboard()
  /** The act that waits for its new key. */
  const asked = shallowRef<Asked | null>(null)

  async function keep(keys: NonNullable<SettingsChange['keys']>): Promise<void> {
    asked.value = null
    const { fault } = await settings.change({ keys })
    if (fault)
      notices.fault(fault)
  }

  /** From now on the chord means this act alone; those that had it keep their other keys. */
  function give(action: Action, chord: string, by: readonly Action[]): void {
    const others = by.map((other): [string, string[]] => [other.id, (other.keys ?? []).filter(key => key !== chord)])
    void keep({ ...Object.fromEntries(others), [action.id]: [chord] })
  }

  // Before the dialog and the room hear it.
  useEventListener(globalThis.window, 'keydown', (event) => {
    if (asked.value === null || asked.value.taken !== null || isModifier(event) || event.isComposing)
      return
    event.preventDefault()
    event.stopImmediatePropagation()
    const { action } = asked.value
    const chord = chordOf(event, isMac)
    if (chord === 'escape') {
      asked.value = null
      return
    }
    const by = conflictsOf(registry.all, action, chord)
    if (by.length > 0)
      asked.value = { action, taken: { chord, by } }
    else
      give(action, chord, [])
  }, { capture: true })

  return {
    asked: shallowReadonly(asked),
    hasChanges: computed(() => Object.keys(settings.now.keys).length > 0),
    isChanged: (action: Action): boolean => settings.now.keys[action.id] !== undefined,
    /** The next key that is pressed is for this act. */
    ask(action: Action): void {
      asked.value = { action, taken: null }
    },
    cancel(): void {
      asked.value = null
    },
    /** Takes the key from those that have it. */
    take(): void {
      if (asked.value?.taken)
        give(asked.value.action, asked.value.taken.chord, asked.value.taken.by)
    },
    /** Acts that were given its own key in the meantime go back, too. */
    reset(action: Action): void {
      const holders = registry.ownKeys(action.id).flatMap(chord => conflictsOf(registry.all, action, chord)).map(other => other.id)
      void keep(ownKeysOf([action.id, ...holders]))
    },
    resetAll: () => void keep(ownKeysOf(Object.keys(settings.now.keys))),
  }
}

/** Gives each of these actions its own keys back. */
function ownKeysOf(ids: readonly string[]): Record<string, null> {
  return Object.fromEntries(ids.map(id => [id, null]))
}
