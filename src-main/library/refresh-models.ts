/** Lists the models an account offers and which of them the catalogue does not know. Changes nothing. */
import type { AccountId } from '#contract/words.ts'
import type { ServiceClient } from '../service/client.ts'
import type { Models } from './models.ts'
import { Fault } from '#contract/faults.ts'

export interface RefreshPorts {
  readonly accounts: {
    get: (id: AccountId) => Promise<{ readonly id: AccountId }>
    connectionOf: (id: AccountId) => Promise<Parameters<ServiceClient['listModels']>[0]>
  }
  readonly client: Pick<ServiceClient, 'listModels'>
  readonly models: Pick<Models, 'all'>
}

export interface OfferedModels {
  /** False when the service has no list of models, which is fine. */
  readonly hasList: boolean
  readonly offered: string[]
  readonly unknown: string[]
}

/** Faults: not-found, no-account, no-key, key-locked, practice-unavailable, account-refused. */
export async function refreshModels(
  { accounts, client, models }: RefreshPorts,
  accountId: AccountId,
  signal: AbortSignal,
): Promise<OfferedModels> {
  const { id } = await accounts.get(accountId)
  const list = await client.listModels(await accounts.connectionOf(id), signal)
  if (list.answer !== 'listed')
    throw new Fault('account-refused', { reason: list.answer, status: list.status, said: list.said })
  const known = new Set<string>(models.all().map(model => model.id))
  const offered = [...list.models ?? []]
  return { hasList: list.models !== null, offered, unknown: offered.filter(name => !known.has(name)) }
}
