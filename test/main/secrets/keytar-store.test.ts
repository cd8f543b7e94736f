/**
 * Tests of secrets/: absent is only returned when it is certain, and a hanging or missing keychain never blocks the studio.
 *
 * @module-tag wide
 */
import type { Keytar } from '../../../src-main/secrets/keytar-store.ts'
import { describe, expect, it, vi } from 'vitest'
import { createKeytarStore } from '../../../src-main/secrets/keytar-store.ts'
import { createMemoryStore } from '../../../src-main/secrets/memory-store.ts'
import { openSecretStore } from '../../../src-main/secrets/open-secret-store.ts'
import { createTestClock } from '../../kit/clock.ts'
import { createKeychain } from '../../kit/keychain.ts'
import { missingForKeyring, openKeyring, openStoreWithoutBus } from '../../kit/keyring.ts'
import { describeSecretStore } from '../../ports/secret-store.ts'

describeSecretStore('memory', async () => createMemoryStore())
describeSecretStore('keytar over a keychain in memory', async () => {
  const keychain = createKeychain()
  return createKeytarStore({ load: async () => keychain })
})

describe('an answer of null', () => {
  it('means absent only after a test entry could be written, which leaves nothing behind', async () => {
    const keychain = createKeychain()
    const store = createKeytarStore({ load: async () => keychain })
    expect(await store.read('account-1')).toEqual({ state: 'absent' })
    expect(keychain.items.size).toBe(0)
    keychain.isLocked = true
    expect(await store.read('account-1')).toEqual({ state: 'locked' })
    expect(await store.remove('account-1')).toEqual({ state: 'locked' })
  })

  it('is asked for again when the test entry made the user unlock the keychain', async () => {
    const keychain = createKeychain()
    keychain.items.set('account-1', 'key')
    keychain.isLocked = true
    const prompting: Keytar = { ...keychain, getPassword: keychain.getPassword, setPassword: async (...args) => {
      keychain.isLocked = false
      return keychain.setPassword(...args)
    } }
    expect(await createKeytarStore({ load: async () => prompting }).read('account-1')).toEqual({ state: 'ok', secret: 'key' })
  })

  it('from a keychain that drops its entries is not believed', async () => {
    const hollow: Keytar = { getPassword: async () => null, setPassword: async () => {}, deletePassword: async () => false }
    const store = createKeytarStore({ load: async () => hollow })
    expect(await store.read('account-1')).toMatchObject({ state: 'unavailable' })
    expect(await store.write('account-1', 'key')).toMatchObject({ state: 'unavailable' })
  })
})

describe('a keychain that hangs', () => {
  it('is given up after the time limit, is not waited for again, and is used once it answers', async () => {
    const clock = createTestClock()
    const keychain = createKeychain()
    keychain.items.set('account-1', 'key')
    const gate = Promise.withResolvers<void>()
    let asked = 0
    const slow: Keytar = { ...keychain, getPassword: async (...args) => {
      asked += 1
      await gate.promise
      return keychain.getPassword(...args)
    } }
    const store = createKeytarStore({ clock, timeLimitMs: 5000, load: async () => slow })
    const both = Promise.all([store.read('account-1'), store.read('account-1')])
    await clock.advance(5000)
    const overdue = { state: 'unavailable', reason: 'takeroom:keychain-silent 5', isLate: true }
    expect(await both).toEqual([overdue, overdue])
    expect(await store.write('account-1', 'new')).toEqual({
      state: 'unavailable',
      reason: 'takeroom:keychain-busy',
      isLate: true,
    })
    expect([asked, clock.sleepers]).toEqual([1, 0])
    gate.resolve()
    await clock.advance(0)
    expect(await store.read('account-1')).toEqual({ state: 'ok', secret: 'key' })
  })

  it('that answers in time leaves no timer behind', async () => {
    const clock = createTestClock()
    const keychain = createKeychain()
    await createKeytarStore({ clock, load: async () => keychain }).read('account-1')
    expect(clock.sleepers).toBe(0)
  })
})

