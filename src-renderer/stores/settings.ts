/** The studio's settings; a change shows at once and is reverted when main refuses it. */
import type { Settings } from '#contract/settings.ts'
import { defineStore } from 'pinia'
import { computed, onScopeDispose, readonly, shallowRef } from 'vue'
import { attempt, studio, wire } from '../studio.ts'
import { follow } from './follow.ts'

/** How the page looks until main has said what was chosen. */
const UNTIL_KNOWN: Settings = {
  theme: 'dark',
  language: 'system',
  accountId: null,
  requestsAtOnce: 4,
  atOnce: { speech: 4, image: 3, video: 3, transcribe: 3, chat: 4, upload: 2, render: 1 },
  queueOnStart: 'as-left',
  sendsAfterOffline: false,
  notifies: true,
  trashDays: null,
  previewGigabytes: 20,
  segmentGigabytes: 20,
  deliveryName: '{project}',
  rendersAhead: true,
  keys: {},
  presets: [],
  hasSeenWelcome: true,
}

export const useSettings = defineStore('settings', () => {
  const known = shallowRef<Settings>(UNTIL_KNOWN)
  const hoped = shallowRef<Partial<Settings>>({})
  const isReady = shallowRef(false)
  const stop = new AbortController()
  void follow({ whenOpen: wire.whenOpen, open: options => studio.settings.changes({}, options) }, (event) => {
    known.value = event
    isReady.value = true
  }, stop.signal)
  onScopeDispose(() => stop.abort())

  async function change(settings: Partial<Settings>) {
    hoped.value = { ...hoped.value, ...settings }
    const answer = await attempt(studio.settings.change({ settings }))
    if (answer.value)
      known.value = answer.value.settings
    const rest = { ...hoped.value }
    for (const key of Object.keys(settings) as (keyof Settings)[]) // Keys of a Partial<Settings> are keys of Settings.
      delete rest[key]
    hoped.value = rest
    return answer
  }

  return { now: computed<Settings>(() => ({ ...known.value, ...hoped.value })), isReady: readonly(isReady), change }
})
