/** Says once that automatic backups fail: for each series of failures, and again when the page is opened while they still do. */
import { watch } from 'vue'
import { useRouter } from 'vue-router'
import { useNotices } from '../actions/notices.ts'
import { useStatus } from '../stores/status.ts'

export function useBackupNotice(): void {
  const status = useStatus()
  const notices = useNotices()
  const router = useRouter()
  watch(() => status.now?.backupFailure?.since ?? null, (since) => {
    if (since === null)
      return
    notices.say(texts => texts.safety.backup.schedule.notice, {
      tone: 'bad',
      act: {
        label: texts => texts.safety.backup.schedule.show,
        run: () => router.push({ name: 'settings-safety', query: { at: 'backup' } }),
      },
    })
  }, { immediate: true })
}
