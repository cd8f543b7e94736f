/** What can be done with accounts that exist. */
import type { Account } from '#contract/accounts.ts'
import type { AnyFault } from '../../../studio.ts'
import { shallowRef } from 'vue'
import { useNotices } from '../../../actions/notices.ts'
import { withCancelled } from '../../../parts/jobs/with-cancelled.ts'
import { attempt, studio } from '../../../studio.ts'

export function useAccountActs() {
  const notices = useNotices()
  const checking = shallowRef<Account['id'] | null>(null)
  /** What the service said at the last check of an account, until the next one. */
  const refusal = shallowRef<{ accountId: Account['id'], fault: AnyFault } | null>(null)

  return {
    checking,
    refusal,
    async check(account: Account): Promise<void> {
      checking.value = account.id
      refusal.value = null
      const { fault } = await attempt(studio.accounts.check({ accountId: account.id }))
      checking.value = null
      if (fault)
        refusal.value = { accountId: account.id, fault }
      else
        notices.say(t => t.settings.accounts.checked(account.name), { tone: 'good' })
    },
    async rename(account: Account, name: string): Promise<AnyFault | null> {
      const { fault } = await attempt(studio.accounts.rename({ accountId: account.id, name }))
      return fault ?? null
    },
    async setSocketUrl(account: Account, socketUrl: string | null): Promise<AnyFault | null> {
      const { fault } = await attempt(studio.accounts.setSocketUrl({ accountId: account.id, socketUrl }))
      return fault ?? null
    },
    async remove(account: Account): Promise<void> {
      const answer = await attempt(studio.accounts.remove({ accountId: account.id }))
      if (answer.fault)
        return notices.fault(answer.fault)
      const { cancelledJobs, keyStays } = answer.value
      notices.say(t => withCancelled(t.settings.accounts.removed(account.name, keyStays), cancelledJobs, t))
    },
  }
}
