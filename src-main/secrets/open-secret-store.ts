/**
 * Chooses the secret store without waiting for it: the system's keychain if there is one, otherwise memory, with the reason. A keychain
 * that answers late, because somebody was typing its password, gets what was kept in memory in the meantime.
 */
import type { Clock } from '../base/clock.ts'
import type { KeytarStoreOptions } from './keytar-store.ts'
import type { SecretAnswer, SecretDone, SecretStore } from './secret-store.ts'
import { found } from '#contract/found.ts'
import { systemClock } from '../base/clock.ts'
import { createKeytarStore } from './keytar-store.ts'
import { createMemoryStore } from './memory-store.ts'

export interface OpenedSecretStore {
  readonly store: SecretStore
  /** Why keys are kept in memory only; null when the keychain is used. A locked keychain is used, too. */
  readonly fallbackReason: string | null
  /** Calls back when keys are kept elsewhere than before. Left out where that cannot happen. */
  readonly onChange?: (listener: () => void) => void
}

/** After a refusal: asking may show the user the question again. */
const askRefusedMs = 60_000

interface SecretStoreOptions extends Omit<KeytarStoreOptions, 'timeLimitMs'> {
  /** How long the first calls wait for the keychain before memory takes its place, in milliseconds. Default 15000. */
  readonly decideWithinMs?: number
  /** How often a keychain that has not answered is asked again. Default 2000. */
  readonly askAgainMs?: number
}

/** Asks the keychain at once, which may show the user a question. */
export function openSecretStore(options: SecretStoreOptions = {}): OpenedSecretStore {
  const { decideWithinMs = 15_000, askAgainMs = 2000, clock = systemClock, ...others } = options
  const keychain = createKeytarStore({ ...others, clock })
  const memory = createMemoryStore()
  /** Names that were written or removed in memory, which the keychain is told when it answers. */
  const wishes = new Set<string>()
  const listeners = new Set<() => void>()
  /** Why memory is used; null while the keychain is used, or has yet to answer. */
  let reason: string | null = null
  let isLate = false
  /** It has answered since, but not taken everything. */
  let isOpen = false

  function become(next: string | null): void {
    reason = next
    listeners.forEach(listener => listener())
  }

  /** Resolves when it is decided where secrets are kept. */
  const decided = decide(clock)

  async function decide(time: Clock): Promise<void> {
    const answered = new AbortController()
    const probe = keychain.read('probe').finally(() => answered.abort())
    const first = await Promise.race([probe, time.sleep(decideWithinMs, answered.signal).then(() => null, () => probe)])
    if (first !== null && first.state !== 'unavailable')
      return
    isLate = first === null || first.isLate === true
    become(first === null ? found('keychain-silent', Math.round(decideWithinMs / 1000)) : first.reason)
    if (isLate)
      void waitFor(probe, time)
  }

  async function waitFor(probe: Promise<SecretAnswer>, time: Clock): Promise<void> {
    for (let answer = await probe; ; answer = await keychain.read('probe')) {
      if (answer.state === 'unavailable' && answer.isLate !== true) {
        isLate = false
        isOpen = false
        return become(answer.reason)
      }
      isOpen = answer.state === 'ok' || answer.state === 'absent'
      if (isOpen) {
        for (const name of wishes.keys())
          await handOver(name)
      }
      // What it did not take is in memory alone, and must be called so.
      if (answer.state !== 'unavailable' && wishes.size === 0)
        break
      await time.sleep(answer.state === 'unavailable' ? askAgainMs : askRefusedMs)
    }
    isLate = false
    become(null)
  }

  /** What the keychain does not take stays in memory, until it is asked again. */
  async function handOver(name: string): Promise<void> {
    for (;;) {
      const kept = await memory.read(name)
      const done = kept.state === 'ok' ? await keychain.write(name, kept.secret) : await keychain.remove(name)
      if (done.state !== 'ok')
        return
      const now = await memory.read(name)
      // Unless it was changed again in the meantime.
      if (now.state === kept.state && (now.state !== 'ok' || kept.state !== 'ok' || now.secret === kept.secret)) {
        wishes.delete(name)
        await memory.remove(name)
        return
      }
    }
  }

  /** In one turn with the change in memory, so that no keychain which answers just now misses it. */
  function keep(name: string, done: Promise<SecretDone>): Promise<SecretDone> {
    wishes.add(name)
    return done
  }

  const store: SecretStore = {
    get backend() {
      return reason === null ? keychain.backend : memory.backend
    },
    get persistent() {
      return reason === null
    },
    async read(name) {
      await decided
      if ((reason === null || isOpen) && !wishes.has(name))
        return keychain.read(name)
      const kept = await memory.read(name)
      // Only an answer of the keychain would make its absence certain.
      return kept.state === 'absent' && isLate && !wishes.has(name) ? { state: 'unavailable', reason: reason ?? '', isLate: true } : kept
    },
    async write(name, secret) {
      await decided
      if (reason !== null)
        return keep(name, memory.write(name, secret))
      wishes.delete(name)
      return keychain.write(name, secret)
    },
    async remove(name) {
      await decided
      if (reason !== null)
        return keep(name, memory.remove(name))
      wishes.delete(name)
      return keychain.remove(name)
    },
  }
  return {
    store,
    get fallbackReason() {
      return reason
    },
    onChange: listener => void listeners.add(listener),
  }
}
