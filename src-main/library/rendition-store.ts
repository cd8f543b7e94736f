/**
 * Renditions on disk: a folder for each asset, placed whole by one rename, with a file that says what is in it. Nothing here is
 * known to the database, so whatever is missing or damaged is simply made again.
 */
import type { AssetId, Instant } from '#contract/words.ts'
import type { Clock } from '../base/clock.ts'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { Filmstrip, ProxyVideo, RenditionPart, RenditionSound } from '#contract/renditions.ts'
import { AssetId as AssetIdShape } from '#contract/words.ts'
import { newId } from '../base/ids.ts'

/** Raise it when a pass gives other files: those of an earlier recipe are made again. */
export const recipe = 1

const factsName = 'facts.json'
/** How exactly the last use is kept. */
const useStepMs = 60_000

const Facts = z.object({
  recipe: z.literal(recipe),
  /** The version of the ffmpeg that made it. */
  ffmpeg: z.string(),
  madeAt: z.int().min(1),
  proxy: ProxyVideo.nullable(),
  filmstrip: Filmstrip.nullable(),
  sound: RenditionSound.nullable(),
  picture: z.object({ width: z.int(), height: z.int() }).nullable(),
  files: z.array(z.object({ part: RenditionPart, name: z.string().regex(/^[a-z]+\.[a-z0-9]+$/), mime: z.string(), sizeBytes: z.int() })),
})
export type RenditionFacts = z.infer<typeof Facts>

export interface RenditionStore {
  /** Null when there is none, or when any of its files is missing or has another size than it was written with. */
  read: (assetId: AssetId) => Promise<RenditionFacts | null>
  pathOf: (assetId: AssetId, fileName: string) => string
  /** An empty folder to make a rendition in. Remove it when it was not placed. */
  begin: (assetId: AssetId) => Promise<string>
  /** Turns that folder into the rendition of the asset, in place of an older one. */
  place: (assetId: AssetId, partFolder: string, facts: RenditionFacts) => Promise<void>
  /** Notes that it is in use, so that it is not among the first to be deleted. */
  use: (assetId: AssetId) => Promise<void>
  remove: (assetIds: readonly AssetId[]) => Promise<void>
  /** The least recently used that have to go until the rest fits; nothing that was used after `since`. */
  surplus: (limitBytes: number, since: Instant) => AssetId[]
  all: () => AssetId[]
  totals: () => { sizeBytes: number, count: number }
}

/** Sweeps what a crash left half-written and what `isKept` refuses. */
export async function openRenditionStore({ folder, clock, isKept }: {
  folder: string
  clock: Clock
  isKept: (assetId: AssetId) => boolean
}): Promise<RenditionStore> {
  const index = new Map<AssetId, { sizeBytes: number, usedAt: Instant }>()
  const placeOf = (assetId: AssetId): string => join(folder, assetId.slice(0, 2), assetId)

  async function read(assetId: AssetId): Promise<RenditionFacts | null> {
    try {
      const facts = Facts.parse(JSON.parse(await readFile(join(placeOf(assetId), factsName), 'utf8')))
      const sizes = await Promise.all(facts.files.map(file => stat(join(placeOf(assetId), file.name)).then(({ size }) => size)))
      return facts.files.every((file, at) => file.sizeBytes === sizes[at]) ? facts : null
    }
    catch {
      return null // Missing, cut short, or of another recipe: in every case it is made again.
    }
  }

  async function remove(assetIds: readonly AssetId[]): Promise<void> {
    for (const assetId of assetIds) {
      index.delete(assetId)
      await rm(placeOf(assetId), { recursive: true, force: true, maxRetries: 3 })
    }
  }

  async function load(assetId: AssetId): Promise<void> {
    const facts = isKept(assetId) ? await read(assetId) : null
    if (facts === null)
      return remove([assetId])
    const { mtimeMs } = await stat(join(placeOf(assetId), factsName))
    index.set(assetId, { sizeBytes: sumOf(facts), usedAt: Math.trunc(mtimeMs) })
  }

  for (const prefix of await readdir(folder).catch(() => [])) {
    for (const name of await readdir(join(folder, prefix)).catch(() => [])) {
      const assetId = AssetIdShape.safeParse(name).data
      await (assetId === undefined ? rm(join(folder, prefix, name), { recursive: true, force: true }) : load(assetId))
    }
  }

  return {
    read,
    remove,
    pathOf: (assetId, fileName) => join(placeOf(assetId), fileName),
    async begin(assetId) {
      const part = `${placeOf(assetId)}.${newId(clock.now())}.part`
      await mkdir(part, { recursive: true })
      return part
    },
    async place(assetId, partFolder, facts) {
      await writeFile(join(partFolder, factsName), JSON.stringify(facts))
      await remove([assetId])
      await rename(partFolder, placeOf(assetId))
      index.set(assetId, { sizeBytes: sumOf(facts), usedAt: clock.now() })
    },
    async use(assetId) {
      const known = index.get(assetId)
      const now = clock.now()
      if (!known || now - known.usedAt < useStepMs)
        return
      known.usedAt = now
      // A use that could not be noted lasts as long as the studio is open.
      await utimes(join(placeOf(assetId), factsName), now / 1000, now / 1000).catch(() => {})
    },
    surplus(limitBytes, since) {
      let sizeBytes = totalOf(index)
      return [...index].sort(([, a], [, b]) => a.usedAt - b.usedAt).flatMap(([assetId, { usedAt, sizeBytes: own }]) => {
        if (sizeBytes <= limitBytes || usedAt > since)
          return []
        sizeBytes -= own
        return assetId
      })
    },
    all: () => [...index.keys()],
    totals: () => ({ sizeBytes: totalOf(index), count: index.size }),
  }
}

function sumOf({ files }: RenditionFacts): number {
  return files.reduce((sum, file) => sum + file.sizeBytes, 0)
}

function totalOf(index: ReadonlyMap<AssetId, { sizeBytes: number }>): number {
  return [...index.values()].reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
}
