/** Live listening to what was just sent: begins by itself as soon as a job can be heard. */
import type { JobId } from '#contract/words.ts'
import type { LiveSound } from '../../../player/live.ts'
import { useLocalStorage } from '@vueuse/core'
import { onScopeDispose, shallowReadonly, shallowRef, watch } from 'vue'
import { useLiveListening } from '../../../player/use-player.ts'
import { useJobs } from '../../../stores/jobs.ts'
import { useMedia } from '../../../stores/media.ts'
import { pageKeys } from '../../../wire/page-keys.ts'

export function useLiveSpeech(sentJobIds: () => ReadonlySet<JobId>) {
  const jobs = useJobs()
  const media = useMedia()
  const listen = useLiveListening()
  const isMuted = useLocalStorage(pageKeys.liveMuted, false)
  const sound = shallowRef<LiveSound | null>(null)
  const begun = new Set<JobId>()

  watch(() => jobs.all.find(job => job.isLive && sentJobIds().has(job.id) && !begun.has(job.id))?.id, async (jobId) => {
    if (!jobId)
      return
    begun.add(jobId)
    // Without an address there is nothing to hear; the take arrives all the same.
    const url = await media.url({ of: 'live', jobId }).catch(() => null)
    if (url === null)
      return
    const opened = listen(url, isMuted.value)
    sound.value = opened
    await opened.over
    if (sound.value === opened && opened.state.value === 'ended')
      sound.value = null
  })
  watch(isMuted, muted => sound.value?.setMuted(muted))
  onScopeDispose(() => sound.value?.stop())

  return {
    isMuted,
    /** What can be heard now, or failed to be. */
    sound: shallowReadonly(sound),
    toggleMute(): void {
      isMuted.value = !isMuted.value
    },
    stop(): void {
      sound.value?.stop()
      sound.value = null
    },
  }
}
