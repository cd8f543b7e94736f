/** A secret store that remembers every secret that passes through it, so that logs and exports can be redacted. */
import type { SecretStore } from './secret-store.ts'
import { readBoundSecret } from './bound-secret.ts'

/** `known` grows as secrets are read and written; it exists in memory only. */
export function createRememberingStore(store: SecretStore, known: Set<string>): SecretStore {
  return {
    backend: store.backend,
    persistent: store.persistent,
    remove: name => store.remove(name),
    async read(name) {
      const answer = await store.read(name)
      if (answer.state === 'ok')
        known.add(readBoundSecret(answer.secret).key)
      return answer
    },
    write(name, secret) {
      known.add(readBoundSecret(secret).key)
      return store.write(name, secret)
    },
  }
}
