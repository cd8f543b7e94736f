/** Look-up tables of colours: files of the library, checked when they come, with what a person calls them. */
import type { Lut } from '#contract/luts.ts'
import type { AssetId } from '#contract/words.ts'
import type { Clock } from '../base/clock.ts'
import type { InsidePath } from '../base/inside.ts'
import type { Database } from '../storage/database.ts'
import type { Assets } from './assets.ts'
import { readFile, stat } from 'node:fs/promises'
import { z } from 'zod'
import { Fault } from '#contract/faults.ts'
import { AssetId as AssetIdShape, Instant, Name } from '#contract/words.ts'
import { CubeError, readCube } from '#rules/colour/cube.ts'
import { requireAsExpected } from '../base/as-expected.ts'
import { createChanges } from '../base/changes.ts'
import { inPieces } from '../base/in-pieces.ts'
import { sql } from '../storage/sql.ts'
import { defineTable, Flag } from '../storage/table.ts'
import { readMany } from '../storage/unreadable-rows.ts'

export const lutsTable = defineTable('luts', z.object({
  asset_id: AssetIdShape,
  name: Name,
  dimensions: z.union([z.literal(1), z.literal(3)]),
  size: z.int().min(2).max(65_536),
  is_listed: Flag,
  added_at: Instant,
}))
type LutRow = ReturnType<typeof lutsTable.parse>

/** Two million colours take 60 MB. */
const limitBytes = 100e6

export interface Luts {
  changes: (signal?: AbortSignal) => ReturnType<ReturnType<typeof createChanges<Lut, AssetId>>['subscribe']>
  list: () => Promise<Lut[]>
  /** @throws Fault not-found */
  get: (lutId: AssetId) => Promise<Lut>
  /** Moves a received file into the library. @throws Fault unreadable-file, file-too-large */
  add: (path: InsidePath, fileName: string) => Promise<Lut>
  /** @throws Fault not-found, changed-meanwhile */
  rename: (lutId: AssetId, name: string, expected?: string) => Promise<Lut>
  /** @throws Fault not-found */
  setListed: (lutId: AssetId, isListed: boolean) => Promise<Lut>
  /** Some were written by another module. */
  noteCame: () => Promise<void>
}

export function createLuts({ db, assets, clock }: {
  db: Database
  assets: Pick<Assets, 'adoptAsItIs' | 'insert' | 'releasePin' | 'discard' | 'giveBack'>
  clock: Clock
}): Luts {
  const news = createChanges<Lut, AssetId>()

  const list = async (): Promise<Lut[]> =>
    (await readMany(await db.all(sql`SELECT ${lutsTable.columns} FROM luts ORDER BY asset_id`), lutsTable.parse)).map(lutOf)

  async function get(lutId: AssetId): Promise<Lut> {
    const row = await db.get(sql`SELECT ${lutsTable.columns} FROM luts WHERE asset_id = ${lutId}`)
    if (!row)
      throw new Fault('not-found', { word: 'lut', id: lutId })
    return lutOf(lutsTable.parse(row))
  }

  async function announce(lutId: AssetId): Promise<Lut> {
    const lut = await get(lutId)
    news.changed(lut)
    return lut
  }

  return {
    list,
    get,
    changes: signal => news.subscribe(list, signal),
    async add(path, fileName) {
      const { dimensions, size } = await checked(path, fileName)
      const asset = await assets.adoptAsItIs(path)
      try {
        await db.transaction(async (tx) => {
          await assets.insert(tx, asset)
          await tx.run(sql`
            INSERT INTO luts ${lutsTable.values({
              ...{ asset_id: asset.id, name: nameOf(fileName), dimensions, size, is_listed: true, added_at: clock.now() },
            })}
            ON CONFLICT (asset_id) DO UPDATE SET is_listed = 1`)
        })
      }
      catch (error) {
        assets.releasePin(asset.id)
        await assets.giveBack(asset, path)
        throw error
      }
      assets.releasePin(asset.id)
      return announce(asset.id)
    },
    async rename(lutId, name, expected) {
      await db.transaction(async (tx) => {
        const present = await tx.get<{ name: string }>(sql`SELECT name FROM luts WHERE asset_id = ${lutId}`)
        if (present)
          requireAsExpected('lut', present.name, expected, name)
        await tx.run(sql`UPDATE luts SET name = ${name} WHERE asset_id = ${lutId}`)
      })
      return announce(lutId)
    },
    async setListed(lutId, isListed) {
      await db.run(sql`UPDATE luts SET is_listed = ${isListed} WHERE asset_id = ${lutId}`)
      return announce(lutId)
    },
    async noteCame() {
      news.changed(...await list())
    },
  }
}

/** The file is read as a whole: what is wrong with it is said before it is kept. */
async function checked(path: InsidePath, name: string) {
  if ((await stat(path)).size > limitBytes)
    throw new Fault('file-too-large', { name, limitBytes })
  try {
    return await inPieces(readCube(await readFile(path, 'utf8')))
  }
  catch (error) {
    if (error instanceof CubeError)
      throw new Fault('unreadable-file', { name, reason: `cube-${error.problem}:${error.line}` }, { cause: error })
    throw error
  }
}

/** Titles of such files are mostly those of the program that wrote them. */
function nameOf(fileName: string): string {
  const name = Name.safeParse(fileName.replace(/\.cube$/i, ''))
  return name.success ? name.data : 'LUT'
}

function lutOf(row: LutRow): Lut {
  return { id: row.asset_id, name: row.name, dimensions: row.dimensions, size: row.size, isListed: row.is_listed, addedAt: row.added_at }
}
