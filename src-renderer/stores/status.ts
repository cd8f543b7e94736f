/** How the studio and the wire to it are. */
import type { StudioStatus } from '#contract/studio.ts'
import { defineStore } from 'pinia'
import { onScopeDispose, shallowReadonly, shallowRef } from 'vue'
import { outbox, studio, wire } from '../studio.ts'
import { follow } from './follow.ts'

export const useStatus = defineStore('status', () => {
  const now = shallowRef<StudioStatus | null>(null)
  const stop = new AbortController()
  void follow({ whenOpen: wire.whenOpen, open: options => studio.studio.changes({}, options) }, (event) => {
    now.value = event
    outbox.diskIs(event.disk)
  }, stop.signal)
  onScopeDispose(() => stop.abort())
  return { now: shallowReadonly(now), wire: wire.state, startedBy: wire.startedBy, reconnect: wire.reconnect }
})
