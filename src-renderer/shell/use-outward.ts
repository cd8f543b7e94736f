/**
 * What the page does for the world around it: tells news through the browser, keeps the screen awake while work would break, and hints that
 * the network is back.
 */
import { useEventListener, useWakeLock } from '@vueuse/core'
import { computed, watch } from 'vue'
import { useRouter } from 'vue-router'
import { mustStayAwake } from '#rules/jobs/attention.ts'
import { useWebNotices } from '../parts/notices/use-web-notices.ts'
import { useFeed } from '../stores/feed.ts'
import { useJobs } from '../stores/jobs.ts'
import { useStatus } from '../stores/status.ts'
import { attempt, studio } from '../studio.ts'

export function useOutward(): void {
  const router = useRouter()
  const jobs = useJobs()
  const status = useStatus()
  const webNotices = useWebNotices()

  useFeed(options => studio.jobs.notifications({}, options), ({ notifications }) => {
    if (notifications)
      webNotices.show(notifications, () => router.push({ name: 'queue' }))
  })

  // Electron keeps the machine awake by itself.
  const wakeLock = useWakeLock()
  const mustBeAwake = computed(() => status.now?.host === 'web' && jobs.all.some(mustStayAwake))
  watch(mustBeAwake, (isNeeded) => {
    if (!wakeLock.isSupported.value)
      return
    // A browser may refuse, to save its battery, say; Settings says that it cannot be relied on.
    void (isNeeded ? wakeLock.request('screen') : wakeLock.release()).catch(() => {})
  })

  // Only a hint: the service's own answer decides.
  useEventListener(window, 'online', () => void attempt(studio.jobs.lookForNetwork({})))
}
