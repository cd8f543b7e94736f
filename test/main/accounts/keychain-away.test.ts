/** Keys that are removed and replaced while the keychain is missing or locked: nothing is called done before the keychain has done it. */
import type { Keytar } from '../../../src-main/secrets/keytar-store.ts'
import type { Database } from '../../../src-main/storage/database.ts'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createAccounts } from '../../../src-main/accounts/accounts.ts'
import { separateRestoredAccounts } from '../../../src-main/accounts/keys.ts'
import { bindSecret } from '../../../src-main/secrets/bound-secret.ts'
import { openSecretStore } from '../../../src-main/secrets/open-secret-store.ts'
import { openDatabase } from '../../../src-main/storage/database.ts'
import { ledgerMigrations } from '../../../src-main/storage/migrations/ledger/index.ts'
import { sql } from '../../../src-main/storage/sql.ts'
import { createTestClock } from '../../kit/clock.ts'
import { makeFolder } from '../../kit/folder.ts'
import { createKeychain } from '../../kit/keychain.ts'

const baseUrl = 'https://service.example'
type Keychain = ReturnType<typeof createKeychain>

async function gone(): Promise<never> {
  throw new Error('no bus')
}

/** One run of the studio over this ledger and what it finds of the keychain. */
function run(db: Database, load: () => Promise<Keytar>) {
  const clock = createTestClock()
  const opened = openSecretStore({ clock, load })
  const accounts = createAccounts({
    ...{ db, clock, secrets: opened.store, environmentKey: null },
    client: { checkConnection: async () => ({ answer: 'accepted', models: null, creditsRemaining: null }) },
    practice: async () => ({ baseUrl, socketUrl: null, key: 'practice' }),
  })
  const reread: Promise<void>[] = []
  opened.onChange?.(() => void reread.push(accounts.rereadKeys()))
  return { accounts, clock, opened, heard: () => Promise.all(reread) }
}

/** An account whose key the keychain has, from an earlier run. */
async function open() {
  const db = await openDatabase(join(await makeFolder(), 'ledger.db'), { migrations: ledgerMigrations })
  onTestFinished(() => db.close())
  const keychain = createKeychain()
  const { accounts } = run(db, async () => keychain)
  const { id } = await accounts.connect({ name: 'Studio', baseUrl, key: 'sk-first-key-1111', isUnchecked: true })
  return { db, keychain, id }
}

/** The keychain answers once and then takes nothing any more. */
async function runWithBroken(keychain: Keychain, db: Database): Promise<ReturnType<typeof run>> {
  const found = { ...keychain }
  const started = run(db, async () => found)
  await started.accounts.list()
  Object.assign(found, { setPassword: gone, deletePassword: gone })
  return started
}

describe('an account that is removed', () => {
  it.each<[string, (keychain: Keychain, db: Database) => Promise<ReturnType<typeof run>>]>([
    ['is missing', async (_, db) => run(db, gone)],
    ['does not answer any more', runWithBroken],
    ['is locked', async (keychain, db) => run(db, async () => Object.assign(keychain, { isLocked: true }))],
  ])('while the keychain %s loses its key in the next run, and the page is told', async (_, found) => {
    const { db, keychain, id } = await open()
    const away = await found(keychain, db)
    expect(await away.accounts.remove(id)).toBe('keychain')
    expect(await away.accounts.list()).toEqual([])
    keychain.isLocked = false
    expect(keychain.items.size).toBe(1)
    const { accounts } = run(db, async () => keychain)
    await accounts.rereadKeys()
    expect(keychain.items.size).toBe(0)
    expect(await db.all(sql`SELECT id FROM accounts WHERE key_pending_removal = 1`)).toEqual([])
  })

  it('while somebody types the password of the keychain loses its key as soon as it is open', async () => {
    const { db, keychain, id } = await open()
    const typed = Promise.withResolvers<Keytar>()
    const late = run(db, () => typed.promise)
    const removed = late.accounts.remove(id)
    await late.clock.advance(15_000)
    expect(await removed).toBe('keychain')
    typed.resolve(keychain)
    await late.clock.advance(2000)
    await late.heard()
    expect(keychain.items.size).toBe(0)
    expect(await db.all(sql`SELECT id FROM accounts WHERE key_pending_removal = 1`)).toEqual([])
  })

  it('leaves its key to the original where the studio was restored', async () => {
    const { db, keychain, id } = await open()
    await run(db, gone).accounts.remove(id)
    await separateRestoredAccounts(db)
    await run(db, async () => keychain).accounts.rereadKeys()
    expect(keychain.items.size).toBe(1)
  })
})

