/** All tables of the two databases, as their owners declare them. */
import type { StoredTable } from '../storage/table.ts'
import { accountsTable } from '../accounts/account-rows.ts'
import { creditsTable } from '../accounts/credits.ts'
import { settingsTable } from '../accounts/settings.ts'
import { acceptedDriftTable } from '../drift/accepted-drift.ts'
import { queueTable } from '../jobs/order.ts'
import { recoveriesTable } from '../jobs/recovery-notice.ts'
import { jobMovesTable, jobsTable } from '../jobs/rows.ts'
import { inLedger, inLibrary } from '../journal/step-rows.ts'
import { assetsTable } from '../library/asset-rows.ts'
import { collectionsTable, collectionTakesTable } from '../library/collections.ts'
import { conversationsTable, messagesTable } from '../library/conversation-rows.ts'
import { deliveriesTable } from '../library/deliveries.ts'
import { choicesTable } from '../library/delivery-choices.ts'
import { lutsTable } from '../library/luts.ts'
import { hiddenModelsTable, modelsTable } from '../library/models.ts'
import { projectTakesTable } from '../library/project-takes.ts'
import { projectsTable } from '../library/projects.ts'
import { savedSearchesTable } from '../library/saved-searches.ts'
import { shelfTable } from '../library/shelf-rows.ts'
import { takesTable } from '../library/take-rows.ts'
import { takeTagsTable } from '../library/take-tags.ts'
import { setAsideTable, transcriptsTable } from '../library/transcripts.ts'
import { registrationsTable, voicesTable } from '../library/voices.ts'
import { rightTakesTable } from '../listening/right-takes.ts'
import { castingsTable } from '../script/casting-rows.ts'
import { linesTable } from '../script/line-rows.ts'
import { pronunciationsTable } from '../script/pronunciation-rows.ts'
import { languagesTable } from '../script/script-languages.ts'
import { anchorsTable } from '../script/speaker-anchors.ts'
import { coloursTable } from '../script/speaker-colours.ts'
import { tonesTable } from '../script/speaker-tones.ts'
import { clipsTable, journalTable, sequencesTable } from '../sequences/sequence-rows.ts'
import { startsTable } from '../sequences/start-rows.ts'
import { snapshotsTable, summariesTable } from '../snapshots/snapshots.ts'
import { budgetsTable } from '../spend/budgets.ts'
import { costsTable } from '../spend/costs.ts'
import { pricesTable } from '../spend/prices.ts'
import { looksTable, picturesTable } from '../storyboard/picture-rows.ts'

export const ledgerTables: readonly StoredTable[] = [
  accountsTable,
  jobsTable,
  jobMovesTable,
  queueTable,
  recoveriesTable,
  pricesTable,
  budgetsTable,
  costsTable,
  creditsTable,
  inLedger.steps,
]

/** Without `takes_search`, which follows from the others, and `done_changes`, which is about the pages of this folder alone. */
export const libraryTables: readonly StoredTable[] = [
  projectsTable,
  assetsTable,
  takesTable,
  projectTakesTable,
  takeTagsTable,
  collectionsTable,
  collectionTakesTable,
  savedSearchesTable,
  lutsTable,
  shelfTable,
  transcriptsTable,
  setAsideTable,
  rightTakesTable,
  acceptedDriftTable,
  linesTable,
  castingsTable,
  coloursTable,
  tonesTable,
  languagesTable,
  anchorsTable,
  pronunciationsTable,
  picturesTable,
  looksTable,
  sequencesTable,
  clipsTable,
  startsTable,
  journalTable,
  inLibrary.steps,
  deliveriesTable,
  choicesTable,
  modelsTable,
  hiddenModelsTable,
  conversationsTable,
  messagesTable,
  voicesTable,
  registrationsTable,
  snapshotsTable,
  summariesTable,
  settingsTable,
]
