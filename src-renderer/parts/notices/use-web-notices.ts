/** Browser notifications, for the web host, which has no system notifications: permission is asked for only when the user wants them. */
import type { WorkNotification } from '#contract/jobs.ts'
import { usePermission } from '@vueuse/core'
import { computed } from 'vue'
import { useNotices } from '../../actions/notices.ts'
import { useSettings } from '../../stores/settings.ts'
import { useStatus } from '../../stores/status.ts'
import { useTexts } from '../../texts/texts.ts'

export function useWebNotices() {
  const t = useTexts()
  const status = useStatus()
  const settings = useSettings()
  const notices = useNotices()
  const permission = usePermission('notifications')
  const isWeb = computed(() => status.now?.host === 'web' && 'Notification' in window)

  return {
    isWeb,
    isDenied: computed(() => isWeb.value && permission.value === 'denied'),
    /** The browser has not been asked yet. */
    canAsk: computed(() => isWeb.value && permission.value === 'prompt' && settings.now.notifies),
    /** Only from a click: browsers permanently refuse a request that comes unasked. */
    async ask(): Promise<void> {
      const answer = await Notification.requestPermission()
      notices.say(texts => answer === 'granted' ? texts.queue.tellMeOn : texts.queue.tellMeDenied)
    },
    show({ about, count, failed, title }: WorkNotification, onClick: () => void): void {
      if (!isWeb.value || Notification.permission !== 'granted' || document.hasFocus())
        return
      const words = t.value.shell.notifications
      // One at a time: the newest replaces the one before.
      const notice = new Notification(about === 'ended' ? words.ended(failed) : words.needsYou, {
        body: about === 'ended' ? words.endedOf(title, count, failed) : words.needsYouFor(title, count),
        tag: `takeroom-${about}`,
      })
      notice.onclick = () => {
        window.focus()
        notice.close()
        onClick()
      }
    },
  }
}
