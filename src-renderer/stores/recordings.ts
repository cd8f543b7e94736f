/** Recordings that were never stopped and are takes now, until they are dismissed. */
import type { RecoveredRecording } from '#contract/recordings.ts'
import { defineStore } from 'pinia'
import { shallowReadonly, shallowRef } from 'vue'
import { studio } from '../studio.ts'
import { useFeed } from './feed.ts'

export const useRecordings = defineStore('recordings', () => {
  const recovered = shallowRef<readonly RecoveredRecording[]>([])
  useFeed(options => studio.recordings.changes({}, options), (event) => {
    recovered.value = event.recovered
  })
  return { recovered: shallowReadonly(recovered) }
})
