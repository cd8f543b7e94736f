/** Confirms where a restored account sends to. Until then nothing is sent for it, not even a free question. */
import type { Account } from '#contract/accounts.ts'
import { useNotices } from '../../actions/notices.ts'
import { attempt, studio } from '../../studio.ts'

export function useConfirmHost(): (account: Account) => Promise<void> {
  const notices = useNotices()
  return async ({ id, name, baseUrl, socketUrl }) => {
    const { fault } = await attempt(studio.accounts.confirmHost({ accountId: id, baseUrl, socketUrl }))
    if (fault)
      notices.fault(fault)
    else
      notices.say(t => t.shell.hosts.confirmed(name), { tone: 'good' })
  }
}

/** The host and port of an address; the whole text where it is no address. */
export function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address
}
