/** How the studio and the wire to it are. */
import type { StudioStatus } from '#contract/studio.ts'
import { defineStore } from 'pinia'
import { shallowReadonly, shallowRef } from 'vue'
import { outbox, studio, wire } from '../studio.ts'
import { useFeed } from './feed.ts'

export const useStatus = defineStore('status', () => {
  const now = shallowRef<StudioStatus | null>(null)
  useFeed(options => studio.studio.changes({}, options), (event) => {
    now.value = event
    outbox.diskIs(event.disk)
  })
  return { now: shallowReadonly(now), wire: wire.state, startedBy: wire.startedBy, reconnect: wire.reconnect }
})
