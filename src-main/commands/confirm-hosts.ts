/** On the command line: confirms where a restored studio may send to, and says which addresses are still to be confirmed. */
import type { Accounts } from '../accounts/accounts.ts'
import { originsOf, readEnvironmentKey } from '../accounts/origins.ts'
import { environmentSecret } from '../secrets/environment-secret.ts'
import { terminalTexts } from './terminal-texts.ts'

export { readOrigin } from '../accounts/origins.ts'

/** `hosts` are origins. Prints origins only: the names of accounts come from the backup. */
export async function confirmHosts(
  accounts: Pick<Accounts, 'list' | 'confirmHost'>,
  hosts: readonly string[],
  print: (line: string) => void,
): Promise<void> {
  const asked = (await accounts.list()).filter(account => account.key.state === 'unconfirmed')
  const left = new Set<string>()
  for (const account of asked) {
    const origins = originsOf(account)
    if (origins.every(origin => hosts.includes(origin)))
      await accounts.confirmHost(account.id, account)
    else
      origins.filter(origin => !hosts.includes(origin)).forEach(origin => left.add(origin))
  }
  if (left.size === 0)
    return
  print(terminalTexts().serve.restored)
  for (const origin of left)
    print(`  --confirm-host ${origin}`)
}

/** Why the key of the environment is not used; null where there is none, or it is. */
export function whyKeyIsUnused(env: Parameters<typeof readEnvironmentKey>[0]): string | null {
  const key = readEnvironmentKey(env)
  if (key === null && environmentSecret(env) !== '')
    return terminalTexts().serve.keyUnusable
  return key?.origins.length === 0
    ? terminalTexts().serve.keyWithoutAddress
    : null
}
