/** Who pays: the account that was chosen when something was asked for. Nothing is paid by one that is chosen afterwards. */
import { useNotices } from '../../actions/notices.ts'
import { useAccounts } from '../../stores/accounts.ts'

/**
 * Returns what notes the account that is chosen now; what that returns tells whether it is still chosen, and tells the person where it is
 * not: what costs is then not sent.
 */
export function usePayer(): () => () => boolean {
  const accounts = useAccounts()
  const notices = useNotices()
  return () => {
    const by = accounts.currentId
    return () => {
      const isSame = accounts.currentId === by
      if (!isSame)
        notices.say(t => t.spend.otherAccount, { tone: 'bad' })
      return isSame
    }
  }
}
