/** The parts of a kit that its render job makes, and placing them: one folder, whole or not at all, never over another. */
import type { DeliveryFile } from '#contract/deliveries.ts'
import type { Work } from '../jobs/kind.ts'
import type { JobRow } from '../jobs/rows.ts'
import type { KitPlan } from '../media/plan/kit-plan.ts'
import type { RenderJobPlan } from '../media/plan/render-job.ts'
import type { RenderPlan } from '../media/plan/render-plan.ts'
import type { Book } from '../media/render/book.ts'
import type { Stem } from '../media/sound/mix.ts'
import type { RenderPorts, RenderWork } from './render-work.ts'
import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { DeliveryFile as DeliveryFileShape } from '#contract/deliveries.ts'
import { firstFrameName, frameBase, nameAt } from '#rules/deliver/frames.ts'
import { bookReportName } from '#rules/deliver/kit-files.ts'
import { parsedJson } from '#rules/plain-data.ts'
import { secondsOfFrames } from '#rules/sequence/frames.ts'
import { shopText } from '#rules/text/shop-text.ts'
import { copyFileAtomic, fileExists, flushFolder, makeFolder, placeFile, placeFolder, writeFileAtomic } from '../base/atomic-file.ts'
import { errnoOf } from '../base/errno.ts'
import { freeFileBase } from '../base/file-name.ts'
import { sha256, sha256File } from '../base/hash.ts'
import { inside } from '../base/inside.ts'
import { filmFrames, filmRate } from '../media/picture/film-rate.ts'
import { takeStill } from '../media/picture/still.ts'
import { drawTitle } from '../media/picture/title-picture.ts'
import { KitPath } from '../media/plan/plain-name.ts'
import { Target } from '../media/plan/render-job.ts'
import { renderBook } from '../media/render/book.ts'
import { drawCover } from '../media/render/cover.ts'
import { hasPicture, renderStill, showsPoster } from '../media/render/render-still.ts'
import { writeFrames } from '../media/render/write-frames.ts'

type Role = DeliveryFile['role']
interface Made { readonly role: Role, readonly from: string, readonly extension: string }
interface Part {
  readonly role: Role
  readonly path: string
  /** `film`, in the job's folder, is unpacked into frames. */
  readonly content: { readonly from: string } | { readonly text: string } | { readonly film: string }
}

const framesFolder = 'frames'
const posterName = 'poster.png'
const bookReport = 'book-report.txt'
const bookCover = 'book-cover.jpg'
const bookName = (at: number): string => `book-${at}.mp3`
const titleName = (at: number): string => `title-${at}.png`
const stemName = (at: number): string => `stem-${at}.wav`

/** Where the mix writes the stems of a kit. */
export function stemsIn(folder: string, kit: KitPlan | null): Stem[] {
  return kit?.stems.map(({ sounds }, at) => ({ path: join(folder, stemName(at)), sounds })) ?? []
}

/** Draws titles, and takes the poster from the film, or from the picture of the sequence where the film has none that ffmpeg reads. */
export async function drawForKit(plan: RenderJobPlan, kit: KitPlan, work: Pick<Work<unknown>, 'folder' | 'signal'> & {
  readonly ffmpeg: Parameters<typeof takeStill>[3]['ffmpeg']
  readonly filmPath: string | null
  readonly mediaPlan: RenderPlan
}): Promise<void> {
  const { folder, ffmpeg, signal, filmPath, mediaPlan } = work
  for (const [at, { title }] of kit.titles.entries())
    await drawTitle(title, plan, join(folder, titleName(at)), { folder: join(folder, 'title'), ffmpeg, signal })
  if (!kit.parts.includes('poster'))
    return
  if (filmPath === null || !showsPoster(plan.encoding)) {
    if (hasPicture(mediaPlan))
      await renderStill(mediaPlan, join(folder, posterName), { ffmpeg, workDir: join(folder, 'poster'), signal })
  }
  else {
    const durationSeconds = secondsOfFrames(plan.durationFrames, plan.rate)
    await takeStill(filmPath, durationSeconds / 3, join(folder, posterName), { ffmpeg, durationSeconds, signal })
  }
}

/** The audiobook of a kit, where it has one, and its report. What was measured is in the order of the files. */
export async function makeBook(
  plan: RenderJobPlan,
  { kit, mediaPlan, ...tools }: Pick<Work<unknown>, 'folder' | 'signal'> & {
    readonly kit: KitPlan
    readonly mediaPlan: RenderPlan
    readonly ffmpeg: Parameters<typeof takeStill>[3]['ffmpeg']
  },
): Promise<Book | null> {
  const { book } = kit
  if (!book)
    return null
  const { folder, ffmpeg, signal } = tools
  const work = join(folder, 'book')
  const { cover } = mediaPlan
  try {
    // Written under names of its own: those of the kit are for people.
    const plain = book.files.map((file, at) => ({ ...file, file: bookName(at) }))
    const { files, gainDb } = await renderBook(mediaPlan, { ...book, files: plain }, { folder: work, ffmpeg, signal })
    for (const { file } of plain)
      await placeFile(join(work, file), join(folder, file))
    if (cover) {
      await drawCover(cover, { folder: work, ffmpeg, signal })
      await placeFile(join(work, 'cover.jpg'), join(folder, bookCover))
    }
    const told = files.map((file, at) => ({ ...file, name: book.files[at]?.file ?? file.name }))
    const [chapters, sample] = book.hasSample ? [told.slice(0, -1), told.at(-1) ?? null] : [told, null]
    const report = shopText(plan.delivery.name, { files: chapters, sample, cover: cover ? book.cover : null }, plan.options?.language)
    await writeFileAtomic(join(folder, bookReport), report)
    return { files: told, gainDb }
  }
  finally {
    await rm(work, { recursive: true, force: true })
  }
}

