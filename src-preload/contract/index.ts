/** The contract: every call and feed between main and page. Main implements it, the page calls it, tests check it. */
import type { ContractRouterClient } from '@orpc/contract'
import { accounts } from './accounts.ts'
import { backups } from './backups.ts'
import { checks } from './checks.ts'
import { collections } from './collections.ts'
import { conversations } from './conversations.ts'
import { credentials } from './credentials.ts'
import { deliveries } from './deliveries.ts'
import { diagnostics } from './diagnostics.ts'
import { drift } from './drift.ts'
import { jobs } from './jobs.ts'
import { journal } from './journal.ts'
import { listening } from './listening.ts'
import { luts } from './luts.ts'
import { make } from './make.ts'
import { models } from './models.ts'
import { opened } from './opened.ts'
import { pages } from './pages.ts'
import { projects } from './projects.ts'
import { recordings } from './recordings.ts'
import { renditions } from './renditions.ts'
import { searches } from './saved-searches.ts'
import { saving } from './saving.ts'
import { script } from './script.ts'
import { sequences } from './sequences.ts'
import { settings } from './settings.ts'
import { shelf } from './shelf.ts'
import { snapshots } from './snapshots.ts'
import { levels } from './sound-levels.ts'
import { spend } from './spend.ts'
import { storyboard } from './storyboard.ts'
import { studio } from './studio.ts'
import { subjects } from './subjects.ts'
import { takes } from './takes.ts'
import { transcripts } from './transcripts.ts'
import { trash } from './trash.ts'
import { voices } from './voices.ts'
import { words } from './word-times.ts'

export const contract = {
  accounts,
  models,
  projects,
  takes,
  collections,
  searches,
  recordings,
  transcripts,
  conversations,
  voices,
  script,
  listening,
  drift,
  storyboard,
  make,
  jobs,
  sequences,
  luts,
  journal,
  deliveries,
  credentials,
  saving,
  opened,
  renditions,
  words,
  levels,
  subjects,
  settings,
  shelf,
  spend,
  snapshots,
  backups,
  trash,
  checks,
  diagnostics,
  pages,
  studio,
}

/** What a page (or a test) has: `client.takes.search({ … })`. */
export type StudioClient = ContractRouterClient<typeof contract>