describe('choosing where keys are stored', () => {
  it('a missing native module means memory, and the reason is reported', async () => {
    const opened = openSecretStore({ load: () => Promise.reject(new Error('Failed to load keytar native addon')) })
    const { store } = opened
    expect(await store.write('account-1', 'key')).toEqual({ state: 'ok' })
    expect([store.backend, store.persistent, opened.fallbackReason]).toEqual(['memory', false, 'Failed to load keytar native addon'])
    expect(await store.read('account-2')).toEqual({ state: 'absent' })
  })

  it('a working keychain is used, and so is a locked one', async () => {
    for (const isLocked of [false, true]) {
      const keychain = Object.assign(createKeychain(), { isLocked })
      const opened = openSecretStore({ load: async () => keychain })
      expect(await opened.store.read('account-1')).toEqual({ state: isLocked ? 'locked' : 'absent' })
      expect([opened.store.persistent, opened.fallbackReason]).toEqual([true, null])
    }
  })

  describe('a keychain whose password is typed late', () => {
    async function openLate() {
      const clock = createTestClock()
      const keychain = createKeychain()
      keychain.items.set('account-0', 'old key')
      keychain.items.set('account-9', 'key to forget')
      const typed = Promise.withResolvers<void>()
      const opened = openSecretStore({ clock, load: async () => {
        await typed.promise
        return keychain
      } })
      let changes = 0
      opened.onChange?.(() => changes += 1)
      const first = opened.store.read('account-0')
      await clock.advance(15_000)
      return { clock, keychain, typed, opened, first, changes: () => changes }
    }

    it('keeps keys in memory in the meantime, and calls nothing absent that it has not seen', async () => {
      const { opened, first, changes } = await openLate()
      expect(await first).toMatchObject({ state: 'unavailable', reason: 'takeroom:keychain-silent 15' })
      expect(await opened.store.write('account-1', 'new key')).toEqual({ state: 'ok' })
      expect(await opened.store.read('account-1')).toEqual({ state: 'ok', secret: 'new key' })
      expect(await opened.store.remove('account-9')).toEqual({ state: 'ok' })
      expect(await opened.store.read('account-9')).toEqual({ state: 'absent' })
      expect([opened.store.persistent, opened.store.backend, changes()]).toEqual([false, 'memory', 1])
    })

    it('and that is then refused keeps the keys in memory, says so, and gets them once it is open', async () => {
      const { clock, keychain, typed, opened, changes } = await openLate()
      await opened.store.write('account-1', 'new key')
      keychain.isLocked = true
      typed.resolve()
      await clock.advance(1000)
      expect(await opened.store.read('account-1')).toEqual({ state: 'ok', secret: 'new key' })
      expect([opened.store.persistent, opened.fallbackReason, changes()]).toEqual([false, 'takeroom:keychain-silent 15', 1])
      // Asking shows the question again, so it is not asked all the time.
      const setPassword = vi.spyOn(keychain, 'setPassword')
      await clock.advance(30_000)
      expect(setPassword).not.toHaveBeenCalled()
      keychain.isLocked = false
      await clock.advance(60_000)
      expect(keychain.items.get('account-1')).toBe('new key')
      expect([opened.store.persistent, opened.fallbackReason, changes()]).toEqual([true, null, 2])
    })

    it('and that is then refused is used where nothing waits for it', async () => {
      const { clock, keychain, typed, opened } = await openLate()
      keychain.isLocked = true
      typed.resolve()
      await clock.advance(1000)
      expect(await opened.store.read('account-0')).toEqual({ state: 'locked' })
      expect(opened.store.persistent).toBe(true)
    })

    it('and that does not take a key gives those that it has', async () => {
      const { clock, keychain, typed, opened } = await openLate()
      await opened.store.write('account-1', 'new key')
      const { setPassword } = keychain
      keychain.setPassword = async (service, account, password) => {
        if (account === 'account-1')
          throw new Error('This entry is not allowed')
        return setPassword(service, account, password)
      }
      typed.resolve()
      await clock.advance(1000)
      expect(await opened.store.read('account-0')).toEqual({ state: 'ok', secret: 'old key' })
      expect(await opened.store.read('account-1')).toEqual({ state: 'ok', secret: 'new key' })
      expect(opened.store.persistent).toBe(false)
    })

    it.each([[0], [50_000], [3_600_000]])('gets what was kept and removed in the meantime, %i ms later, and is used from then on', async (laterMs) => {
      const { clock, keychain, typed, opened, changes } = await openLate()
      await opened.store.write('account-1', 'first key')
      await opened.store.write('account-1', 'new key')
      await opened.store.remove('account-9')
      await clock.advance(laterMs)
      typed.resolve()
      await expect.poll(async () => {
        await clock.advance(2000)
        return opened.fallbackReason
      }).toBeNull()
      expect(Object.fromEntries([...keychain.items])).toEqual({ 'account-0': 'old key', 'account-1': 'new key' })
      expect(await opened.store.read('account-0')).toEqual({ state: 'ok', secret: 'old key' })
      expect(await opened.store.read('account-1')).toEqual({ state: 'ok', secret: 'new key' })
      expect([opened.store.persistent, changes()]).toEqual([true, 2])
    })

    it('that ends without one leaves them in memory, and says why', async () => {
      const { clock, typed, opened } = await openLate()
      await opened.store.write('account-1', 'new key')
      typed.reject(new Error('The service went away'))
      await expect.poll(async () => {
        await clock.advance(2000)
        return opened.fallbackReason
      }).toBe('The service went away')
      expect(await opened.store.read('account-1')).toEqual({ state: 'ok', secret: 'new key' })
      expect(await opened.store.read('account-0')).toEqual({ state: 'absent' })
    })
  })
})

