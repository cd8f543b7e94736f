/** A service that answers late: what was changed meanwhile is not undone, and no key is left behind. */
import type { AccountId } from '#contract/words.ts'
import type { CheckAnswer } from '../../../src-main/service/check-connection.ts'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createAccounts } from '../../../src-main/accounts/accounts.ts'
import { systemClock } from '../../../src-main/base/clock.ts'
import { createMemoryStore } from '../../../src-main/secrets/memory-store.ts'
import { openDatabase } from '../../../src-main/storage/database.ts'
import { ledgerMigrations } from '../../../src-main/storage/migrations/ledger/index.ts'
import { makeFolder } from '../../kit/folder.ts'

const accepted: CheckAnswer = { answer: 'accepted', models: null, creditsRemaining: 10 }
const baseUrl = 'https://service.example'

async function open() {
  const db = await openDatabase(join(await makeFolder(), 'ledger.db'), { migrations: ledgerMigrations })
  onTestFinished(() => db.close())
  const [asked, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<CheckAnswer>()]
  const secrets = createMemoryStore()
  const write = vi.spyOn(secrets, 'write')
  const remove = vi.spyOn(secrets, 'remove')
  const read = vi.spyOn(secrets, 'read')
  const accounts = createAccounts({
    ...{ db, secrets, clock: systemClock, environmentKey: null },
    client: {
      checkConnection: async () => {
        asked.resolve()
        return answer.promise
      },
    },
    practice: async () => ({ baseUrl, socketUrl: null, key: 'practice' }),
  })
  const { id } = await accounts.connect({ name: 'Studio', baseUrl, key: 'sk-first-key-0001', isUnchecked: true })
  return { db, accounts, id, asked, answer, write, remove, read }
}

/** Replaces the key, and answers once the other act is done. */
async function replacedDuring(opened: Awaited<ReturnType<typeof open>>, act: (id: AccountId) => Promise<unknown>) {
  const { accounts, id, asked, answer } = opened
  const replaced = accounts.replaceKey(id, 'sk-second-key-0002').catch((error: unknown) => error)
  await asked.promise
  await act(id)
  answer.resolve(accepted)
  return replaced
}

it('the new key of an account that was removed meanwhile is not kept', async () => {
  const opened = await open()
  const { accounts, write, remove } = opened
  const written = write.mock.calls.length
  expect(await replacedDuring(opened, accounts.remove)).toMatchObject({ code: 'not-found' })
  expect(remove).toHaveBeenCalled()
  expect(write.mock.calls).toHaveLength(written)
})

it('the new key is kept for the WebSocket address that was chosen meanwhile', async () => {
  const opened = await open()
  const { accounts, id } = opened
  const socketUrl = 'wss://sockets.example/api'
  await replacedDuring(opened, () => accounts.setSocketUrl(id, socketUrl))
  expect(await accounts.get(id)).toMatchObject({ socketUrl, key: { state: 'ok', last4: '0002' } })
  expect(await accounts.connectionOf(id)).toMatchObject({ socketUrl, key: 'sk-second-key-0002' })
})

it.each([
  ['locked', 'key-locked'],
  ['unavailable', 'keychain-unavailable'],
] as const)('a WebSocket address is not saved while the keychain is %s', async (state, code) => {
  const { accounts, id, read } = await open()
  read.mockResolvedValue(state === 'locked' ? { state } : { state, reason: 'late', isLate: true })
  await expect(accounts.setSocketUrl(id, 'wss://sockets.example/api')).rejects.toMatchObject({ code })
  read.mockRestore()
  expect(await accounts.connectionOf(id)).toMatchObject({ socketUrl: null, key: 'sk-first-key-0001' })
})

it.each([
  ['locked', 'key-locked'],
  ['unavailable', 'keychain-unavailable'],
] as const)('a request is not said to lack a key while the keychain is %s', async (state, code) => {
  const { accounts, id, read } = await open()
  read.mockResolvedValue(state === 'locked' ? { state } : { state, reason: 'late', isLate: true })
  await expect(accounts.connectionOf(id)).rejects.toMatchObject({ code })
})

it('two accounts that are connected at once have different names', async () => {
  const { accounts } = await open()
  const connect = () => accounts.connect({ name: 'Films', baseUrl, key: 'sk-third-key-0003', isUnchecked: true })
  const made = await Promise.all([connect(), connect()])
  expect(new Set(made.map(account => account.name)).size).toBe(2)
})