/** What `makeBook` leaves for the kit. */
function bookParts({ book }: KitPlan, folder: string, cover: RenderJobPlan['cover']): Part[] {
  if (!book)
    return []
  return [
    ...book.files.map(({ file }, at): Part =>
      ({ role: 'book', path: `${book.folder}/${file}`, content: { from: join(folder, bookName(at)) } })),
    ...cover ? [{ role: 'cover', path: 'cover.jpg', content: { from: join(folder, bookCover) } } as const] : [],
    { role: 'report', path: bookReportName, content: { from: join(folder, bookReport) } },
  ]
}

/** The files that `drawForKit` and `makeBook` made in this folder. */
export async function drawnForKit(kit: KitPlan | null, folder: string): Promise<string[]> {
  const posterPath = join(folder, posterName)
  const titles = kit?.titles.map((_, at) => join(folder, titleName(at))) ?? []
  const book = kit?.book ? [...kit.book.files.map((_, at) => bookName(at)), bookReport].map(name => join(folder, name)) : []
  const cover = join(folder, bookCover)
  return [
    ...titles,
    ...book,
    ...book.length > 0 && await fileExists(cover) ? [cover] : [],
    ...kit !== null && await fileExists(posterPath) ? [posterPath] : [],
  ]
}

/** Where the kit gets its name. */
const folderOf = ({ target }: Pick<RenderJobPlan, 'target'>, deliveriesFolder: string): string => target?.folder ?? deliveriesFolder

/** Whether the kit of this job has its name already: it got that whole. */
export async function isKitPlaced(
  { plan, deliveriesFolder }: Pick<RenderWork, 'plan' | 'deliveriesFolder'>,
  base: string,
): Promise<boolean> {
  return await readPlaced(inside(folderOf(plan, deliveriesFolder), base), plan) !== null
}

export interface PlacedKit { readonly folder: string, readonly files: DeliveryFile[] }

/**
 * `film` are the files of the delivery as the render made them; `sound` is told in the manifest. A kit that an earlier try of this job
 * placed before the studio was killed is known by its manifest.
 */
export async function placeKit(
  work: RenderWork,
  kit: KitPlan,
  { film, sound, says, base: before, note }: {
    readonly film: readonly Made[]
    readonly sound: Readonly<Record<string, unknown>>
    /** Of the film. */
    readonly says: Pick<DeliveryFile, 'isMarked' | 'signedBy'>
    readonly base: string | null
    /** Records the name before the kit gets it. */
    readonly note: (base: string) => Promise<void>
  },
): Promise<PlacedKit> {
  const { plan, folder } = work
  const into = folderOf(plan, work.deliveriesFolder)
  const placed = before === null ? null : await readPlaced(inside(into, before), plan)
  const [whole] = film
  const withSays = (file: DeliveryFile): DeliveryFile => ({
    ...file,
    ...file.role === whole?.role && says,
    ...whole?.role === 'frames' && file.role === 'audio' && says.isMarked && { isMarked: says.isMarked },
    // They carry the mark in their tags, and are not signed.
    ...file.role === 'book' && says.isMarked && { isMarked: says.isMarked },
  })
  if (placed !== null) {
    // The studio may have been ended between the move and the flush.
    await flushFolder(into)
    return { ...placed, files: placed.files.map(withSays) }
  }
  const posterPath = join(folder, posterName)
  const base = plan.encoding.format === 'frames' ? frameBase(plan.fileBase) : plan.fileBase
  const asPart = ({ role, from, extension }: Made): Part => role === 'frames'
    ? { role, path: `${framesFolder}/${firstFrameName(base)}`, content: { film: from } }
    : { role, path: `${base}.${extension}`, content: { from } }
  const parts: Part[] = [
    ...kit.parts.includes('master') ? film.map(asPart) : [],
    ...await fileExists(posterPath) ? [{ role: 'poster', path: posterName, content: { from: posterPath } } as const] : [],
    ...bookParts(kit, folder, plan.cover),
    ...kit.texts.map(({ role, path, text }): Part => ({ role, path, content: { text } })),
    ...kit.stems.map(({ path }, at): Part => ({ role: 'stem', path, content: { from: join(folder, stemName(at)) } })),
    ...kit.titles.map(({ path }, at): Part => ({ role: 'media', path, content: { from: join(folder, titleName(at)) } })),
    ...kit.media.map(({ path, from }): Part => ({ role: 'media', path, content: { from: inLibrary(work, from) } })),
  ]
  const part = partFolder(into, work.row)
  try {
    await rm(part, { recursive: true, force: true })
    const files: (DeliveryFile & { sha256: string })[] = []
    for (const { role, path, content } of parts) {
      work.signal.throwIfAborted()
      files.push({ role, ...await ('film' in content ? unpack(part, path, content.film, work) : put(part, path, content)) })
    }
    const listed = files.map(({ role, name, sizeBytes, sha256: hash, frames }) => ({ role, path: name, sizeBytes, sha256: hash, frames }))
    const signed = says.signedBy !== undefined && kit.parts.includes('master') && { signedBy: says.signedBy }
    const manifest = JSON.stringify({ ...kit.manifest, sound, ...signed, files: listed }, null, 2)
    const own = await put(part, 'manifest.json', { text: `${manifest}\n` })
    const made = files.map(withSays)
    const place = await giveName(part, { into, wanted: plan.fileBase, isFixed: plan.target !== null, note })
    return { folder: place, files: [...made, { role: 'manifest', ...own }] }
  }
  finally {
    await rm(part, { recursive: true, force: true })
  }
}

