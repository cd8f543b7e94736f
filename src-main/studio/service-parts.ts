/** Creates what speaks for the person to the service: the certificates that are trusted, the client, the accounts, the signature. */
import type { BaseParts } from './base-parts.ts'
import process from 'node:process'
import { createAccounts } from '../accounts/accounts.ts'
import { readEnvironmentKey } from '../accounts/origins.ts'
import { createSigning } from '../accounts/signing.ts'
import { createUntilRoom } from '../base/until-room.ts'
import { createServiceClient } from '../service/client.ts'
import { createTrust, trustSources } from '../service/wire/trust.ts'

/** What `createServiceParts` creates. */
export type ServiceParts = Awaited<ReturnType<typeof createServiceParts>>

export async function createServiceParts({ ports, settings, library, ledgerDb, reserve, practice, clock, log }: BaseParts) {
  const trust = createTrust(trustSources(process.env), (source, error) => log.warn('root-certificates-unreadable', { source, error }))
  await settings.get().then(
    ({ networkRoots }) => trust.alsoTrust(networkRoots?.pem ?? null),
    error => log.warn('root-certificates-unreadable', { source: 'settings', error }),
  )
  const client = createServiceClient({
    clock,
    log,
    proxyFor: ports.proxyFor,
    trust: trust.context,
    untilRoom: createUntilRoom({ reserve, clock }),
  })
  const accounts = createAccounts({
    db: ledgerDb,
    secrets: ports.secrets.store,
    client,
    practice: practice.connection,
    clock,
    environmentKey: readEnvironmentKey(process.env),
  })
  const signing = createSigning({ db: library, secrets: ports.secrets.store, clock, version: ports.version })
  return { trust, client, accounts, signing }
}
