/** Checks a studio folder from the command line, while no studio has it open. */
import type { CheckReport } from '#contract/checks.ts'
import type { LedgerDamage } from '../jobs/recover-ledger.ts'
import type { Library } from '../library/open-library.ts'
import type { Database } from '../storage/database.ts'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { systemClock } from '../base/clock.ts'
import { createLog } from '../base/log.ts'
import { whyItCannotOpen } from '../databases/cannot-open.ts'
import { hasHistoryBesideLedger } from '../databases/history.ts'
import { openDatabases } from '../databases/open-databases.ts'
import { copyReadableRows, detectMissingLedger, findPendingReplacement, lookAtLedger, lookAtLog } from '../jobs/recover-ledger.ts'
import { createRecoveryNotice } from '../jobs/recovery-notice.ts'
import { createAssets } from '../library/assets.ts'
import { createProjects } from '../library/projects.ts'
import { createTakes } from '../library/takes.ts'
import { createFfmpegFinder } from '../media/ffmpeg.ts'
import { openDatabase } from '../storage/database.ts'
import { lockFolder } from '../storage/lock.ts'
import { ledgerMigrations } from '../storage/migrations/ledger/index.ts'
import { removeDatabase } from '../storage/recover.ts'
import { examine } from './inspect-studio.ts'

export interface CheckOptions {
  readonly print: (line: string) => void
  readonly isDeep: boolean
  readonly isRepairing: boolean
}

/**
 * Answers null when the ledger or the library is damaged and was not to be repaired.
 * @throws CannotOpenStudio with a sentence while a studio has the folder, or when its ledger cannot be opened
 */
export async function checkStudio(folder: string, options: CheckOptions): Promise<CheckReport | null> {
  let lock: { close: () => void } | undefined
  try {
    lock = lockFolder(folder)
    const trouble = await ledgerTrouble(folder)
    if (trouble !== null && !options.isRepairing) {
      await tellOfLedger(folder, trouble, options.print)
      return null
    }
    const found = options.isRepairing && trouble === null ? await lookCloser(folder) : null
    return await checkWith(folder, { found, isRecovering: trouble !== null || found !== null }, options)
  }
  catch (thrown) {
    throw whyItCannotOpen(thrown, folder, 'ledger.db')
  }
  finally {
    lock?.close()
  }
}

/** What befell the ledger, or that a new one waits to be placed; null when all is well. */
async function ledgerTrouble(folder: string): Promise<LedgerDamage | 'waiting' | null> {
  if (await findPendingReplacement(folder) !== null)
    return 'waiting'
  return detectMissingLedger(folder, await hasHistoryBesideLedger(folder)) ?? await lookAtLog(folder) ?? lookAtLedger(folder)
}

/** An index that is out of step, or a row that names one that is gone: a start would not see it, and a repair reads every row anew. */
async function lookCloser(folder: string): Promise<LedgerDamage | null> {
  const ledger = await openDatabase(join(folder, 'ledger.db'), { migrations: ledgerMigrations })
  try {
    const [said] = await ledger.check()
    return said === undefined ? null : { trouble: 'damaged', said }
  }
  finally {
    await ledger.close()
  }
}

async function tellOfLedger(folder: string, trouble: LedgerDamage | 'waiting', print: CheckOptions['print']): Promise<void> {
  const end = 'Nothing was changed. A backup may hold more. The next start puts the ledger together from this and sends nothing until you have looked; to do it now: takeroom check --repair'
  if (trouble === 'waiting') {
    print('The ledger was damaged. A new one was put together and waits to take its place: it does so at the next start, or by takeroom check --repair')
    return
  }
  print(trouble.trouble === 'missing' ? `The ledger's file is gone (${trouble.said}).` : `The ledger is damaged: ${trouble.said}.`)
  const { path, recovery } = await copyReadableRows({ folder, clock: systemClock })
  removeDatabase(path)
  print(recovery.isReadable ? `Of it ${recovery.rows.jobs ?? 0} jobs and ${recovery.rows.accounts ?? 0} accounts can be read; ${recovery.holes} places cannot.` : 'Nothing of it can be read.')
  print(end)
}

async function tellOfRecovery(ledger: Database, folder: string, print: CheckOptions['print']): Promise<void> {
  const recovery = await createRecoveryNotice({ db: ledger, folder, clock: systemClock }).unseen()
  if (recovery === null)
    return
  print(recovery.isReadable ? `The ledger was put together from what could be read: ${recovery.jobs} jobs; ${recovery.holes} places could not be read.` : 'Nothing of the ledger could be read; a new one is begun, and accounts must be connected again.')
  if (recovery.held + recovery.unsure > 0)
    print(`Nothing is sent by itself: ${recovery.held} jobs wait for your word in the queue, ${recovery.unsure} had been sent without an answer.`)
  if (recovery.kept !== null)
    print(`The damaged file is kept: ${recovery.kept}`)
}

