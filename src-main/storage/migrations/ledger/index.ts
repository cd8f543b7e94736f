/** The ledger's migrations in order. An entry is never edited once released; the next change is the next number. */
import type { Migration } from '../../migrate.ts'
import { begin } from './001-begin.ts'
import { socketUrl } from './002-socket-url.ts'
import { findRetries } from './003-find-retries.ts'
import { orderAndPauses } from './004-order-and-pauses.ts'
import { spend } from './005-spend.ts'
import { salvages } from './006-salvages.ts'
import { ownKeys } from './007-own-keys.ts'
import { confirmedHosts } from './008-confirmed-hosts.ts'
import { requestKey } from './009-request-key.ts'
import { findOpenJobs } from './010-find-open-jobs.ts'
import { credits } from './011-credits.ts'

export const ledgerMigrations: readonly Migration[] = [
  begin,
  socketUrl,
  findRetries,
  orderAndPauses,
  spend,
  salvages,
  ownKeys,
  confirmedHosts,
  requestKey,
  findOpenJobs,
  credits,
]
