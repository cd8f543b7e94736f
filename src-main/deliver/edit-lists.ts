/** Edit lists of a sequence for other programs, without a render: the list alone, or in a folder with copies of its media. */
import type { EditListFormat } from '#contract/saving.ts'
import type { ProjectId, SequenceId, TextLanguage } from '#contract/words.ts'
import type { Assets } from '../library/assets.ts'
import type { Takes } from '../library/takes.ts'
import type { Ffmpeg } from '../media/ffmpeg/ffmpeg.ts'
import type { Sequences } from '../sequences/sequences-port.ts'
import type { OwnListPorts } from './own-list.ts'
import type { TonePorts } from './toned-sequence.ts'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Fault } from '#contract/faults.ts'
import { notesName } from '#rules/deliver/kit-files.ts'
import { rangeOf } from '#rules/sequence/range.ts'
import { resolve } from '#rules/sequence/resolve.ts'
import { fileExists } from '../base/atomic-file.ts'
import { safeFileBase } from '../base/file-name.ts'
import { sha256 } from '../base/hash.ts'
import { newId } from '../base/ids.ts'
import { drawTitle } from '../media/picture/title-picture.ts'
import { innerSequences } from './inner-sequences.ts'
import { editListEndings, editListNotes, editListText, editsOf } from './kit.ts'
import { ownList } from './own-list.ts'
import { placedTakeIds, playedTakeIds } from './placed-takes.ts'
import { tonedSequence } from './toned-sequence.ts'

export interface EditListWish {
  readonly sequenceId: SequenceId
  readonly format: EditListFormat
  readonly hasMedia: boolean
  /** Of the notes that come with the media. Absent: English. */
  readonly language?: TextLanguage | undefined
}

/** The list is first. */
export interface EditListFiles {
  readonly projectId: ProjectId
  /** Of the sequence. */
  readonly name: string
  /** By their place in a folder, with slashes. */
  readonly files: readonly { readonly path: string, readonly content: { readonly path: string } | { readonly text: string } }[]
}

interface Ports extends TonePorts, Pick<OwnListPorts, 'storedSequence'> {
  readonly sequences: Pick<Sequences, 'get'>
  readonly takes: Pick<Takes, 'find'>
  readonly assets: Pick<Assets, 'pathOf'>
  /** @throws Fault no-ffmpeg */
  readonly needFfmpeg: () => Promise<Ffmpeg>
  /** Absolute. Pictures of titles stay here under the hash of what they show. */
  readonly cacheFolder: string
}

/** @throws Fault not-found (sequence, or a take that it places), newer-document, nothing-to-deliver, no-ffmpeg (for titles) */
export async function editListFiles({ sequenceId, format, hasMedia, language = 'en' }: EditListWish, ports: Ports): Promise<EditListFiles> {
  const sequence = await tonedSequence(await ports.sequences.get(sequenceId), ports)
  const { projectId, name, width, height } = sequence
  if (rangeOf(sequence, resolve(sequence).durationFrames).frames === 0)
    throw new Fault('nothing-to-deliver', {})
  const inner = await innerSequences(sequence, ports)
  const placedIds = [...new Set([sequence, ...inner.values()].flatMap(placedTakeIds))]
  const takes = new Map((await ports.takes.find(placedIds)).map(take => [take.id, take]))
  const gone = playedTakeIds(sequence).find(id => !takes.has(id))
  if (gone !== undefined)
    throw new Fault('not-found', { word: 'take', id: gone })
  const own = format === 'edl' ? null : await ownList(sequence, ports)
  const known = [...takes.values()]
  const { listFor, files, titles } = editsOf({ sequence, inner, size: { width, height }, takes: known, captionIds: null, own })
  const list = listFor(format)
  const base = safeFileBase(name)
  const written = [{ path: `${base}${editListEndings[format]}`, content: { text: editListText(list, format, null) } }]
  if (!hasMedia)
    return { projectId, name, files: written }
  const notes = editListNotes(listFor, base, { formats: [format], language })
  const drawn = await Promise.all(titles.flatMap(({ clip: { title }, file: { path } }) =>
    title ? [titlePicture(title, { width, height }, ports).then(from => ({ path, content: { path: from } }))] : []))
  const media = [...files].flatMap(([takeId, { path }]) => {
    const take = takes.get(takeId)
    return take ? [{ path, content: { path: ports.assets.pathOf(take.asset) } }] : []
  })
  const told = notes === '' ? [] : [{ path: notesName, content: { text: notes } }]
  return { projectId, name, files: [...written, ...told, ...media, ...drawn] }
}

/** Drawn once. Absolute path of a PNG. */
async function titlePicture(
  title: Parameters<typeof drawTitle>[0],
  size: Parameters<typeof drawTitle>[1],
  { needFfmpeg, cacheFolder }: Ports,
): Promise<string> {
  const path = join(cacheFolder, 'titles', `${sha256(JSON.stringify([title, size]))}.png`)
  if (await fileExists(path))
    return path
  const ffmpeg = await needFfmpeg()
  const folder = join(cacheFolder, 'titles', newId())
  try {
    await mkdir(folder, { recursive: true })
    await drawTitle(title, size, join(folder, 'title.png'), { folder, ffmpeg, signal: AbortSignal.timeout(60_000) })
    await rename(join(folder, 'title.png'), path)
  }
  finally {
    await rm(folder, { recursive: true, force: true })
  }
  return path
}
