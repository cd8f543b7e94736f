/** The layout of a project's script: derived each time it is read, and put into a sequence when the user asks for it. */
import type { Line } from '#contract/script.ts'
import type { Clip, Layout, Sequence, SequenceDocument } from '#contract/sequence-document.ts'
import type { AssemblyReport, SequenceSummary } from '#contract/sequences.ts'
import type { StoryboardLook } from '#contract/storyboard.ts'
import type { Take } from '#contract/takes.ts'
import type { WordTime } from '#contract/word-times.ts'
import type { ClipId, LineId, PictureId, ProjectId, SequenceId, TakeId } from '#contract/words.ts'
import type { Steps } from '../base/in-pieces.ts'
import type { Projects } from '../library/projects.ts'
import type { Takes } from '../library/takes.ts'
import type { TakeWordTimes } from '../library/word-times.ts'
import type { LineToLayOut } from './lay-out.ts'
import type { Sequences } from './sequences-port.ts'
import { Fault } from '#contract/faults.ts'
import { whenShortOf } from '#contract/storyboard.ts'
import { isHeard } from '#rules/script/script-lines.ts'
import { tracksOf } from '#rules/sequence/document.ts'
import { mapConcurrently } from '../base/concurrency.ts'
import { derivedId, newId } from '../base/ids.ts'
import { inPieces } from '../base/in-pieces.ts'
import { assemble, clipsById, linesNotMade } from './assemble.ts'
import { clipId } from './clip-ids.ts'
import { emptyDocument } from './empty-document.ts'
import { isLaidCaption } from './lay-out-captions.ts'
import { boardClipId, layOut } from './lay-out.ts'
import { playedSequences } from './played-sequences.ts'
import { requireWithinLimits } from './require-can-be-read.ts'
import { problemOf } from './unreadable-sequence.ts'

interface Parts {
  readonly projects: Pick<Projects, 'get'>
  readonly takes: Pick<Takes, 'ofProject'>
  /** When the words of a take are said; null where that is not known yet. */
  readonly takeWords: Pick<TakeWordTimes, 'known'>
  readonly script: { readonly linesWithTakes: (projectId: ProjectId) => Promise<{ line: Line, take: Take | null }[]> }
  readonly storyboard: {
    readonly ofProject: (projectId: ProjectId) => Promise<readonly {
      picture: { id: PictureId }
      lineIds: readonly LineId[]
      still: Take | null
      shot: Take | null
    }[]>
    readonly pictureIds: (projectId: ProjectId) => Promise<PictureId[]>
    readonly look: (projectId: ProjectId) => Promise<Pick<StoryboardLook, 'whenShort' | 'whenShortOf'>>
  }
  readonly sequences: Pick<Sequences, 'ofProject' | 'get' | 'summary' | 'create' | 'replace'>
}

/** Files of words that are read at the same time. */
const filesAtOnce = 8

/** What a layout is made of. @throws Fault nothing-to-lay-out */
async function materialOf({ takes, takeWords, script, storyboard }: Parts, projectId: ProjectId) {
  const lines = await withWords((await script.linesWithTakes(projectId)).filter(({ line }) => isHeard(line)), takeWords)
  const pictures = shownInFilm(await takes.ofProject(projectId, ['picture', 'video']))
  if (pictures.length === 0 && lines.every(line => line.take === null))
    throw new Fault('nothing-to-lay-out', {})
  const board = (await storyboard.ofProject(projectId)).flatMap(({ picture, lineIds, still, shot }) => {
    const take = shot ?? still
    return take ? [{ pictureId: picture.id, take, lineIds }] : []
  })
  const boardIds = new Set((await storyboard.pictureIds(projectId)).map(boardClipId))
  const look = await storyboard.look(projectId)
  return { lines, pictures, board, boardIds, whenShort: (pictureId: PictureId) => whenShortOf(look, pictureId) }
}

async function withWords(lines: readonly LineToLayOut[], takeWords: Parts['takeWords']): Promise<LineToLayOut[]> {
  const words = new Map<TakeId, readonly WordTime[]>()
  await mapConcurrently(filesAtOnce, lines, async ({ take }) => {
    const known = take && await takeWords.known(take)
    if (take && known)
      words.set(take.id, known)
  })
  return lines.map(({ line, take }) => ({ line, take, words: take && (words.get(take.id) ?? null) }))
}

/**
 * Not every try belongs in the film: starred pictures do; where none is starred, all but those that another was made from. Each
 * picture counts once, however often the same bytes came.
 */
export function shownInFilm(pictures: readonly Take[]): Take[] {
  const starred = pictures.filter(take => take.isStarred)
  const wanted = starred.length > 0 ? starred : pictures
  const sources = new Set(wanted.flatMap(take => take.kind === 'edit' || take.medium === 'video' ? take.sourceTakeIds : []))
  const seen = new Set<string>()
  return wanted
    .filter(take => starred.length > 0 || !sources.has(take.id))
    .toSorted((a, b) => a.id < b.id ? -1 : 1)
    .filter(take => !seen.has(take.asset.id) && seen.add(take.asset.id))
}

type Material = Awaited<ReturnType<typeof materialOf>>
type Assembled = ReturnType<typeof assemble> extends Steps<infer Result> ? Result : never

