/** Checks a studio folder from the command line, while no studio has it open. */
import type { CheckReport } from '#contract/checks.ts'
import type { Library } from '../library/open-library.ts'
import type { Database } from '../storage/database.ts'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { systemClock } from '../base/clock.ts'
import { createLog } from '../base/log.ts'
import { createAssets } from '../library/assets.ts'
import { openLibrary } from '../library/open-library.ts'
import { createProjects } from '../library/projects.ts'
import { createTakes } from '../library/takes.ts'
import { createFfmpegFinder } from '../media/ffmpeg.ts'
import { openDatabase } from '../storage/database.ts'
import { lockFolder } from '../storage/lock.ts'
import { ledgerMigrations } from '../storage/migrations/ledger/index.ts'
import { whyItCannotOpen } from './cannot-open.ts'
import { examine } from './examine.ts'
import { hasHistory } from './history.ts'

export interface CheckOptions {
  readonly print: (line: string) => void
  readonly isDeep: boolean
  readonly isRepairing: boolean
}

/**
 * Answers null when the library is damaged and was not to be repaired.
 * @throws CannotOpenStudio with a sentence while a studio has the folder, or when its ledger cannot be opened
 */
export async function checkStudio(folder: string, options: CheckOptions): Promise<CheckReport | null> {
  let lock: { close: () => void } | undefined
  let ledger: Database | undefined
  try {
    lock = lockFolder(folder)
    ledger = await openDatabase(join(folder, 'ledger.db'), { migrations: ledgerMigrations })
    return await checkWith(folder, ledger, options)
  }
  catch (thrown) {
    throw whyItCannotOpen(thrown, folder, 'ledger.db')
  }
  finally {
    await ledger?.close()
    lock?.close()
  }
}

async function checkWith(folder: string, ledger: Database, { print, isDeep, isRepairing }: CheckOptions): Promise<CheckReport | null> {
  const [clock, log] = [systemClock, createLog({ write: () => {}, clock: systemClock })]
  await mkdir(join(folder, 'work'), { recursive: true })
  const library = await openLibrary({ folder, hasHistory: await hasHistory(ledger, join(folder, 'assets')), looksBeside: false, clock, log })
  try {
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
    ...(report.setAside === null ? [] : [`Set aside: ${report.setAside}`]),
  ]
  return isRepaired || !hasTrouble(report) ? lines : [...lines, 'To put this in order: takeroom check --repair']
}

/** Whether anything is there that a repair would change. */
function hasTrouble({ wrong, orphans, halves, outOfStep, dangling }: CheckReport): boolean {
  return wrong.count + orphans.count + halves.count + outOfStep + dangling.count > 0
}