describe('a key that the keychain does not take', () => {
  it.each(['connect', 'replace', 'socket'] as const)('is not called locked when the keychain does not answer (%s)', async (what) => {
    const { db, keychain, id } = await open()
    const { accounts } = await runWithBroken(keychain, db)
    const act = {
      connect: () => accounts.connect({ name: 'Other', baseUrl, key: 'sk-other', isUnchecked: true }),
      replace: () => accounts.replaceKey(id, 'sk-second-key-2222', null, true),
      socket: () => accounts.setSocketUrl(id, 'wss://sockets.example'),
    }[what]
    await expect(act()).rejects.toMatchObject({ code: 'keychain-unavailable', data: { said: 'no bus' } })
  })
})

describe('a key that is replaced while memory stands in for the keychain', () => {
  it('is asked for again in the next run, and the one before is neither sent nor kept', async () => {
    const { db, keychain, id } = await open()
    const away = run(db, gone)
    await away.accounts.replaceKey(id, 'sk-second-key-2222', null, true)
    expect(await away.accounts.connectionOf(id)).toMatchObject({ key: 'sk-second-key-2222' })
    const { accounts } = run(db, async () => keychain)
    expect((await accounts.get(id)).key.state).toBe('absent')
    await expect(accounts.connectionOf(id)).rejects.toMatchObject({ code: 'no-key' })
    // Another address does not make it good again.
    await accounts.setSocketUrl(id, 'wss://sockets.example')
    await expect(accounts.connectionOf(id)).rejects.toMatchObject({ code: 'no-key' })
    await accounts.rereadKeys()
    expect(keychain.items.size).toBe(0)
    await accounts.replaceKey(id, 'sk-third-key-3333', null, true)
    await accounts.rereadKeys()
    const next = run(db, async () => keychain)
    expect(await next.accounts.connectionOf(id)).toMatchObject({ key: 'sk-third-key-3333' })
    expect((await next.accounts.get(id)).key).toMatchObject({ state: 'ok', last4: '3333' })
  })

  it('is kept where the keychain answers in the same run', async () => {
    const { db, keychain, id } = await open()
    const typed = Promise.withResolvers<Keytar>()
    const late = run(db, () => typed.promise)
    const replaced = late.accounts.replaceKey(id, 'sk-second-key-2222', null, true)
    await late.clock.advance(15_000)
    await replaced
    typed.resolve(keychain)
    await late.clock.advance(2000)
    await late.heard()
    expect(await late.accounts.connectionOf(id)).toMatchObject({ key: 'sk-second-key-2222' })
    const next = run(db, async () => keychain)
    await next.accounts.rereadKeys()
    expect(await next.accounts.connectionOf(id)).toMatchObject({ key: 'sk-second-key-2222' })
  })

  it('is not read of the original by a studio that was restored meanwhile', async () => {
    const { db, keychain, id } = await open()
    await run(db, gone).accounts.replaceKey(id, 'sk-second-key-2222', null, true)
    await separateRestoredAccounts(db)
    const { accounts } = run(db, async () => keychain)
    await accounts.confirmHost(id, { baseUrl, socketUrl: null })
    expect((await accounts.get(id)).key.state).toBe('absent')
  })

  it('is shown with the ending of the key that is sent', async () => {
    const { db, keychain, id } = await open()
    keychain.items.set(`account:${id}`, bindSecret('sk-other-key-9999', [baseUrl]))
    expect((await run(db, async () => keychain).accounts.get(id)).key.last4).toBe('9999')
  })
})
