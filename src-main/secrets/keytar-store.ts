/** Secrets in the system's keychain through keytar. keytar answers null when the keychain is locked; this store tells the two apart. */
import type { Clock } from '../base/clock.ts'
import type { SecretAnswer, SecretDone, SecretStore, Unavailable } from './secret-store.ts'
import process from 'node:process'
import { found } from '#contract/found.ts'
import { systemClock } from '../base/clock.ts'
import { createLane } from '../base/concurrency.ts'
import { newId } from '../base/ids.ts'
import { checkSecret, checkSecretName } from './secret-store.ts'

/** The part of keytar that is used. */
export interface Keytar {
  getPassword: (service: string, account: string) => Promise<string | null>
  setPassword: (service: string, account: string, password: string) => Promise<void>
  deletePassword: (service: string, account: string) => Promise<boolean>
}

export interface KeytarStoreOptions {
  /** The service name of all secrets in the keychain. Default 'Takeroom'. */
  readonly service?: string
  /** How long a call may take, in milliseconds; the user may be typing the keychain's password. Default 60000. */
  readonly timeLimitMs?: number
  readonly clock?: Clock
  /** Default: keytar itself, loaded at the first call. */
  readonly load?: () => Promise<Keytar>
}

type Refusal = { readonly state: 'locked' } | Unavailable

export function createKeytarStore(options: KeytarStoreOptions = {}): SecretStore {
  const { service = 'Takeroom', timeLimitMs = 60_000, clock = systemClock, load = loadKeytar } = options
  // One call at a time: a hanging call blocks a thread of Node's small pool, and must not block a second one.
  const lane = createLane({ concurrency: 1 })
  let isOverdue = false

  async function call<T>(operation: (keytar: Keytar) => Promise<T>): Promise<T | Refusal> {
    if (lane.running === 0)
      isOverdue = false
    else if (isOverdue)
      return { state: 'unavailable', reason: found('keychain-busy'), isLate: true }
    const settled = new AbortController()
    const givenUp = new AbortController()
    const answer = lane.run(async () => operation(await load()), givenUp.signal).catch(refusalOf)
    const overdue = clock.sleep(timeLimitMs, settled.signal).then((): Refusal => {
      isOverdue = true
      return { state: 'unavailable', reason: found('keychain-silent', Math.round(timeLimitMs / 1000)), isLate: true }
    }, () => answer)
    try {
      return await Promise.race([answer, overdue])
    }
    finally {
      settled.abort()
      // Removes a call that still waits behind a hanging one.
      givenUp.abort()
    }
  }

  async function find(keytar: Keytar, name: string): Promise<SecretAnswer> {
    const found = await keytar.getPassword(service, name)
    if (found !== null)
      return { state: 'ok', secret: found }
    await assertUnlocked(keytar, service)
    // The check may have prompted the user to unlock the keychain.
    const second = await keytar.getPassword(service, name)
    return second === null ? { state: 'absent' } : { state: 'ok', secret: second }
  }

  return {
    backend: backendName(),
    persistent: true,
    async read(name) {
      checkSecretName(name)
      return call(keytar => find(keytar, name))
    },
    async write(name, secret) {
      checkSecretName(name)
      checkSecret(secret)
      return call<SecretDone>(async (keytar) => {
        await keytar.setPassword(service, name, secret)
        const kept = await keytar.getPassword(service, name)
        return kept === secret ? { state: 'ok' } : { state: 'unavailable', reason: found('keychain-lost') }
      })
    },
    async remove(name) {
      checkSecretName(name)
      return call<SecretDone>(async (keytar) => {
        await keytar.deletePassword(service, name)
        // keytar returns false both for "there was none" and for "locked", so the result is verified.
        const left = await find(keytar, name)
        return left.state === 'ok' ? { state: 'unavailable', reason: found('keychain-kept') } : { state: 'ok' }
      })
    },
  }
}

/** Writes, reads and deletes a canary: a keychain that returns it is unlocked, so a null from it really means absent. Throws otherwise. */
async function assertUnlocked(keytar: Keytar, service: string): Promise<void> {
  const name = `canary-${newId()}`
  await keytar.setPassword(service, name, name)
  const returned = await keytar.getPassword(service, name)
  await keytar.deletePassword(service, name)
  if (returned !== name)
    throw new Error('The keychain does not give back what it takes')
}

async function loadKeytar(): Promise<Keytar> {
  const { default: keytar } = await import('keytar')
  return keytar
}

/** Interprets the errors of libsecret, Security.framework and wincred: their messages tell a locked keychain from a missing one. */
function refusalOf(error: unknown): Refusal {
  const message = error instanceof Error ? error.message : String(error)
  if (/locked|dismissed|cancell?ed|interaction is not allowed|user name or passphrase/i.test(message))
    return { state: 'locked' }
  return { state: 'unavailable', reason: message }
}

function backendName(): string {
  switch (process.platform) {
    case 'darwin': return 'macOS Keychain'
    case 'win32': return 'Windows Credential Manager'
    default: return 'Secret Service'
  }
}
