/** A secret store that remembers every secret that passes through it, so that logs and exports can be redacted. */
import type { OpenedSecretStore } from './open-secret-store.ts'
import type { SecretStore } from './secret-store.ts'
import { readBoundSecret } from './bound-secret.ts'

/** `known` grows as secrets are read and written; it exists in memory only. */
function createRedactingStore(store: SecretStore, known: Set<string>): SecretStore {
  return {
    get backend() {
      return store.backend
    },
    get persistent() {
      return store.persistent
    },
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

/** The same of an opened store, which may yet change its kind. */
export function rememberSecrets(opened: OpenedSecretStore, known: Set<string>): OpenedSecretStore {
  return {
    store: createRedactingStore(opened.store, known),
    get fallbackReason() {
      return opened.fallbackReason
    },
    ...opened.onChange && { onChange: opened.onChange },
  }
}
