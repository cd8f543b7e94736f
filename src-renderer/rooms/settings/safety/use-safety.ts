/** What keeps a studio safe, as the page follows and asks for it: backups, checks, repair. */
import type { BackupPlanChange, WantedBackupFolder } from '#contract/backup-words.ts'
import type { BackupEvent } from '#contract/backups.ts'
import type { CheckReport } from '#contract/checks.ts'
import type { AnyFault } from '../../../studio.ts'
import { shallowReadonly, shallowRef } from 'vue'
import { useNotices } from '../../../actions/notices.ts'
import { useAsk } from '../../../parts/dialogs/use-ask.ts'
import { useFeed } from '../../../stores/feed.ts'
import { attempt, studio } from '../../../studio.ts'

export function useBackups() {
  const ask = useAsk()
  const notices = useNotices()
  const now = shallowRef<BackupEvent | null>(null)
  useFeed(options => studio.backups.changes({}, options), (event) => {
    now.value = event
  })

  const sayFault = ({ fault }: { fault?: AnyFault | undefined }): void => void (fault && notices.fault(fault))

  return {
    now: shallowReadonly(now),
    make: async (withFilms: boolean) => sayFault(await attempt(studio.backups.make({ withFilms }))),
    stop: async () => sayFault(await attempt(studio.backups.stop({}))),
    reveal: async (name: string) => sayFault(await attempt(studio.backups.reveal({ name }))),
    schedule: async (change: BackupPlanChange) => sayFault(await attempt(studio.backups.schedule({ plan: change }))),
    setFolder: async (to: WantedBackupFolder) => attempt(studio.backups.setFolder({ to })),
    async askRestore(name: string): Promise<void> {
      const isSure = await ask(({ safety: { backup: words } }) =>
        ({ title: words.restoreTitle, content: words.restoreBody, act: words.restore.replace('…', '') }))
      if (isSure)
        sayFault(await attempt(studio.backups.restore({ name })))
    },
  }
}

export type SetBackupFolder = ReturnType<typeof useBackups>['setFolder']

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
  const ask = useAsk()
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
    async ask(): Promise<void> {
      if (await ask(({ safety: { damage: words } }) => ({ title: words.ask, content: words.askBody, act: words.act })))
        await repair()
    },
  }
}
