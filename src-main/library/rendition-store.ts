/**
 * Renditions on disk: a folder for each asset, and for each other speed or course of its sound, placed whole by one rename, with a file
 * that says what is in it. Nothing here is known to the database, so whatever is missing or damaged is simply made again. The file of a
 * short sound may be missing: it is larger than the original and quickly made, so it is kept only while it is used, and the facts stay.
 */
import type { AssetId, HeardSound, Instant } from '#contract/words.ts'
import type { Clock } from '../base/clock.ts'
import type { Totals } from '../base/disk-cache.ts'
import type { InsidePath } from '../base/inside.ts'
import { createHash } from 'node:crypto'
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { CourseKey } from '#contract/ramp.ts'
import { Filmstrip, ProxyVideo, RenditionPart, RenditionSound } from '#contract/renditions.ts'
import { AssetId as AssetIdShape } from '#contract/words.ts'
import { heardKey, heardOfKey } from '#rules/sequence/heard.ts'
import { makeFolder, placeFile, placeFolder } from '../base/atomic-file.ts'
import { noteUse, surplusOf, totalsOf } from '../base/disk-cache.ts'
import { errnoOf } from '../base/errno.ts'
import { sha256File } from '../base/hash.ts'
import { newId } from '../base/ids.ts'
import { inside } from '../base/inside.ts'

/** Raise it when a pass gives other files: those of an earlier recipe are made again. */
export const recipe = 8

const factsName = 'facts.json'
/** Up to a minute of sound at 48 kHz. */
const shortSoundSamples = 60 * 48_000
/** How exactly the last use is kept. */
const useStepMs = 60_000

const Facts = z.object({
  recipe: z.literal(recipe),
  /** The version of the ffmpeg that made it. */
  ffmpeg: z.string(),
  madeAt: z.int().min(1),
  /** Of a copy along a course: its name has not room for it. */
  along: CourseKey.optional(),
  proxy: ProxyVideo.nullable(),
  filmstrip: Filmstrip.nullable(),
  sound: RenditionSound.nullable(),
  picture: z.object({ width: z.int(), height: z.int() }).nullable(),
  files: z.array(z.object({
    part: RenditionPart,
    name: z.string().regex(/^[a-z]+\.[a-z0-9]+$/),
    mime: z.string(),
    sizeBytes: z.int(),
    /** Computed when the rendition is put in its place. */
    sha256: z.string().optional(),
  })),
})
export type RenditionFacts = z.infer<typeof Facts>

/** Nothing but a short sound, whose file can be checked when it is made again, and perhaps its peaks, which stay. */
export function isShortSound({ sound, files }: RenditionFacts): boolean {
  const [first, ...others] = files
  return first?.part === 'sound' && first.sha256 !== undefined && others.every(({ part }) => part === 'peaks')
    && sound !== null && sound.samples <= shortSoundSamples
}

/** Which rendition: the whole asset at 100 percent, or its sound alone at another speed, along a course or of what was chosen of it. */
export interface RenditionKey {
  readonly assetId: AssetId
  readonly speed: number
  readonly along?: CourseKey | undefined
  readonly heard?: HeardSound | undefined
}

declare const named: unique symbol
/** A key as one word: the name of its folder. */
export type RenditionName = string & { readonly [named]: true }

/** Courses by what names have of them, since they were first named or found. */
const courses = new Map<string, CourseKey>()

function hashOf(along: CourseKey): string {
  const hash = createHash('sha256').update(along).digest('hex').slice(0, 24)
  courses.set(hash, along)
  return hash
}

export function nameOf({ assetId, speed, along, heard }: RenditionKey): RenditionName {
  const key = heardKey(heard)
  const pace = along ? `-along-${hashOf(along)}` : speed === 100 ? '' : `-at-${speed}`
  return `${assetId}${pace}${key === '' ? '' : `-of-${key}`}` as RenditionName // by definition
}

export function keyOf(name: RenditionName): RenditionKey {
  const [rest = '', key = ''] = name.split('-of-')
  const [paced = '', hash = ''] = rest.split('-along-')
  const [assetId = '', speed = '100'] = paced.split('-at-')
  const [along, heard] = [courses.get(hash), heardOfKey(key)]
  return { assetId: assetId as AssetId, speed: Number(speed), ...along && { along }, ...heard && { heard } } // as `nameOf` wrote it
}

