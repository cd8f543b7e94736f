/** Chooses where keys live: the system's keychain when there is one, else this run's memory, and says why. */
import type { KeytarStoreOptions } from './keytar-store.ts'
import type { SecretStore } from './secret-store.ts'
import { createKeytarStore } from './keytar-store.ts'
import { createMemoryStore } from './memory-store.ts'

export interface OpenedSecretStore {
  readonly store: SecretStore
  /** Why keys are kept in memory only; null when the keychain is used. A locked keychain is used: it is there. */
  readonly fallbackReason: string | null
}

/** May take up to the time limit (default 15 s here) when the keychain hangs; start other work meanwhile. */
export async function openSecretStore({ timeLimitMs = 15_000, ...options }: KeytarStoreOptions = {}): Promise<OpenedSecretStore> {
  const probe = await createKeytarStore({ ...options, timeLimitMs }).read('probe')
  if (probe.state === 'unavailable')
    return { store: createMemoryStore(), fallbackReason: probe.reason }
  return { store: createKeytarStore(options), fallbackReason: null }
}
