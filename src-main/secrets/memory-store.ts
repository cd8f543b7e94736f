/** Secrets in memory, for this run only: used when there is no keychain, and the interface says so. */
import type { SecretStore } from './secret-store.ts'
import { checkSecret, checkSecretName } from './secret-store.ts'

export function createMemoryStore(): SecretStore {
  const secrets = new Map<string, string>()
  return {
    backend: 'memory',
    persistent: false,
    async read(name) {
      checkSecretName(name)
      const secret = secrets.get(name)
      return secret === undefined ? { state: 'absent' } : { state: 'ok', secret }
    },
    async write(name, secret) {
      checkSecretName(name)
      checkSecret(secret)
      secrets.set(name, secret)
      return { state: 'ok' }
    },
    async remove(name) {
      checkSecretName(name)
      secrets.delete(name)
      return { state: 'ok' }
    },
  }
}
