/** The `check` command: inspects and repairs a studio folder while no studio has it open. */
import type { CheckReport } from '#contract/checks.ts'
import type { LedgerDamage } from '../databases/recover-ledger.ts'
import type { Library } from '../library/open-library.ts'
import type { Database } from '../storage/database.ts'
import { join } from 'node:path'
import { saidIn } from '#rules/text/found-words.ts'
import { makeFolder } from '../base/atomic-file.ts'
import { systemClock } from '../base/clock.ts'
import { createLog } from '../base/log.ts'
import { inspectStudio } from '../check/inspect-studio.ts'
import { explainOpenError } from '../databases/cannot-open.ts'
import { hasHistoryBesideLedger } from '../databases/history.ts'
import { openDatabases } from '../databases/open-databases.ts'
import { copyReadableRows, detectMissingLedger, lookAtLedger, lookAtLog } from '../databases/recover-ledger.ts'
import { createRecoveryNotice } from '../jobs/recovery-notice.ts'
import { createAssets } from '../library/assets.ts'
import { createDeliveries } from '../library/deliveries.ts'
import { createProjects } from '../library/projects.ts'
import { createTakes } from '../library/takes.ts'
import { createFfmpegFinder } from '../media/ffmpeg/ffmpeg.ts'
import { openDatabase } from '../storage/database.ts'
import { findPendingReplacement } from '../storage/keep-damaged.ts'
import { lockFolder } from '../storage/lock.ts'
import { ledgerMigrations } from '../storage/migrations/ledger/index.ts'
import { removeDatabase } from '../storage/recover.ts'

export { hasStudio } from '../databases/history.ts'

export interface CheckOptions {
  readonly print: (line: string) => void
  readonly isDeep: boolean
  readonly isRepairing: boolean
}

/**
 * Returns null when the ledger or the library is damaged and no repair was requested.
 * @throws CannotOpenStudio while a studio has the folder, or when its ledger cannot be opened
 */
export async function checkStudio(folder: string, options: CheckOptions): Promise<CheckReport | null> {
  let lock: { close: () => void } | undefined
  try {
    lock = lockFolder(folder)
    const trouble = await ledgerTrouble(folder)
    if (trouble !== null && !options.isRepairing) {
      await reportLedgerDamage(folder, trouble, options.print)
      return null
    }
    const found = options.isRepairing && trouble === null ? await findInconsistency(folder) : null
    return await checkWith(folder, { found, isRecovering: trouble !== null || found !== null }, options)
  }
  catch (thrown) {
    throw explainOpenError(thrown, folder, 'ledger.db')
  }
  finally {
    lock?.close()
  }
}

/** The damage to the ledger, or `waiting` when a recovered one waits to replace it; null when it is sound. */
async function ledgerTrouble(folder: string): Promise<LedgerDamage | 'waiting' | null> {
  if (await findPendingReplacement(join(folder, 'ledger.db')) !== null)
    return 'waiting'
  return detectMissingLedger(folder, await hasHistoryBesideLedger(folder)) ?? await lookAtLog(folder) ?? lookAtLedger(folder)
}

/** Finds inconsistent indexes and foreign keys, which a normal start does not check and a repair rebuilds. */
async function findInconsistency(folder: string): Promise<LedgerDamage | null> {
  const ledger = await openDatabase(join(folder, 'ledger.db'), { migrations: ledgerMigrations })
  try {
    const [said] = await ledger.check()
    return said === undefined ? null : { trouble: 'damaged', said }
  }
  finally {
    await ledger.close()
  }
}

async function reportLedgerDamage(folder: string, trouble: LedgerDamage | 'waiting', print: CheckOptions['print']): Promise<void> {
  const end = 'Nothing was changed. A backup may hold more. The next start rebuilds the ledger from this and sends nothing until you confirm. To do it now: takeroom check --repair'
  if (trouble === 'waiting') {
    print('The ledger was damaged. A rebuilt one replaces it at the next start. To do it now: takeroom check --repair')
    return
  }
  print(trouble.trouble === 'missing' ? `The ledger file is missing (${trouble.said}).` : `The ledger is damaged: ${trouble.said}.`)
  const { path, recovery } = await copyReadableRows({ folder, clock: systemClock })
  removeDatabase(path)
  print(recovery.isReadable
    ? `${recovery.rows.jobs ?? 0} jobs and ${recovery.rows.accounts ?? 0} accounts can be read; ${recovery.unreadable} parts cannot.`
    : 'Nothing in it can be read.')
  print(end)
}

async function reportRecovery(ledger: Database, folder: string, print: CheckOptions['print']): Promise<void> {
  const recovery = await createRecoveryNotice({ db: ledger, folder, clock: systemClock }).unseen()
  if (recovery === null)
    return
  print(recovery.isReadable
    ? `The ledger was rebuilt from what could be read: ${recovery.jobs} jobs; ${recovery.holes} parts could not be read.`
    : 'Nothing of the ledger could be read; a new one is begun, and accounts must be connected again.')
  if (recovery.held + recovery.unsure > 0) {
    print(
      `Nothing is sent automatically: ${recovery.held} jobs wait in the queue for you to confirm, ${recovery.unsure} were sent and have no response.`,
    )
  }
  if (recovery.kept !== null)
    print(`Damaged file kept at: ${recovery.kept}`)
}

