/** A real library in a folder of its own, with a project and takes filed as jobs file them. */
import type { Asset, Take } from '#contract/takes.ts'
import type { AssetId, JobId, LineId, ProjectId } from '#contract/words.ts'
import type { NewTake } from '../../../src-main/library/takes.ts'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { newId } from '../../../src-main/base/ids.ts'
import { createLog } from '../../../src-main/base/log.ts'
import { createAssets } from '../../../src-main/library/assets.ts'
import { createProjects } from '../../../src-main/library/projects.ts'
import { createTakes } from '../../../src-main/library/takes.ts'
import { openDatabase } from '../../../src-main/storage/database.ts'
import { libraryMigrations } from '../../../src-main/storage/migrations/library/index.ts'
import { createTestClock } from '../../kit/clock.ts'
import { makeFolder } from '../../kit/folder.ts'

export async function openLibrary() {
  const folder = await makeFolder()
  const clock = createTestClock()
  const db = await openDatabase(join(folder, 'library.db'), { migrations: libraryMigrations, clock })
  onTestFinished(() => db.close())
  const log = createLog({ write: () => {}, clock })
  const assets = createAssets({ db, folder: join(folder, 'assets'), ffmpeg: async () => null, clock, log })
  const projects = createProjects({ db, clock })
  const takes = createTakes({ db, assets, projects, clock, log })
  const project = await projects.create('The lighthouse keeper')

  /** Files a take as a job does; by default a spoken one of two seconds. */
  async function file(has: Partial<NewTake> & { asset?: Partial<Asset> } = {}): Promise<Take> {
    const { asset, ...take } = has
    return takes.file({
      kind: 'speech',
      medium: 'audio',
      title: 'a take',
      text: '',
      modelId: null,
      voice: null,
      accountId: null,
      projectId: project.id,
      lineId: null,
      jobId: newId<JobId>(),
      jobPart: 0,
      madeFrom: null,
      sourceTakeIds: [],
      request: null,
      fileName: '',
      isPractice: true,
      ...take,
    }, {
      id: randomBytes(32).toString('hex') as AssetId,
      mime: 'audio/wav',
      extension: 'wav',
      sizeBytes: 1000,
      durationSeconds: 2,
      width: null,
      height: null,
      framesPerSecond: null,
      sampleRate: 48_000,
      channels: 1,
      hasPeaks: false,
      hasPoster: false,
      isMissing: false,
      ...asset,
    })
  }

  const speak = (lineId: LineId, madeFrom: string | null): Promise<Take> => file({ lineId, madeFrom })
  const otherProject = async (): Promise<ProjectId> => (await projects.create('Another')).id
  // `heard-words.test.ts` and `by-words.test.ts` have words.
  const takeWords = { known: async () => null }
  return { folder, clock, db, assets, takeWords, projects, takes, projectId: project.id, otherProject, file, speak }
}
