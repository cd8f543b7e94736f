/** A library with real files and a real database, for tests of the layers above it. */
import type { Asset } from '#contract/takes.ts'
import type { AssetId, LineId, ProjectId } from '#contract/words.ts'
import type { NewTake } from '../../src-main/library/takes.ts'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { systemClock } from '../../src-main/base/clock.ts'
import { sha256 } from '../../src-main/base/hash.ts'
import { createLog } from '../../src-main/base/log.ts'
import { createAssets } from '../../src-main/library/assets.ts'
import { createDeliveries } from '../../src-main/library/deliveries.ts'
import { createProjects } from '../../src-main/library/projects.ts'
import { createTakes, importOf } from '../../src-main/library/takes.ts'
import { openDatabase } from '../../src-main/storage/database.ts'
import { libraryMigrations } from '../../src-main/storage/migrations/library/index.ts'
import { findFfmpeg } from './ffmpeg.ts'
import { makeFolder } from './folder.ts'

export async function openTestLibrary(folder?: string) {
  const root = folder ?? await makeFolder()
  const db = await openDatabase(join(root, 'library.db'), { migrations: libraryMigrations })
  onTestFinished(() => db.close())
  const clock = systemClock
  const projects = createProjects({ db, clock })
  const log = createLog({ write: () => {}, clock })
  const assets = createAssets({ db, folder: join(root, 'assets'), ffmpeg: () => findFfmpeg(), clock, log })
  const takes = createTakes({ db, assets, projects, clock, log })
  const deliveries = createDeliveries({ db, projects, clock })
  await mkdir(join(root, 'assets'), { recursive: true })
  return { root, db, projects, assets, takes, deliveries, clock }
}

/** An asset on disk without probe data: enough for tests of rows. */
export async function plainAsset(library: Awaited<ReturnType<typeof openTestLibrary>>, content: string): Promise<Asset> {
  const id = sha256(content) as AssetId // 64 hexadecimal digits
  const asset: Asset = {
    id,
    mime: 'audio/wav',
    extension: 'wav',
    sizeBytes: content.length,
    durationSeconds: 1.5,
    width: null,
    height: null,
    framesPerSecond: null,
    sampleRate: 24_000,
    channels: 1,
    hasPeaks: false,
    hasPoster: false,
    isMissing: false,
  }
  await mkdir(join(library.root, 'assets', id.slice(0, 2)), { recursive: true })
  await writeFile(library.assets.pathOf(asset), content)
  return asset
}

export function spokenTake(text: string, more: Partial<NewTake> = {}): NewTake {
  return { ...importOf({ medium: 'audio', title: text.slice(0, 40) }), kind: 'speech', text, ...more }
}

export const anyQuery = {
  text: '',
  kinds: [],
  media: [],
  modelIds: [],
  projectId: null as ProjectId | null,
  onlyMadeThere: false,
  lineId: null as LineId | null,
  onlyStarred: false,
  onlyIncomplete: false,
  inTrash: false,
  cursor: null,
  limit: 50,
}
