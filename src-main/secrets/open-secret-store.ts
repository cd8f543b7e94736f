/** Chooses the secret store: the system's keychain if there is one, otherwise memory, with the reason. */
import type { KeytarStoreOptions } from './keytar-store.ts'
import type { SecretStore } from './secret-store.ts'
import { createKeytarStore } from './keytar-store.ts'
import { createMemoryStore } from './memory-store.ts'

export interface OpenedSecretStore {
  readonly store: SecretStore
  /** Why keys are kept in memory only; null when the keychain is used. A locked keychain is used, too. */
  readonly fallbackReason: string | null
}

/** Takes up to the time limit (default 15 s here) when the keychain hangs; do not block other work on it. */
export async function openSecretStore({ timeLimitMs = 15_000, ...options }: KeytarStoreOptions = {}): Promise<OpenedSecretStore> {
  const probe = await createKeytarStore({ ...options, timeLimitMs }).read('probe')
  if (probe.state === 'unavailable')
    return { store: createMemoryStore(), fallbackReason: probe.reason }
  return { store: createKeytarStore(options), fallbackReason: null }
}
