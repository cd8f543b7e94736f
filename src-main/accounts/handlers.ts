/** The calls of accounts, of settings, and of the certificate that films are signed with. */
import type { StudioHandlers } from '../base/calls.ts'
import type { Log } from '../base/log.ts'
import type { Engine } from '../jobs/engine.ts'
import type { Trust } from '../service/wire/trust.ts'
import type { Accounts } from './accounts.ts'
import type { SettingsStore } from './settings.ts'
import type { Signing } from './signing.ts'
import { gatheredChanges } from '../base/gathered.ts'
import { checkNetworkRoots } from './network-roots.ts'

export interface AccountPorts {
  readonly accounts: Accounts
  readonly engine: Pick<Engine, 'cancelUnsentOf'>
}

export function accountHandlers({ accounts, engine }: AccountPorts): StudioHandlers['accounts'] {
  return {
    changes: (_, { signal }) => gatheredChanges(open => accounts.changes(open), signal),
    connect: async input => ({ account: await accounts.connect(input) }),
    check: async ({ accountId }) => ({ account: await accounts.check(accountId) }),
    replaceKey: async ({ accountId, key, baseUrl, isUnchecked }) =>
      ({ account: await accounts.replaceKey(accountId, key, baseUrl, isUnchecked) }),
    rename: async ({ accountId, name }) => ({ account: await accounts.rename(accountId, name) }),
    setSocketUrl: async ({ accountId, socketUrl }) => ({ account: await accounts.setSocketUrl(accountId, socketUrl) }),
    confirmHost: async ({ accountId, ...shown }) => ({ account: await accounts.confirmHost(accountId, shown) }),
    remove: async ({ accountId }) => {
      const { done, cancelled } = await engine.cancelUnsentOf(row => row.account_id === accountId, () => accounts.remove(accountId))
      return { cancelledJobs: cancelled, keyStays: done }
    },
    async* leaving(_, { signal }) {
      for await (const leaving of accounts.leavingChanges(signal))
        yield { accounts: leaving }
    },
    deleteKey: async ({ accountId }) => ({ isDeleted: await accounts.deleteKey(accountId) }),
  }
}

export interface SettingPorts {
  readonly settings: SettingsStore
  readonly trust: Trust
  readonly engine: Pick<Engine, 'wake'>
  readonly renditions: { tidy: () => Promise<unknown> }
  readonly segmentCache: { tidy: () => Promise<unknown> }
  readonly log: Log
}

export function settingHandlers({ settings, trust, engine, renditions, segmentCache, log }: SettingPorts): StudioHandlers['settings'] {
  return {
    changes: (_, { signal }) => settings.changes(signal),
    async change({ settings: wanted, expected }) {
      const roots = wanted.networkRoots && checkNetworkRoots(wanted.networkRoots, Date.now())
      const changed = await settings.change({ ...wanted, ...roots && { networkRoots: roots } }, expected)
      if (wanted.networkRoots !== undefined)
        trust.alsoTrust(changed.settings.networkRoots?.pem ?? null)
      engine.wake()
      // The setting is kept already; what a smaller limit frees is removed with the next file at the latest.
      await Promise.all([renditions.tidy(), segmentCache.tidy()]).catch(error => log.warn('cache-tidy-failed', { error }))
      return changed
    },
  }
}

export interface CredentialPorts {
  readonly signing: Signing
  readonly engine: Pick<Engine, 'wake'>
}

export function credentialHandlers({ signing, engine }: CredentialPorts): StudioHandlers['credentials'] {
  return {
    changes: (_, { signal }) => signing.changes(signal),
    async check() {
      const { state } = await signing.signer()
      return { because: state === 'ok' ? null : state }
    },
    async install(chosen) {
      const certificate = await signing.install(chosen)
      // Deliveries may wait for it.
      engine.wake()
      return { certificate }
    },
    remove: () => signing.remove(),
  }
}