/** Whether it has all that the preview needs of the asset, and not its sound alone. */
export function isWholeAsset({ speed, along, heard }: Omit<RenditionKey, 'assetId'>): boolean {
  return speed === 100 && along === undefined && heardKey(heard) === ''
}

/** Those of the whole asset are next to its original, and serve for every speed. */
export function hasOwnPeaks({ speed, along, heard }: Omit<RenditionKey, 'assetId'>): boolean {
  return speed === 100 && along === undefined && heardKey(heard) !== ''
}

function nameIn(folderName: string): RenditionName | null {
  const [rest = '', ...keys] = folderName.split('-of-')
  // A chain of filters of another version is not made any more.
  const isOurs = keys.length <= 1 && keys.every(key => heardOfKey(key) !== undefined)
    && AssetIdShape.safeParse(rest.replace(/-at-\d{1,6}(?:\.\d{1,4})?$|-along-[\da-f]{24}$/, '')).success
  return isOurs ? folderName as RenditionName : null // of the form that `nameOf` writes
}

export interface RenditionStore {
  /** Null when there is none, or when any of its files has another size than it was written with, or is missing and no short sound. */
  read: (name: RenditionName) => Promise<RenditionFacts | null>
  pathOf: (name: RenditionName, fileName: string) => InsidePath
  /** An empty folder to make a rendition in. Remove it when it was not placed. */
  begin: (name: RenditionName) => Promise<string>
  /** Turns that folder into the rendition of the asset, in place of an older one. */
  place: (name: RenditionName, partFolder: string, facts: RenditionFacts) => Promise<void>
  /** Places the file of a short sound again. False where it is not the one that was there, byte for byte. */
  refill: (name: RenditionName, partPath: string, facts: RenditionFacts) => Promise<boolean>
  /** Deletes files of short sounds, least recently used first, until the rest fits; none that was used after `since`. The facts stay. */
  trimShortSounds: (limitBytes: number, since: Instant) => Promise<void>
  /** Notes that it is in use, so that it is not among the first to be deleted. */
  use: (name: RenditionName) => Promise<void>
  remove: (names: readonly RenditionName[]) => Promise<void>
  /** The least recently used that have to go until the rest fits; nothing that was used after `since`. */
  surplus: (limitBytes: number, since: Instant) => RenditionName[]
  all: () => RenditionName[]
  totals: () => Totals
}

/** The folders of renditions that are missing a file, or hold a damaged one; what is in them is read only with `isDeep`. */
export async function findBrokenRenditions(
  folder: string,
  { isDeep, signal }: { readonly isDeep: boolean, readonly signal: AbortSignal },
): Promise<string[]> {
  const broken: string[] = []
  for (const prefix of await readdir(folder).catch(() => [])) {
    for (const name of (await readdir(join(folder, prefix)).catch(() => [])).filter(each => nameIn(each) !== null)) {
      signal.throwIfAborted()
      if (!await isWhole(join(folder, prefix, name), isDeep))
        broken.push(join(folder, prefix, name))
    }
  }
  return broken
}

async function isWhole(place: string, isDeep: boolean): Promise<boolean> {
  const facts = await readFacts(place)
  if (facts === null)
    return false
  for (const { name, sha256 } of isDeep ? facts.files : []) {
    // The file of a short sound may be missing.
    const isThere = await sizeOf(inside(place, name)) !== null
    if (isThere && sha256 !== undefined && await sha256File(inside(place, name)).catch(() => null) !== sha256)
      return false
  }
  return true
}

async function readFacts(place: string): Promise<RenditionFacts | null> {
  try {
    const facts = Facts.parse(JSON.parse(await readFile(join(place, factsName), 'utf8')))
    const sizes = await Promise.all(facts.files.map(file => sizeOf(inside(place, file.name))))
    const mayBeMissing = isShortSound(facts)
    const isThere = facts.files.every((file, at) =>
      file.sizeBytes === sizes[at] || (mayBeMissing && file.part === 'sound' && sizes[at] === null))
    return isThere ? facts : null
  }
  catch {
    return null // Missing, cut short, or of another recipe: in every case it is made again.
  }
}

/** Null where there is no such file. */
async function sizeOf(path: string): Promise<number | null> {
  try {
    return (await stat(path)).size
  }
  catch (error) {
    if (errnoOf(error) === 'ENOENT')
      return null
    throw error
  }
}

