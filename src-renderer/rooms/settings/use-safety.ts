/** What keeps a studio safe, as the page follows and asks for it: backups, checks, repair. */
import type { BackupEvent } from '#contract/backups.ts'
import type { CheckReport } from '#contract/checks.ts'
import type { AnyFault } from '../../studio.ts'
import { useDialog } from 'naive-ui'
import { onScopeDispose, shallowReadonly, shallowRef } from 'vue'
import { useNotices } from '../../actions/notices.ts'
import { follow } from '../../stores/follow.ts'
import { attempt, studio, wire } from '../../studio.ts'
import { useTexts } from '../../texts/texts.ts'

export function useBackups() {
  const t = useTexts()
  const dialog = useDialog()
  const notices = useNotices()
  const now = shallowRef<BackupEvent | null>(null)
  const stop = new AbortController()
  void follow({ whenOpen: wire.whenOpen, open: options => studio.backups.changes({}, options) }, (event) => {
    now.value = event
  }, stop.signal)
  onScopeDispose(() => stop.abort())

  const sayFault = ({ fault }: { fault?: AnyFault | undefined }): void => void (fault && notices.fault(fault))

  return {
    now: shallowReadonly(now),
    make: async (withFilms: boolean) => sayFault(await attempt(studio.backups.make({ withFilms }))),
    stop: async () => sayFault(await attempt(studio.backups.stop({}))),
    reveal: async (name: string) => sayFault(await attempt(studio.backups.reveal({ name }))),
    askRestore(name: string): void {
      const words = t.value.safety.backup
      dialog.warning({
        title: words.restoreTitle,
        content: words.restoreBody,
        positiveText: words.restore.replace('…', ''),
        negativeText: t.value.shell.act.cancel,
        onPositiveClick: () => void attempt(studio.backups.restore({ name })).then(sayFault),
      })
    },
  }
}

export function useCheck() {
  const notices = useNotices()
  const report = shallowRef<CheckReport | null>(null)
  const isBusy = shallowRef(false)

  async function run(how: { isDeep: boolean, isRepairing: boolean }): Promise<void> {
    isBusy.value = true
    const answer = await attempt(studio.checks.run(how))
    isBusy.value = false
    if (answer.fault)
      notices.fault(answer.fault)
    else
      report.value = answer.value.report
  }
  return { report: shallowReadonly(report), isBusy: shallowReadonly(isBusy), run }
}

export function useRepair() {
  const t = useTexts()
  const dialog = useDialog()
  const notices = useNotices()
  const isBusy = shallowRef(false)

  async function repair(): Promise<void> {
    isBusy.value = true
    const answer = await attempt(studio.studio.repair({}))
    isBusy.value = false
    if (answer.fault)
      return notices.fault(answer.fault)
    const kept = answer.value.kept ?? ''
    notices.say(texts => texts.safety.damage.done(kept), { tone: 'good' })
  }
  return {
    isBusy: shallowReadonly(isBusy),
    ask(): void {
      const words = t.value.safety.damage
      dialog.warning({ title: words.ask, content: words.askBody, positiveText: words.act, negativeText: t.value.shell.act.cancel, onPositiveClick: () => void repair() })
    },
  }
}
