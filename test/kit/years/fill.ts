/**
 * A studio as years of work leave it: rows written straight into its two databases, of which the newest are what a person works on today.
 * The first project is a large one; every other has a script of twenty lines.
 */
import type {
  AccountId,
  ConversationId,
  DeliveryId,
  JobId,
  LineId,
  ModelId,
  PictureId,
  ProjectId,
  SequenceId,
  SnapshotId,
  TakeId,
  VoiceId,
} from '#contract/words.ts'
import type { Row, Years } from './things.ts'
import { link, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openStudio } from '../../../src-main/studio/open-studio.ts'
import { testPorts } from '../ports.ts'
import { ledgerRows } from './ledger-rows.ts'
import { correction, libraryRows } from './library-rows.ts'
import { account, asset, idOf, job, line, modelId, picturesOf, project, sequence, take, voice } from './things.ts'

/** What a call may be asked about. */
export interface Landmarks {
  readonly accountId: AccountId
  readonly modelId: ModelId
  readonly large: ProjectId
  /** A project of twenty lines among all the others. */
  readonly plain: ProjectId
  readonly sequenceOf: (projectId: ProjectId) => SequenceId
  readonly lineId: LineId
  readonly takeId: TakeId
  readonly transcriptId: TakeId
  readonly pictureId: PictureId
  readonly voiceId: VoiceId
  readonly conversationId: ConversationId
  readonly deliveryId: DeliveryId
  readonly jobId: JobId
  readonly snapshotId: SnapshotId
  readonly trashedId: TakeId
}

/** Fills the folder of a studio that was never opened. `sound`: the bytes of takes in the large sequence; without it they have no files. */
export async function fillYears(folder: string, years: Years, sound?: Buffer): Promise<Landmarks> {
  const studio = await openStudio(testPorts(folder))
  await studio.parts.settings.change({ hasSeenWelcome: true })
  await studio.close({ drainMs: 0 })
  write(join(folder, 'ledger.db'), ledgerRows(years))
  write(join(folder, 'library.db'), libraryRows(years))
  if (sound)
    await linkSounds(folder, years, sound)
  const pictures = years.takes - picturesOf(years)
  return {
    accountId: account,
    modelId,
    large: project(0),
    plain: project(Math.floor(years.projects / 2)),
    sequenceOf: of => sequence(of === project(0) ? 0 : Math.floor(years.projects / 2)),
    lineId: line(0),
    takeId: take(0),
    transcriptId: take(pictures - 1),
    pictureId: idOf('picture', 0) as PictureId,
    voiceId: voice(0),
    conversationId: idOf('conversation', 0) as ConversationId,
    deliveryId: idOf('delivery', 0) as DeliveryId,
    jobId: job(0),
    snapshotId: idOf('version', 0) as SnapshotId,
    trashedId: take(years.takes - 1),
  }
}

async function linkSounds(folder: string, years: Years, sound: Buffer): Promise<void> {
  const first = join(folder, 'assets', 'sound.wav')
  await mkdir(dirname(first), { recursive: true })
  await writeFile(first, sound)
  for (let number = 0; number < Math.min(years.clips / 2, years.lines); number++) {
    const id = asset(number)
    const path = join(folder, 'assets', id.slice(0, 2), `${id}.wav`)
    await mkdir(dirname(path), { recursive: true })
    await link(first, path)
  }
  const heard = asset(years.takes - picturesOf(years) - 1)
  const path = join(folder, 'assets', heard.slice(0, 2), `${heard}.json`)
  await mkdir(dirname(path), { recursive: true })
  const answer = { contentType: 'text/plain', body: '' }
  await writeFile(path, JSON.stringify({ ...correction, language: 'en', durationSeconds: 2, answer }))
}

function write(path: string, tables: Iterable<readonly [table: string, rows: Iterable<Row>]>): void {
  const db = new DatabaseSync(path)
  db.exec('BEGIN')
  for (const [table, rows] of tables) {
    let insert: ReturnType<DatabaseSync['prepare']> | undefined
    for (const row of rows) {
      const columns = Object.keys(row)
      insert ??= db.prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`)
      // A number that is bound as it is would be a real.
      insert.run(...Object.values(row).map(value => Number.isSafeInteger(value) ? BigInt(value as number) : value))
    }
  }
  db.exec('COMMIT')
  db.close()
}
