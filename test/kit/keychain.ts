/** A keychain in memory, in place of the system's: it can be looked into and locked, and outlives the stores that are opened over it. */
import type { Keytar } from '../../src-main/secrets/keytar-store.ts'

/** Behaves like keytar on Linux: reading from a locked keychain returns null, writing rejects. */
export function createKeychain(): Keytar & { isLocked: boolean, readonly items: Map<string, string> } {
  const items = new Map<string, string>()
  const keychain = {
    items,
    isLocked: false,
    getPassword: async (_: string, account: string) => keychain.isLocked ? null : items.get(account) ?? null,
    async setPassword(_: string, account: string, password: string) {
      if (keychain.isLocked)
        throw new Error('Cannot create an item in a locked collection')
      items.set(account, password)
    },
    deletePassword: async (_: string, account: string) => !keychain.isLocked && items.delete(account),
  }
  return keychain
}
