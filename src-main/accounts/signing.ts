/**
 * The certificate that deliveries are signed with: its chain, which is public, is a setting; its private key is in the system's
 * keychain and is read only to sign. A restored studio has the chain and an entry name of its own, so its key has to be chosen again.
 */
import type { X509Certificate } from 'node:crypto'
import type { NotSignable } from '#contract/credentials-words.ts'
import type { SigningCertificate } from '#contract/credentials.ts'
import type { Clock } from '../base/clock.ts'
import type { SigningFiles } from '../credentials/signing-files.ts'
import type { SecretDone, SecretStore } from '../secrets/secret-store.ts'
import type { Database, Transaction } from '../storage/database.ts'
import { Buffer } from 'node:buffer'
import { createPrivateKey } from 'node:crypto'
import { z } from 'zod'
import { SigningAlgorithm } from '#contract/credentials-words.ts'
import { Fault } from '#contract/faults.ts'
import { readJson } from '#rules/plain-data.ts'
import { createLane } from '../base/concurrency.ts'
import { createFeed } from '../base/feed.ts'
import { newId } from '../base/ids.ts'
import { CertificateError, checkDates, issuerOf, nameOf, readChain, readSigningFiles } from '../credentials/signing-files.ts'
import { trySigning } from '../credentials/try-signing.ts'
import { sql } from '../storage/sql.ts'

export type Signer
  = | { readonly state: 'ok', readonly files: SigningFiles, readonly name: string, readonly version: string }
    /** `said`: a day, or what the keychain answered. */
    | { readonly state: NotSignable, readonly said: string }

export interface Signing {
  /** Null while there is none. */
  readonly certificate: () => Promise<SigningCertificate | null>
  readonly changes: (signal?: AbortSignal) => AsyncIterable<{ certificate: SigningCertificate | null }>
  /** What is needed to sign now. The keychain may ask the user to unlock it. */
  readonly signer: () => Promise<Signer>
  /** @throws Fault certificate-refused, key-locked */
  readonly install: (chosen: { certificatePem: string, keyPem: string, passphrase?: string | undefined }) => Promise<SigningCertificate>
  /** Answers whether the keychain may still have the key, which is then removed later. @throws Fault certificate-refused (keychain), key-locked */
  readonly remove: () => Promise<{ keyStays: boolean }>
  /** Removes the keys that the keychain did not remove when their certificates were removed or replaced. */
  readonly removeLeft: () => Promise<void>
}

const settingName = 'signing'
/** How the names of its entries in the keychain begin. */
export const signingEntries = `${settingName}:`
/** Windows keeps at most 2,560 bytes in one entry; an RSA key of 4,096 bits has more. */
const entryChars = 2400

const Kept = z.object({
  chainPem: z.string(),
  algorithm: SigningAlgorithm,
  keyId: z.string().regex(/^[0-9a-f-]{36}$/),
  entries: z.int().min(1).max(10),
})
type Kept = z.infer<typeof Kept>

/** The entries of former certificates that the keychain may still have. */
const leftName = 'signing-left'
const Left = z.array(Kept.pick({ keyId: true, entries: true }))
type Left = z.infer<typeof Left>

function entryNames({ keyId, entries }: Pick<Kept, 'keyId' | 'entries'>): string[] {
  return Array.from({ length: entries }, (_, at) => `${signingEntries}${keyId}:${at}`)
}

interface SigningMeans {
  readonly db: Database
  readonly secrets: SecretStore
  readonly clock: Clock
  /** Of Takeroom: files say what made them. */
  readonly version: string
}

