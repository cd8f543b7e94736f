/** The studio's settings; a change shows at once and is reverted when main refuses it. */
import type { Settings, SettingsChange, SettingsExpected } from '#contract/settings.ts'
import { defineStore } from 'pinia'
import { readonly, shallowRef } from 'vue'
import { defaultSettings } from '#contract/settings.ts'
import { changeSettings } from '#rules/settings/change.ts'
import { attempt, studio } from '../studio.ts'
import { useFeed } from './feed.ts'
import { useOptimistic } from './optimistic.ts'

/** What a person writes, as they saw it. */
export type Written = Partial<Pick<Settings, keyof SettingsExpected>>

export const useSettings = defineStore('settings', () => {
  // Until main has sent the settings, the welcome is hidden from returning users.
  const { now, receive, change } = useOptimistic<Settings, SettingsChange>({
    first: { ...defaultSettings, hasSeenWelcome: true },
    apply: changeSettings,
  })
  const isReady = shallowRef(false)
  useFeed(options => studio.settings.changes({}, options), ({ settings, revision }, { isFirst }) => {
    receive({ state: settings, revision }, isFirst)
    isReady.value = true
  })

  return {
    now,
    isReady: readonly(isReady),
    /**
     * Changes the given parts only: what another page changes in the meantime stays. `seen`: what a form showed when it was opened, where
     * that was earlier.
     */
    change(settings: SettingsChange, seen: Written = {}) {
      const expected = writtenIn({ ...now.value, ...seen }, settings)
      return change(
        settings,
        () => attempt(studio.settings.change({ settings, ...expected && { expected } })),
        answer => ({ state: answer.settings, revision: answer.revision }),
      )
    },
  }
})

/** What the change replaces of what was written; undefined where it only chooses values. */
function writtenIn({ deliveryName, presets, titles }: Settings, change: SettingsChange): SettingsExpected | undefined {
  const lists = [change.presets, change.titles]
  const named = new Set(lists.flatMap(list => [...list?.remove ?? [], ...(list?.put ?? []).map(({ id }) => id)]))
  return change.deliveryName === undefined && lists.every(list => list === undefined)
    ? undefined
    : {
        ...change.deliveryName !== undefined && { deliveryName },
        ...change.presets && { presets: presets.filter(({ id }) => named.has(id)) },
        ...change.titles && { titles: titles.filter(({ id }) => named.has(id)) },
      }
}