function* assembled(document: SequenceDocument, sequenceId: SequenceId, material: Material): Steps<Assembled> {
  const kept = clipsById(document)
  const { width, height, rate, stillSeconds } = document
  const marksWords = tracksOf(document).some(track => track.kind === 'captions' && track.wordStyle !== undefined)
  const laid = yield* layOut({ ...material, width, height, rate, stillSeconds, marksWords, kept })
  const laidIds = new Set<ClipId>([...laid.pictures, ...laid.speech, ...laid.captions].map(clip => clip.id))
  const isLaid = (clip: Clip): boolean =>
    laidIds.has(clip.id) || material.boardIds.has(clip.id) || isLaidPicture(clip) || isLaidLine(clip)
  return yield* assemble(document, sequenceId, laid, isLaid)
}

/** Placed by an earlier layout: a derived id begins like the id that it was derived from. */
function isLaidPicture(clip: Clip): boolean {
  return 'look' in clip && clip.takeId !== null && clip.id.startsWith(`${clip.takeId.slice(0, 14)}8`)
}

function isLaidLine(clip: Clip): boolean {
  return clip.lineId !== null && (clip.id === clipId(clip.lineId, 'sound') || isLaidCaption(clip))
}

/** @throws Fault edit-refused (more than a sequence may have) */
async function laidOutAnew(wish: Layout & { name: string }, sequenceId: SequenceId, material: Material): Promise<SequenceDocument> {
  const empty = emptyDocument(sequenceId, wish)
  const { document } = await inPieces(assembled(empty, sequenceId, material))
  requireWithinLimits(empty, document)
  return document
}

/**
 * Reads only. What a user edited is shown as it is; else the same script and takes give the same sequence, under the id of the
 * project's first one if there is one.
 * @throws Fault nothing-to-lay-out, not-found, newer-document, edit-refused (more than a sequence may have)
 */
export async function layoutOf(
  parts: Parts,
  { sequenceId: chosenId, ...layout }: Layout & { sequenceId: SequenceId | null },
): Promise<{ sequence: Sequence, isEdited: boolean }> {
  const { projectId } = layout
  const project = await parts.projects.get(projectId)
  const all = await openable(parts, projectId)
  const kept = all.find(each => each.id === chosenId) ?? all[0]
  if (kept && kept.editedAt !== null)
    return { sequence: await playedSequences(parts.sequences.get).played(kept.id), isEdited: true }
  const material = await materialOf(parts, projectId)
  const sequenceId = kept?.id ?? firstSequenceId(projectId)
  const document = await laidOutAnew({ ...layout, name: project.name }, sequenceId, material)
  const sequence = { ...document, id: sequenceId, projectId, revision: kept?.revision ?? 0, changedAt: kept?.changedAt ?? 0 }
  return { sequence, isEdited: false }
}

/**
 * Creates the project's first sequence from the script, or brings it up to date while nobody has edited it by hand.
 * @throws Fault nothing-to-lay-out, not-found, newer-document, edit-refused (more than a sequence may have)
 */
export async function layOutProject(parts: Parts, layout: Layout): Promise<SequenceSummary> {
  const { projectId } = layout
  const project = await parts.projects.get(projectId)
  const material = await materialOf(parts, projectId)
  const [kept] = await openable(parts, projectId)
  if (kept && kept.editedAt !== null)
    return kept
  const wish = { ...layout, name: project.name }
  // What is refused leaves no empty sequence behind.
  if (!kept)
    await laidOutAnew(wish, firstSequenceId(projectId), material)
  const { id } = kept ?? await createFirst(parts, wish)
  await parts.sequences.replace(id, 'assemble', async (now) => {
    const { width, height, rate } = layout
    return (await inPieces(assembled({ ...now, name: project.name, width, height, rate }, id, material))).document
  })
  return parts.sequences.summary(id)
}

/** Lays the script out into a sequence. @throws Fault nothing-to-lay-out, not-found, newer-document, edit-refused (more than a sequence may have) */
export async function assembleInto(parts: Parts, sequenceId: SequenceId): Promise<{ revision: number, report: AssemblyReport }> {
  const { projectId } = await parts.sequences.get(sequenceId)
  const material = await materialOf(parts, projectId)
  let report: Omit<AssemblyReport, 'notMade'> = { added: 0, changed: 0, removed: 0, kept: 0 }
  const revision = await parts.sequences.replace(sequenceId, 'assemble', async (now) => {
    const next = await inPieces(assembled(now, sequenceId, material))
    report = next.report
    return next.document
  })
  return { revision, report: { ...report, notMade: linesNotMade(material.lines) } }
}

/** Under the id that a layout has; one of that id that cannot be read stays, and the new one gets another. */
async function createFirst({ sequences }: Parts, wish: Layout & { name: string }): Promise<SequenceSummary> {
  try {
    return await sequences.create({ ...wish, sequenceId: firstSequenceId(wish.projectId) }, false)
  }
  catch (error) {
    if (problemOf(error) === null)
      throw error
    return sequences.create({ ...wish, sequenceId: newId<SequenceId>() }, false)
  }
}

async function openable({ sequences }: Parts, projectId: ProjectId): Promise<SequenceSummary[]> {
  return (await sequences.ofProject(projectId)).filter(summary => summary.problem === null)
}

function firstSequenceId(projectId: ProjectId): SequenceId {
  return derivedId(projectId, 'first sequence') as SequenceId // has the form of an id
}
