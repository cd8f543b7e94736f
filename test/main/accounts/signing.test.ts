/** The private key of a certificate that is removed or replaced while the keychain is missing or locked: it is removed afterwards. */
import type { Keytar } from '../../../src-main/secrets/keytar-store.ts'
import type { Database } from '../../../src-main/storage/database.ts'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createSigning, separateRestoredSigning, signingEntries } from '../../../src-main/accounts/signing.ts'
import { systemClock } from '../../../src-main/base/clock.ts'
import { openSecretStore } from '../../../src-main/secrets/open-secret-store.ts'
import { openDatabase } from '../../../src-main/storage/database.ts'
import { libraryMigrations } from '../../../src-main/storage/migrations/library/index.ts'
import { signingPair } from '../../kit/certificates.ts'
import { makeFolder } from '../../kit/folder.ts'
import { createKeychain } from '../../kit/keychain.ts'

/** One run of the studio over this library and what it finds of the keychain. */
function run(db: Database, load: () => Promise<Keytar>) {
  return createSigning({ db, secrets: openSecretStore({ load }).store, clock: systemClock, version: '0' })
}

async function open() {
  const db = await openDatabase(join(await makeFolder(), 'library.db'), { migrations: libraryMigrations })
  onTestFinished(() => db.close())
  const keychain = createKeychain()
  const signing = run(db, async () => keychain)
  await signing.install(signingPair())
  return { db, keychain, signing }
}

/** How many parts of private keys the keychain has. */
function signingEntriesOf({ items }: ReturnType<typeof createKeychain>): number {
  return [...items.keys()].filter(name => name.startsWith(signingEntries)).length
}

async function removeWithout(db: Database): Promise<{ keyStays: boolean }> {
  return run(db, async () => Promise.reject(new Error('no bus'))).remove()
}

it('is removed when the keychain is there again', async () => {
  const { db, keychain } = await open()
  expect(await removeWithout(db)).toEqual({ keyStays: true })
  expect(signingEntriesOf(keychain)).toBe(1)
  const next = run(db, async () => keychain)
  expect(await next.certificate()).toBeNull()
  await next.removeLeft()
  expect(signingEntriesOf(keychain)).toBe(0)
})

it('is not mistaken for that of the certificate that is installed by then', async () => {
  const { db, keychain } = await open()
  await removeWithout(db)
  const next = run(db, async () => keychain)
  await next.install(signingPair())
  await next.removeLeft()
  await next.removeLeft()
  expect(signingEntriesOf(keychain)).toBe(1)
  expect(await next.signer()).toMatchObject({ state: 'ok' })
})

it('is removed after the keychain was locked when another certificate replaced it', async () => {
  const { db, keychain } = await open()
  const { deletePassword } = keychain
  keychain.deletePassword = async () => Promise.reject(new Error('The collection is locked'))
  await run(db, async () => keychain).install(signingPair())
  expect(signingEntriesOf(keychain)).toBe(2)
  Object.assign(keychain, { deletePassword })
  const next = run(db, async () => keychain)
  await next.removeLeft()
  expect(signingEntriesOf(keychain)).toBe(1)
  expect(await next.signer()).toMatchObject({ state: 'ok' })
})

it('is left to the original where the studio was restored', async () => {
  const { db, keychain } = await open()
  await removeWithout(db)
  await separateRestoredSigning(db)
  await run(db, async () => keychain).removeLeft()
  expect(signingEntriesOf(keychain)).toBe(1)
})
