/** Recordings that nobody ended and that are takes now, until they are dismissed. */
import type { RecoveredRecording } from '#contract/recordings.ts'
import { defineStore } from 'pinia'
import { onScopeDispose, shallowReadonly, shallowRef } from 'vue'
import { studio, wire } from '../studio.ts'
import { follow } from './follow.ts'

export const useRecordings = defineStore('recordings', () => {
  const recovered = shallowRef<readonly RecoveredRecording[]>([])
  const stop = new AbortController()
  void follow({ whenOpen: wire.whenOpen, open: options => studio.recordings.changes({}, options) }, (event) => {
    recovered.value = event.recovered
  }, stop.signal)
  onScopeDispose(() => stop.abort())
  return { recovered: shallowReadonly(recovered) }
})