const missing = missingForKeyring()
if (missing === undefined) {
  describeSecretStore('keytar over a real gnome-keyring', async () => (await openKeyring()).openStore())

  describe('a real gnome-keyring', () => {
    it('keeps a secret for the next run', async () => {
      const keyring = await openKeyring()
      await keyring.openStore().write('account-1', 'key')
      await keyring.killDaemon()
      await keyring.startDaemon()
      expect(await keyring.openStore().read('account-1')).toEqual({ state: 'ok', secret: 'key' })
      expect(await keyring.openStore().about()).toEqual({ backend: 'Secret Service', persistent: true, fallbackReason: null })
    })

    it('that is locked is reported as locked, whether or not it has the key, and nothing is overwritten', async () => {
      const keyring = await openKeyring()
      const store = keyring.openStore()
      await store.write('account-1', 'key')
      await keyring.lock()
      expect(await store.read('account-1')).toEqual({ state: 'locked' })
      expect(await store.read('account-2')).toEqual({ state: 'locked' })
      expect(await store.write('account-1', 'other')).toEqual({ state: 'locked' })
      expect(await store.remove('account-1')).toEqual({ state: 'locked' })
      expect(await store.about()).toMatchObject({ persistent: true, fallbackReason: null })
      await keyring.killDaemon()
      await keyring.startDaemon()
      expect(await keyring.openStore().read('account-1')).toEqual({ state: 'ok', secret: 'key' })
    })

    it('whose daemon was killed is not mistaken for an empty one, by the run that used it or by the next', async () => {
      const keyring = await openKeyring()
      const store = keyring.openStore()
      await store.write('account-1', 'key')
      await keyring.killDaemon()
      expect(await store.read('account-1')).toMatchObject({ state: 'unavailable' })
      expect(await store.remove('account-1')).toMatchObject({ state: 'unavailable' })
      // The bus starts another daemon for it, with the same home but without the password.
      expect(await keyring.openStore().read('account-1')).toEqual({ state: 'locked' })
    })

    it('whose daemon does not answer is given up, and used once it answers', async () => {
      const keyring = await openKeyring()
      await keyring.openStore().write('account-1', 'key')
      const store = keyring.openStore({ timeLimitMs: 500 })
      keyring.freeze()
      expect(await store.read('account-1')).toMatchObject({ state: 'unavailable' })
      expect(await store.read('account-1')).toMatchObject({ state: 'unavailable' })
      keyring.thaw()
      await expect.poll(() => store.read('account-1')).toEqual({ state: 'ok', secret: 'key' })
    })

    it('that was never set up is unavailable, so that keys stay in memory', async () => {
      const store = (await openKeyring({ isUnlocked: false })).openStore()
      expect(await store.read('account-1')).toMatchObject({ state: 'unavailable' })
      expect(await store.about()).toMatchObject({ backend: 'memory', persistent: false, fallbackReason: expect.any(String) })
    })

    it('without any bus is unavailable', async () => {
      const store = openStoreWithoutBus()
      expect(await store.read('account-1')).toMatchObject({ state: 'unavailable', reason: expect.stringContaining('D-Bus') })
      expect(await store.about()).toMatchObject({ backend: 'memory', persistent: false })
    })
  })
}
else {
  it(`not proven here, since this machine lacks ${missing}: everything about a real keychain`, () => {
    expect(missing).not.toBe('')
  })
}