export function createSigning({ db, secrets, clock, version }: SigningMeans): Signing {
  const feed = createFeed<{ certificate: SigningCertificate | null }>()
  const lane = createLane({ concurrency: 1 })

  async function kept(): Promise<Kept | null> {
    const row = await db.get<{ value: string }>(sql`SELECT value FROM settings WHERE name = ${settingName}`)
    try {
      return row ? Kept.parse(JSON.parse(row.value)) : null
    }
    catch {
      // A damaged setting is none.
      return null
    }
  }

  async function certificate(): Promise<SigningCertificate | null> {
    const now = await kept()
    const [leaf] = now ? readChain(now.chainPem) : []
    return now && leaf ? told(leaf, now.algorithm) : null
  }

  function told(leaf: X509Certificate, algorithm: SigningAlgorithm): SigningCertificate {
    return {
      name: nameOf(leaf),
      issuer: issuerOf(leaf),
      algorithm,
      validFrom: leaf.validFromDate.getTime(),
      validUntil: leaf.validToDate.getTime(),
      backend: secrets.backend,
      isPersistent: secrets.persistent,
    }
  }

  async function publish(): Promise<SigningCertificate | null> {
    const now = await certificate()
    feed.publish({ certificate: now })
    return now
  }

  async function removeEntries(entries: Pick<Kept, 'keyId' | 'entries'>): Promise<void> {
    for (const name of entryNames(entries))
      mustBeDone(await secrets.remove(name), secrets)
  }

  async function left(): Promise<Left> {
    const row = await db.get<{ value: string }>(sql`SELECT value FROM settings WHERE name = ${leftName}`)
    return readJson(Left, row?.value ?? '') ?? []
  }

  /** The keychain has not removed these yet. */
  async function leave(tx: Pick<Transaction, 'run'>, entries: Left): Promise<void> {
    const value = JSON.stringify(entries.map(({ keyId, entries: count }) => ({ keyId, entries: count })))
    await tx.run(sql`
      INSERT INTO settings (name, value) VALUES (${leftName}, ${value}) ON CONFLICT (name) DO UPDATE SET value = excluded.value`)
  }

  /** Whether the keychain itself has removed them: where memory stands in for it, they are still there. */
  async function areRemoved(entries: Left[number]): Promise<boolean> {
    return removeEntries(entries).then(() => secrets.persistent, () => false)
  }

  return {
    certificate,
    changes: signal => feed.subscribe(async () => ({ certificate: await certificate() }), signal),

    async signer() {
      const now = await kept()
      if (now === null)
        return { state: 'no-certificate', said: '' }
      const chain = readChain(now.chainPem)
      const [leaf] = chain
      try {
        chain.forEach(each => checkDates(each, clock.now()))
      }
      catch (error) {
        if (error instanceof CertificateError && (error.problem === 'expired' || error.problem === 'not-yet-valid'))
          return { state: error.problem, said: error.message }
        throw error
      }
      const parts: string[] = []
      for (const name of entryNames(now)) {
        const answer = await secrets.read(name)
        if (answer.state === 'locked')
          return { state: 'keychain-locked', said: secrets.backend }
        if (answer.state === 'unavailable')
          return { state: 'keychain-unavailable', said: answer.reason }
        if (answer.state === 'absent')
          return { state: 'no-key', said: '' }
        parts.push(answer.secret)
      }
      try {
        const key = createPrivateKey({ key: Buffer.from(parts.join(''), 'base64'), format: 'der', type: 'pkcs8' })
        if (leaf?.checkPrivateKey(key))
          return { state: 'ok', files: { chain, key, algorithm: now.algorithm }, name: nameOf(leaf), version }
      }
      catch {
        // Another program wrote there.
      }
      return { state: 'no-key', said: '' }
    },

    install: chosen => lane.run(async () => {
      const files = await checked(() => readSigningFiles({ ...chosen, now: clock.now() }))
      await checked(() => trySigning(files))
      const before = await kept()
      const parts = files.key.export({ type: 'pkcs8', format: 'der' }).toString('base64').match(new RegExp(`.{1,${entryChars}}`, 'g')) ?? []
      const next: Kept = {
        chainPem: files.chain.map(each => each.toString()).join(''),
        algorithm: files.algorithm,
        keyId: newId(),
        entries: parts.length,
      }
      try {
        for (const [at, name] of entryNames(next).entries())
          mustBeDone(await secrets.write(name, parts[at] ?? ''), secrets)
        await db.run(sql`
          INSERT INTO settings (name, value) VALUES (${settingName}, ${JSON.stringify(next)})
          ON CONFLICT (name) DO UPDATE SET value = excluded.value`)
      }
      catch (error) {
        await removeEntries(next).catch(() => {})
        throw error
      }
      const installed = await publish()
      if (installed === null)
        throw new Error('The certificate was written but is missing')
      // Nothing names it any more.
      if (before && !await areRemoved(before))
        await leave(db, [...await left(), before])
      return installed
    }),

    remove: () => lane.run(async () => {
      const now = await kept()
      // While the key cannot be taken out, the certificate stays, so that it is seen.
      if (now)
        await removeEntries(now)
      const keyStays = now !== null && !secrets.persistent
      const before = await left()
      await db.transaction(async (tx) => {
        await tx.run(sql`DELETE FROM settings WHERE name = ${settingName}`)
        if (now && keyStays)
          await leave(tx, [...before, now])
      })
      await publish()
      return { keyStays }
    }),

    removeLeft: () => lane.run(async () => {
      const [before, now] = [await left(), await kept()]
      const still: Left = []
      for (const entries of before) {
        if (entries.keyId !== now?.keyId && !await areRemoved(entries))
          still.push(entries)
      }
      if (still.length < before.length)
        await leave(db, still)
    }),
  }
}

/** @throws Fault key-locked, certificate-refused */
function mustBeDone(done: SecretDone, { backend }: SecretStore): void {
  if (done.state === 'locked')
    throw new Fault('key-locked', { backend })
  if (done.state === 'unavailable')
    throw new Fault('certificate-refused', { problem: 'keychain', said: done.reason })
}

async function checked<T>(check: () => T | Promise<T>): Promise<T> {
  try {
    return await check()
  }
  catch (error) {
    if (error instanceof CertificateError)
      throw new Fault('certificate-refused', { problem: error.problem, said: error.message })
    throw error
  }
}

/** Whether a setting is a certificate as it is kept here. */
export function isSigningSetting(name: string, value: unknown): boolean {
  return name === settingName && Kept.safeParse(value).success
}

/** For a restored library: the keys that its original has in this machine's keychain are not its own. */
export async function separateRestoredSigning(db: Database): Promise<void> {
  await db.run(sql`DELETE FROM settings WHERE name = ${leftName}`)
  await db.run(sql`UPDATE settings SET value = json_set(value, '$.keyId', ${newId()}) WHERE name = ${settingName} AND json_valid(value)`)
}
