/** Conformance tests for SecretStore, run against each implementation. */
import type { SecretStore } from '../../src-main/secrets/secret-store.ts'
import { describe, expect, it } from 'vitest'

export function describeSecretStore(engine: string, open: () => Promise<Pick<SecretStore, 'read' | 'write' | 'remove'>>): void {
  describe(`a secret store (${engine})`, () => {
    it('reads what was written, and absent before and after', async () => {
      const store = await open()
      expect(await store.read('account-1')).toEqual({ state: 'absent' })
      expect(await store.write('account-1', 'amsk_live_1')).toEqual({ state: 'ok' })
      expect(await store.read('account-1')).toEqual({ state: 'ok', secret: 'amsk_live_1' })
      expect(await store.remove('account-1')).toEqual({ state: 'ok' })
      expect(await store.read('account-1')).toEqual({ state: 'absent' })
    })

    it('keeps each name separately, with the last secret that was written', async () => {
      const store = await open()
      await store.write('account-1', 'first')
      await store.write('account-2', 'other')
      await store.write('account-1', 'second')
      await store.remove('account-3')
      expect(await store.read('account-1')).toEqual({ state: 'ok', secret: 'second' })
      await store.remove('account-1')
      expect(await store.read('account-2')).toEqual({ state: 'ok', secret: 'other' })
    })

    it('removes a missing secret without an error', async () => {
      expect(await (await open()).remove('nobody')).toEqual({ state: 'ok' })
    })

    it.each([
      ['of any script', '密钥 🔑 clé'],
      ['with spaces and line breaks at its ends', '  key\r\n'],
      ['with characters that are special in shells and protocols', '"\'\\$(x)%s;&'],
      ['of many characters', 'k'.repeat(2000)],
      ['that looks like nothing stored', 'null'],
    ])('keeps a secret %s exactly, under a name of the same kind', async (_, secret) => {
      const store = await open()
      const name = `account ${secret.slice(0, 50)}`
      await store.write(name, secret)
      expect(await store.read(name)).toEqual({ state: 'ok', secret })
    })

    it('refuses a secret or name that a keychain would truncate', async () => {
      const store = await open()
      for (const secret of ['', 'cut\0here', '\uD800'])
        await expect(store.write('account-1', secret)).rejects.toThrow(TypeError)
      for (const name of ['', 'cut\0here']) {
        await expect(store.read(name)).rejects.toThrow(TypeError)
        await expect(store.write(name, 'key')).rejects.toThrow(TypeError)
        await expect(store.remove(name)).rejects.toThrow(TypeError)
      }
      expect(await store.read('account-1')).toEqual({ state: 'absent' })
    })

    it('answers many requests at once, each with its own secret', async () => {
      const store = await open()
      const names = Array.from({ length: 20 }, (_, number) => `account-${number}`)
      await Promise.all(names.map(name => store.write(name, `key of ${name}`)))
      expect(await Promise.all(names.map(name => store.read(name)))).toEqual(names.map(name => ({ state: 'ok', secret: `key of ${name}` })))
    })
  })
}
