/** What an account is called: as its owner named it, and the practice service in the language of the user. */
import type { Account } from '#contract/accounts.ts'
import type { Texts } from '../../texts/texts.ts'

export function accountName(account: Pick<Account, 'name' | 'isPractice'> | undefined, t: Texts): string | undefined {
  return account?.isPractice ? t.settings.studio.practice : account?.name
}