function inLibrary({ assets }: Pick<RenderPorts, 'assets'>, from: string): string {
  const path = assets.pathNow(from)
  if (path === null)
    throw new Error('The plan of a kit names a file that is not in the library')
  return path
}

/** A folder that is made in the meantime is not replaced: renaming onto one with files in it fails on every system. */
async function giveName(
  part: string,
  { into, wanted, isFixed, note }: { into: string, wanted: string, isFixed: boolean, note: (base: string) => Promise<void> },
): Promise<string> {
  for (let tries = 0; ; tries++) {
    const base = isFixed ? wanted : freeFileBase(wanted, await readdir(into))
    await note(base)
    try {
      const place = inside(into, base)
      await placeFolder(part, place)
      return place
    }
    catch (error) {
      const isTaken = ['EEXIST', 'ENOTEMPTY', 'EPERM'].includes(errnoOf(error))
      if (!isTaken || isFixed || tries >= 5)
        throw error
    }
  }
}

const WithTarget = z.object({ target: Target.nullable().default(null) })

/** Removes what a try of the job left behind that was cut off. */
export async function removePart(
  { deliveriesFolder }: Pick<RenderPorts, 'deliveriesFolder'>,
  row: Pick<JobRow, 'id' | 'plan'>,
): Promise<void> {
  const named = WithTarget.safeParse(parsedJson(row.plan)).data ?? { target: null }
  await rm(partFolder(folderOf(named, deliveriesFolder), row), { recursive: true, force: true })
}

function partFolder(into: string, { id }: Pick<JobRow, 'id'>): string {
  return inside(into, `.${id}.part`)
}

/** The film as their own files. */
async function unpack(
  part: string,
  path: string,
  film: string,
  { plan, signal }: Pick<RenderWork, 'plan' | 'signal'>,
): Promise<DeliveryFile & { sha256: string }> {
  const role: Role = 'frames'
  const rate = filmRate(plan)
  const { frames } = filmFrames(plan, { startFrame: 0, frames: plan.durationFrames })
  const file = { name: path, frames: { count: frames, rate } }
  await makeFolder(dirname(inside(part, path)))
  const { count, sizeBytes, sha256: hash } = await writeFrames(film, {
    pathOf: at => inside(part, nameAt(file, at)),
    mark: plan.mark ?? null,
    signal,
  })
  if (count !== frames)
    throw new Error(`Expected ${frames} images, wrote ${count}`)
  return { role, ...file, sizeBytes, sha256: hash }
}

/** Media of the studio are copied without their bytes where the volume can share them; a link would let others change the library. */
async function put(
  part: string,
  path: string,
  content: Exclude<Part['content'], { film: string }>,
): Promise<{ name: string, sizeBytes: number, sha256: string }> {
  const to = inside(part, path)
  await makeFolder(dirname(to))
  await ('text' in content ? writeFileAtomic(to, content.text) : copyFileAtomic(content.from, to))
  return { name: path, sizeBytes: (await stat(to)).size, sha256: await sha256File(to) }
}

const Manifest = z.object({
  deliveryId: z.string(),
  files: z.array(z.object({
    ...{ role: z.string(), path: KitPath, sizeBytes: z.int(), sha256: z.string() },
    frames: DeliveryFileShape.shape.frames,
  })),
})

/** Null where no whole kit of this delivery is. */
async function readPlaced(folder: string, { deliveryId }: RenderJobPlan): Promise<PlacedKit | null> {
  const text = await readFile(join(folder, 'manifest.json'), 'utf8').catch(() => null)
  const manifest = text === null ? null : Manifest.safeParse(parsedJson(text)).data
  if (!manifest || manifest.deliveryId !== deliveryId)
    return null
  const files = manifest.files.map(({ role, path, ...about }) => ({ role: role as Role, name: path, ...about }))
  const own = { sizeBytes: Buffer.byteLength(text ?? ''), sha256: sha256(text ?? '') }
  return { folder, files: [...files, { role: 'manifest', name: 'manifest.json', ...own }] }
}
