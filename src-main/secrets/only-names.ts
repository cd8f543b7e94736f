/** A secret store that opens only some entries of another: everything else is in memory, and is asked of no keychain. */
import type { SecretStore } from './secret-store.ts'
import { createMemoryStore } from './memory-store.ts'

/** `beginning` of the names that are the other store's. */
export function onlyNames(store: SecretStore, beginning: string): SecretStore {
  const others = createMemoryStore()
  const storeOf = (name: string): SecretStore => name.startsWith(beginning) ? store : others
  return {
    get backend() {
      return store.backend
    },
    get persistent() {
      return store.persistent
    },
    read: name => storeOf(name).read(name),
    write: (name, secret) => storeOf(name).write(name, secret),
    remove: name => storeOf(name).remove(name),
  }
}
