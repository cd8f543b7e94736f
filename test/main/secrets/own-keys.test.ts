/**
 * A restored studio and its original over one real keychain: both work at once, and neither uses the other's keys.
 *
 * @module-tag wide
 */
import type { AccountId } from '#contract/words.ts'
import type { PracticeService } from '../../../src-main/practice/index.ts'
import type { SecretStore } from '../../../src-main/secrets/secret-store.ts'
import type { OpenStudio } from '../../../src-main/studio/open-studio.ts'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { restore } from '../../../src-main/backup/backup.ts'
import { systemClock } from '../../../src-main/base/clock.ts'
import { backUpFolder } from '../../../src-main/commands/back-up.ts'
import { bindSecret } from '../../../src-main/secrets/bound-secret.ts'
import { sql } from '../../../src-main/storage/sql.ts'
import { makeFolder } from '../../kit/folder.ts'
import { missingForKeyring, openKeyring } from '../../kit/keyring.ts'
import { connect, openTestPractice, openTestStudio } from '../../kit/studio.ts'

const quiet = { clock: systemClock, signal: new AbortController().signal, onProgress: () => {} }
const stateOf = async (studio: OpenStudio, accountId: AccountId) => (await studio.parts.accounts.get(accountId)).key.state
const keyOf = async (studio: OpenStudio, accountId: AccountId) => (await studio.parts.accounts.connectionOf(accountId)).key

interface Pair {
  readonly practice: PracticeService
  readonly accountId: AccountId
  readonly store: SecretStore
  readonly original: OpenStudio
  readonly restored: OpenStudio
  readonly keyring: Awaited<ReturnType<typeof openKeyring>>
  readonly path: string
}

/** Opens a restored studio whose person has confirmed where its accounts send to. */
async function openConfirmed(folder: string, store: SecretStore): Promise<OpenStudio> {
  const studio = await openTestStudio({ folder, ports: { secrets: { store, fallbackReason: null } } })
  await confirmAll(studio)
  return studio
}

async function confirmAll({ parts: { accounts } }: OpenStudio): Promise<void> {
  for (const account of await accounts.list())
    await accounts.confirmHost(account.id, account)
}

/** Opens both, over a keychain without prompts. */
async function makePair({ isConfirmed } = { isConfirmed: true }): Promise<Pair> {
  const keyring = await openKeyring()
  const store: SecretStore = { backend: 'Secret Service', persistent: true, ...keyring.openStore() }
  const ports = { secrets: { store, fallbackReason: null } }
  const practice = await openTestPractice()
  const first = await openTestStudio({ ports })
  const accountId = await connect(first, practice)
  await first.close()
  const path = join(await makeFolder(), 'backup.tar')
  await backUpFolder(first.folder, path, { madeBy: '0', withFilms: true, print: () => {}, signal: quiet.signal })
  const { folder } = await restore(path, join(await makeFolder(), 'restored'), quiet)
  const original = await openTestStudio({ folder: first.folder, ports })
  return {
    practice,
    accountId,
    store,
    keyring,
    path,
    original,
    restored: isConfirmed ? await openConfirmed(folder, store) : await openTestStudio({ folder, ports }),
  }
}

describe.skipIf(missingForKeyring())('a restored studio on the same machine', () => {
  it('works at once with the key of the other, and keeps it when the other removes its own', async () => {
    const { practice, accountId, original, restored } = await makePair()
    expect(await keyOf(restored, accountId)).toBe(practice.key)
    await original.parts.accounts.remove(accountId)
    expect(await stateOf(restored, accountId)).toBe('ok')
    expect(await keyOf(restored, accountId)).toBe(practice.key)
  })

  it.each([
    ['before it was used', false],
    ['after it was used', true],
  ])('that removes an account, %s, has no key for it, and the other has', async (_, isUsed) => {
    const { practice, accountId, original, restored, store } = await makePair()
    if (isUsed)
      expect(await stateOf(restored, accountId)).toBe('ok')
    await restored.parts.accounts.remove(accountId)
    expect(await keyOf(original, accountId)).toBe(practice.key)
    await expect(restored.parts.accounts.connectionOf(accountId)).rejects.toMatchObject({ code: 'no-account' })
    const row = await restored.parts.ledgerDb.get<{
      key_name: string
      borrowed_keys: string
    }>(sql`SELECT key_name, borrowed_keys FROM accounts WHERE id = ${accountId}`)
    expect(row!.borrowed_keys).toBe('[]')
    expect(await store.read(row!.key_name)).toEqual({ state: 'absent' })
    // Even a restored row has no key.
    await restored.parts.ledgerDb.run(sql`UPDATE accounts SET removed_at = NULL WHERE id = ${accountId}`)
    expect(await stateOf(restored, accountId)).toBe('absent')
  })

  it('that gets another key leaves that of the other unchanged', async () => {
    const { practice, accountId, original, restored, store } = await makePair()
    await restored.parts.accounts.replaceKey(accountId, practice.key)
    const own = await restored.parts.ledgerDb.get<{ key_name: string }>(sql`SELECT key_name FROM accounts WHERE id = ${accountId}`)
    await store.write(own!.key_name, bindSecret('another key', [new URL(practice.url).origin]))
    expect(await keyOf(restored, accountId)).toBe('another key')
    expect(await keyOf(original, accountId)).toBe(practice.key)
    await original.parts.accounts.replaceKey(accountId, practice.key)
    expect(await keyOf(restored, accountId)).toBe('another key')
  })

  it('never mistakes a locked keychain for one without the key, and copies nothing from it', async () => {
    const { practice, accountId, restored, keyring } = await makePair({ isConfirmed: false })
    await keyring.lock()
    await confirmAll(restored)
    expect(await stateOf(restored, accountId)).toBe('locked')
    expect(await restored.parts.ledgerDb.get(sql`SELECT borrowed_keys FROM accounts WHERE id = ${accountId}`)).toEqual({
      borrowed_keys: `["account:${accountId}"]`,
    })
    await restored.close()
    await keyring.killDaemon()
    await keyring.startDaemon()
    const store: SecretStore = { backend: 'Secret Service', persistent: true, ...keyring.openStore() }
    const again = await openTestStudio({ folder: restored.parts.ports.folder, ports: { secrets: { store, fallbackReason: null } } })
    expect(await keyOf(again, accountId)).toBe(practice.key)
  })

  it('can be restored from its own backup, repeatedly, without any of them losing its key', async () => {
    const { practice, accountId, original, restored, store } = await makePair()
    const folder = restored.parts.ports.folder
    await restored.close()
    const path = join(await makeFolder(), 'second.tar')
    await backUpFolder(folder, path, { madeBy: '0', withFilms: true, print: () => {}, signal: quiet.signal })
    const { folder: third } = await restore(path, join(await makeFolder(), 'third'), quiet)
    const last = await openConfirmed(third, store)
    expect(await keyOf(last, accountId)).toBe(practice.key)
    await last.parts.accounts.remove(accountId)
    expect(await keyOf(original, accountId)).toBe(practice.key)
  })
})