async function checkWith(
  folder: string,
  { found, isRecovering }: { found: LedgerDamage | null, isRecovering: boolean },
  { print, isDeep, isRepairing }: CheckOptions,
): Promise<CheckReport | null> {
  const [clock, log] = [systemClock, createLog({ write: () => {}, clock: systemClock })]
  await makeFolder(join(folder, 'work'))
  const { ledger, library } = await openDatabases({ folder, checksInBackground: false, found, clock, log })
  try {
    if (isRecovering)
      await reportRecovery(ledger, folder, print)
    if (library.damage() !== null && !await reportLibraryDamage(library, isRepairing, print))
      return null
    const finder = createFfmpegFinder()
    const assets = createAssets({
      db: library,
      folder: join(folder, 'assets'),
      ffmpeg: () => finder.find({ resourcesPath: null }),
      clock,
      log,
    })
    const projects = createProjects({ db: library, clock })
    const takes = createTakes({ db: library, assets, projects, clock, log })
    const deliveries = createDeliveries({ db: library, projects, clock })
    const report = await inspectStudio({ folder, library, ledger, assets, takes, deliveries, clock }, {
      isDeep,
      isRepairing,
      strayAgeMs: 0,
      signal: new AbortController().signal,
    })
    for (const line of sentencesOf(report))
      print(line)
    return report
  }
  finally {
    await ledger.close()
    await library.close()
  }
}

/** Reports a damaged library and repairs it if asked. Returns whether the check can continue. */
async function reportLibraryDamage(library: Library, isRepairing: boolean, print: (line: string) => void): Promise<boolean> {
  const damage = library.damage()
  const recovered = library.recovered()
  print(damage?.trouble === 'missing' ? 'The library file is missing.' : `The library is damaged: ${damage?.said ?? ''}.`)
  print(
    `${recovered?.rows.takes ?? 0} takes, ${recovered?.rows.lines ?? 0} lines and ${recovered?.rows.projects ?? 0} projects can be read; ${recovered?.unreadable ?? 0} parts cannot.`,
  )
  if (!isRepairing) {
    print('Nothing was changed. A backup may hold more. To continue with what can be read: takeroom check --repair')
    return false
  }
  const kept = await library.repair()
  print(kept === null
    ? 'The library was rebuilt from what could be read.'
    : `The library was rebuilt from what could be read. Damaged file kept at: ${kept}`)
  return true
}

const unclaimedSentence = 'folders hold results of jobs that the ledger does not know. They may be paid for, so they are left in place:'

const deliveriesSentence = 'delivered files are missing, or not as they were delivered. They are yours, so they are left alone; deliver again what you still need:'

const unreadableSentence = 'rows of the databases cannot be read. They are not shown and are left in place:'

function sentencesOf(report: CheckReport): string[] {
  const { isRepaired } = report
  const list = ({ examples, count }: CheckReport['missing']): string[] => [
    ...examples.map(each => `  ${each}`),
    ...(count > examples.length ? [`  and ${count - examples.length} more`] : []),
  ]
  const about = (
    found: CheckReport['missing'],
    asked: string,
    done: string,
  ): string[] => found.count === 0 ? [] : [`${found.count} ${isRepaired ? done : asked}`, ...list(found)]
  const lines = [
    `${report.takes} takes, ${report.files} files${report.isDeep ? ', all files read' : ''}.`,
    report.damage.length === 0
      ? 'Both databases are intact.'
      : `The databases are damaged:\n${report.damage.map(({ file, said }) => `  ${file}: ${saidIn('en', said)}`).join('\n')}`,
    ...about(
      report.missing,
      'files are missing. Their takes are marked. Put the files back and check again:',
      'files are missing. Their takes are marked. Put the files back and check again:',
    ),
    ...about(
      report.wrong,
      'files have content that does not match the name:',
      'files had content that did not match the name and were set aside; their takes are marked:',
    ),
    ...about(
      report.orphans,
      'files are not used by any take. They are left in place:',
      'files were not used by any take; media are now in the trash, the rest was set aside:',
    ),
    ...about(report.halves, 'files are incomplete, after a crash or a full disk:', 'files were incomplete and were set aside:'),
    ...(report.outOfStep > 0
      ? [`The search index was out of date for ${report.outOfStep} takes${isRepaired ? ' and has been rebuilt.' : '.'}`]
      : []),
    ...about(
      report.dangling,
      'references point to something that no longer exists:',
      'references pointed to something that no longer exists; those that could be removed were:',
    ),
    ...about(
      report.beside,
      'posters and waveforms are missing or damaged:',
      'posters and waveforms were missing or damaged, and were made again:',
    ),
    ...report.old > 0
      ? [isRepaired
          ? `${report.old} files had been measured by an earlier version, and were measured again, with their posters.`
          : `${report.old} files were measured by an earlier version. They are measured again, with their posters, while the studio is open.`]
      : [],
    ...about(
      report.previews,
      'preview files are missing or damaged:',
      'preview files were missing or damaged and were set aside; they are made again when they are needed:',
    ),
    ...about(report.deliveries, deliveriesSentence, deliveriesSentence),
    ...about(report.unreadable, unreadableSentence, unreadableSentence),
    ...about(report.unclaimed, unclaimedSentence, unclaimedSentence),
    ...(report.setAside === null ? [] : [`Set aside: ${report.setAside}`]),
  ]
  return isRepaired || !isRepairable(report) ? lines : [...lines, 'To repair this: takeroom check --repair']
}

/** Whether nothing is left that a person has to look at: what a repair has mended is sound, and what it cannot mend is not. */
export function isSound({ damage, missing, wrong, unreadable, unclaimed, deliveries, isRepaired }: CheckReport): boolean {
  const left = [missing, unreadable, unclaimed, deliveries, ...isRepaired ? [] : [wrong]]
  return damage.length === 0 && left.every(({ count }) => count === 0)
}

/** Whether a repair would change anything. */
function isRepairable({ damage, wrong, orphans, halves, outOfStep, dangling, beside, previews }: CheckReport): boolean {
  const count = wrong.count + orphans.count + halves.count + outOfStep + dangling.count + beside.count + previews.count
  return damage.some(({ file }) => file === 'ledger.db') || count > 0
}
