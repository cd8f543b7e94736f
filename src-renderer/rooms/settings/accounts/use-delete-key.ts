/** Deletes the key of a removed account although paid results wait for it: asks first, and says how many. */
import type { LeavingAccount } from '#contract/accounts.ts'
import { useNotices } from '../../../actions/notices.ts'
import { useAsk } from '../../../parts/dialogs/use-ask.ts'
import { attempt, studio } from '../../../studio.ts'

export function useDeleteKey(): (account: LeavingAccount) => Promise<void> {
  const ask = useAsk()
  const notices = useNotices()
  return async ({ id: accountId, name, paidJobs }) => {
    const isSure = await ask(({ settings: { accounts: { leaving: words } } }) =>
      ({ title: words.deleteTitle(name), content: words.deleteBody(paidJobs), act: words.deleteAct }))
    if (!isSure)
      return
    const { value, fault } = await attempt(studio.accounts.deleteKey({ accountId }))
    if (fault)
      return notices.fault(fault)
    notices.say(t => t.settings.accounts.leaving.deleted(name, value.isDeleted))
  }
}
