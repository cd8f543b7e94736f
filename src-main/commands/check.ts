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
import { systemLanguage } from './system-language.ts'
import { terminalTexts } from './terminal-texts.ts'

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
  const words = terminalTexts().check
  if (trouble === 'waiting') {
    print(words.ledgerWaits)
    return
  }
  print(trouble.trouble === 'missing' ? words.ledgerMissing(trouble.said) : words.ledgerDamaged(trouble.said))
  const { path, recovery } = await copyReadableRows({ folder, clock: systemClock })
  removeDatabase(path)
  print(recovery.isReadable
    ? words.readable(recovery.rows.jobs ?? 0, recovery.rows.accounts ?? 0, recovery.unreadable)
    : words.unreadable)
  print(words.ledgerNext)
}

async function reportRecovery(ledger: Database, folder: string, print: CheckOptions['print']): Promise<void> {
  const recovery = await createRecoveryNotice({ db: ledger, folder, clock: systemClock }).unseen()
  if (recovery === null)
    return
  const words = terminalTexts().check
  print(recovery.isReadable ? words.rebuilt(recovery.jobs, recovery.holes) : words.begunAgain)
  if (recovery.held + recovery.unsure > 0)
    print(words.sendsNothing(recovery.held, recovery.unsure))
  if (recovery.kept !== null)
    print(words.keptAt(recovery.kept))
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
  const words = terminalTexts().check
  print(damage?.trouble === 'missing' ? words.libraryMissing : words.libraryDamaged(damage?.said ?? ''))
  const { takes = 0, lines = 0, projects = 0 } = recovered?.rows ?? {}
  print(words.libraryReadable({ takes, lines, projects, unreadable: recovered?.unreadable ?? 0 }))
  if (!isRepairing) {
    print(words.libraryNext)
    return false
  }
  print(words.libraryRebuilt(await library.repair()))
  return true
}

function sentencesOf(report: CheckReport): string[] {
  const { isRepaired } = report
  const language = systemLanguage()
  const words = terminalTexts().check
  const about = (name: keyof typeof words.found): string[] => {
    const { count, examples } = report[name]
    return count === 0
      ? []
      : [
          words.found[name](count, isRepaired),
          ...examples.map(each => `  ${each}`),
          ...count > examples.length ? [`  ${words.more(count - examples.length)}`] : [],
        ]
  }
  const lines = [
    words.summary(report),
    report.damage.length === 0
      ? words.intact
      : words.damaged(report.damage.map(({ file, said }) => `  ${file}: ${saidIn(language, said)}`)),
    ...about('missing'),
    ...about('wrong'),
    ...about('orphans'),
    ...about('halves'),
    ...report.outOfStep > 0 ? [words.searchIndex(report.outOfStep, isRepaired)] : [],
    ...about('dangling'),
    ...about('beside'),
    ...report.old > 0 ? [words.old(report.old, isRepaired)] : [],
    ...about('previews'),
    ...about('deliveries'),
    ...about('unreadable'),
    ...about('unclaimed'),
    ...report.setAside === null ? [] : [words.setAside(report.setAside)],
  ]
  return isRepaired || !isRepairable(report) ? lines : [...lines, words.toRepair]
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