/** Of the files that are there. */
async function sizeBytesIn(place: string, { files }: RenditionFacts): Promise<number> {
  const sizes = await Promise.all(files.map(file => sizeOf(inside(place, file.name))))
  return sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0)
}

/** Sweeps what a crash left half-written and what `isKept` refuses. */
export async function openRenditionStore({ folder, clock, isKept }: {
  folder: string
  clock: Clock
  isKept: (key: RenditionKey) => boolean
}): Promise<RenditionStore> {
  const index = new Map<RenditionName, { sizeBytes: number, usedAt: Instant, isShort: boolean }>()
  const placeOf = (name: RenditionName): InsidePath => inside(folder, name.slice(0, 2), name)

  async function read(name: RenditionName): Promise<RenditionFacts | null> {
    const facts = await readFacts(placeOf(name))
    // What its name does not say, it must say itself.
    if (facts && name.includes('-along-') && (!facts.along || nameOf({ ...keyOf(name), along: facts.along }) !== name))
      return null
    return facts
  }

  async function remove(names: readonly RenditionName[]): Promise<void> {
    for (const name of names) {
      index.delete(name)
      await rm(placeOf(name), { recursive: true, force: true, maxRetries: 3 })
    }
  }

  async function load(name: RenditionName): Promise<void> {
    const facts = isKept(keyOf(name)) ? await read(name) : null
    if (facts === null)
      return remove([name])
    const { mtimeMs } = await stat(join(placeOf(name), factsName))
    index.set(name, { sizeBytes: await sizeBytesIn(placeOf(name), facts), usedAt: Math.trunc(mtimeMs), isShort: isShortSound(facts) })
  }

  for (const prefix of await readdir(folder).catch(() => [])) {
    for (const folderName of await readdir(join(folder, prefix)).catch(() => [])) {
      const name = nameIn(folderName)
      await (name === null ? rm(join(folder, prefix, folderName), { recursive: true, force: true }) : load(name))
    }
  }

  return {
    read,
    remove,
    pathOf: (name, fileName) => inside(placeOf(name), fileName),
    async begin(name) {
      const part = `${placeOf(name)}.${newId(clock.now())}.part`
      await makeFolder(part)
      return part
    },
    async place(name, partFolder, facts) {
      const files = await Promise.all(facts.files.map(async file => ({ ...file, sha256: await sha256File(inside(partFolder, file.name)) })))
      await writeFile(join(partFolder, factsName), JSON.stringify({ ...facts, files }))
      await remove([name])
      await placeFolder(partFolder, placeOf(name))
      index.set(name, { sizeBytes: sumOf(facts), usedAt: clock.now(), isShort: isShortSound({ ...facts, files }) })
    },
    async refill(name, partPath, facts) {
      const [file] = facts.files
      const known = index.get(name)
      if (!file || !known || await sha256File(partPath) !== file.sha256)
        return false
      await placeFile(partPath, inside(placeOf(name), file.name))
      known.sizeBytes = sumOf(facts)
      return true
    },
    async trimShortSounds(limitBytes, since) {
      const short = [...index].filter(([, { isShort, sizeBytes }]) => isShort && sizeBytes > 0)
      let sizeBytes = short.reduce((sum, [, each]) => sum + each.sizeBytes, 0)
      for (const [name, each] of short.sort(([, a], [, b]) => a.usedAt - b.usedAt)) {
        if (sizeBytes <= limitBytes || each.usedAt > since)
          return
        const facts = await read(name)
        const [file, ...others] = facts?.files ?? []
        if (file)
          await rm(inside(placeOf(name), file.name), { force: true })
        const left = others.reduce((sum, other) => sum + other.sizeBytes, 0)
        sizeBytes -= each.sizeBytes - left
        each.sizeBytes = left
      }
    },
    async use(name) {
      const known = index.get(name)
      const now = clock.now()
      if (known && now - known.usedAt >= useStepMs)
        await noteUse(known, join(placeOf(name), factsName), now)
    },
    surplus: (limitBytes, since) => surplusOf(index, limitBytes, since),
    all: () => [...index.keys()],
    totals: () => totalsOf(index),
  }
}

function sumOf({ files }: RenditionFacts): number {
  return files.reduce((sum, file) => sum + file.sizeBytes, 0)
}