async function checkWith(folder: string, { found, isRecovering }: { found: LedgerDamage | null, isRecovering: boolean }, { print, isDeep, isRepairing }: CheckOptions): Promise<CheckReport | null> {
  const [clock, log] = [systemClock, createLog({ write: () => {}, clock: systemClock })]
  await mkdir(join(folder, 'work'), { recursive: true })
  const { ledger, library } = await openDatabases({ folder, looksBeside: false, found, clock, log })
  try {
    if (isRecovering)
      await tellOfRecovery(ledger, folder, print)
    if (library.damage() !== null && !await settleDamage(library, isRepairing, print))
      return null
    const finder = createFfmpegFinder()
    const assets = createAssets({ db: library, folder: join(folder, 'assets'), ffmpeg: () => finder.find({ resourcesPath: null }), clock, log })
    const takes = createTakes({ db: library, assets, projects: createProjects({ db: library, clock }), clock })
    const report = await examine({ folder, library, ledger, assets, takes, clock }, { isDeep, isRepairing, strayAgeMs: 0, signal: new AbortController().signal })
    for (const line of wordsOf(report))
      print(line)
    return report
  }
  finally {
    await ledger.close()
    await library.close()
  }
}

/** Whether the check can go on. */
async function settleDamage(library: Library, isRepairing: boolean, print: (line: string) => void): Promise<boolean> {
  const damage = library.damage()
  const recovered = library.recovered()
  print(damage?.trouble === 'missing' ? `The library's file is gone (${damage.said}).` : `The library is damaged: ${damage?.said ?? ''}.`)
  print(`Of it ${recovered?.rows.takes ?? 0} takes, ${recovered?.rows.lines ?? 0} lines and ${recovered?.rows.projects ?? 0} projects can be read; ${recovered?.holes ?? 0} places cannot.`)
  if (!isRepairing) {
    print('Nothing was changed. A backup may hold more. To go on with what can be read: takeroom check --repair')
    return false
  }
  const kept = await library.repair()
  print(kept === null ? 'A new library holds what could be read.' : `A new library holds what could be read. The damaged file is kept: ${kept}`)
  return true
}

const unclaimedWords = 'folders hold answers of jobs that the ledger does not know. They may be paid for and stay where they are:'

function wordsOf(report: CheckReport): string[] {
  const { isRepaired } = report
  const list = ({ examples, count }: CheckReport['missing']): string[] => [...examples.map(each => `  ${each}`), ...(count > examples.length ? [`  and ${count - examples.length} more`] : [])]
  const about = (found: CheckReport['missing'], asked: string, done: string): string[] => found.count === 0 ? [] : [`${found.count} ${isRepaired ? done : asked}`, ...list(found)]
  const lines = [
    `${report.takes} takes, ${report.files} files${report.isDeep ? ', every one read' : ''}.`,
    report.damage.length === 0 ? 'Both databases are sound.' : `The databases are damaged:\n${report.damage.map(said => `  ${said}`).join('\n')}`,
    ...about(report.missing, 'files are missing; their takes are marked so. Put them back and check again:', 'files are missing; their takes are marked so. Put them back and check again:'),
    ...about(report.wrong, 'files do not hold what their names say:', 'files did not hold what their names say and are set aside; their takes are marked:'),
    ...about(report.orphans, 'files belong to no take. They are left where they are:', 'files belonged to no take; media are in the trash now, anything else is set aside:'),
    ...about(report.halves, 'files are halves, from a kill or a full disk:', 'files were halves and are set aside:'),
    ...(report.outOfStep > 0 ? [`Search was out of step with ${report.outOfStep} takes${isRepaired ? '; it is written anew.' : '.'}`] : []),
    ...about(report.dangling, 'places name something that is gone:', 'places named something that is gone; what could be loosened is:'),
    ...about(report.unclaimed, unclaimedWords, unclaimedWords),
    ...(report.setAside === null ? [] : [`Set aside: ${report.setAside}`]),
  ]
  return isRepaired || !hasTrouble(report) ? lines : [...lines, 'To put this in order: takeroom check --repair']
}

/** Whether anything is there that a repair would change. */
function hasTrouble({ damage, wrong, orphans, halves, outOfStep, dangling }: CheckReport): boolean {
  return damage.some(said => said.startsWith('ledger.db')) || wrong.count + orphans.count + halves.count + outOfStep + dangling.count > 0
}
