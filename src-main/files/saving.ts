/** Saves results out of the studio under readable names: as a download, an archive, a folder, or a drag to another program. */
import type { Delivery } from '#contract/deliveries.ts'
import type { SavedItem } from '#contract/saving.ts'
import type { Settings } from '#contract/settings.ts'
import type { Take } from '#contract/takes.ts'
import type { VoiceFile } from '#contract/voices.ts'
import type { ProjectId, SaveTicket } from '#contract/words.ts'
import type { Clock } from '../base/clock.ts'
import type { Assets } from '../library/assets.ts'
import type { Deliveries } from '../library/deliveries.ts'
import type { Projects } from '../library/projects.ts'
import type { Takes } from '../library/takes.ts'
import type { Transcripts } from '../library/transcripts.ts'
import type { Voices } from '../library/voices.ts'
import type { EmbeddedNote } from '../media/embedded/file-bytes.ts'
import type { Script } from '../script/script-port.ts'
import type { Storyboard } from '../storyboard/storyboard.ts'
import type { FileToSave, SavedFiles } from './file-to-save.ts'
import type { NamedFile } from './saved-names.ts'
import type { ManyFiles, SelectedTakes } from './saved-parts.ts'
import { Buffer } from 'node:buffer'
import { stat } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import { Fault } from '#contract/faults.ts'
import { mimeOf } from '#rules/deliver/formats.ts'
import { fileNamesOf } from '#rules/deliver/frames.ts'
import { mapConcurrently } from '../base/concurrency.ts'
import { safeFileBase } from '../base/file-name.ts'
import { newId } from '../base/ids.ts'
import { pathOfDelivered } from '../library/deliveries.ts'
import { lengthOfPieces } from '../media/embedded/file-bytes.ts'
import { contentWith, noteOf } from './file-settings.ts'
import { createSavedNames, savedNames } from './saved-names.ts'
import { readMany } from './saved-parts.ts'

export interface Saving {
  /**
   * `total` is how many are saved in all where these are examples of them. @throws Fault not-found; nothing-to-save where no file is there
   */
  prepare: (
    what: { items: readonly SavedItem[], template: string, total?: number | undefined },
  ) => Promise<SavedFiles & { ticket: SaveTicket, missing: string[] }>
  /** The files of takes by their numbers, as runs: any number of them, read in parts. @throws Fault nothing-to-save while it is read */
  many: (what: { runs: string, template: string }) => Promise<ManyFiles>
  /** Undefined for a ticket that is no longer known. */
  find: (ticket: SaveTicket) => SavedFiles | undefined
  /** Absolute path of the first file of the item as the studio keeps it. @throws Fault not-found, nothing-to-save */
  pathOf: (item: SavedItem) => Promise<string>
}

type SequenceItem = Extract<SavedItem, { of: 'sequence' }>
type EditListItem = Extract<SavedItem, { of: 'edit-list' }>

const listMimes: Readonly<Record<string, string>>
  = { otio: 'application/json', mlt: 'application/xml', fcpxml: 'application/xml', edl: 'text/plain', txt: 'text/plain' }

/** A system allows a program a few hundred open files. */
const openAtOnce = 16
/** Downloads begin soon after they were prepared; those of a long list need their ticket only then. */
const mostTickets = 100
export const usualTemplate = '{title}'

/** `path` is its place in a kit, whose edit lists find their media by it. Without content it is a file that the studio does not have. */
type Found = NamedFile & Pick<FileToSave, 'mime' | 'at'> & {
  readonly title: string
  readonly path?: string
  readonly content: FileToSave['content'] | null
  /** How it was made, which is written into what is saved. */
  readonly note?: EmbeddedNote | null
}

/** A file that is there. */
interface Present {
  readonly file: Omit<Found, 'content'>
  readonly content: FileToSave['content']
  readonly sizeBytes: number
}

export function createSaving(parts: {
  takes: Pick<Takes, 'get' | 'find'>
  transcripts: Pick<Transcripts, 'get' | 'exportFile'>
  deliveries: Pick<Deliveries, 'get'>
  voices: Pick<Voices, 'get'>
  projects: Pick<Projects, 'nameOf'>
  script: Pick<Script, 'lines'>
  storyboard: Pick<Storyboard, 'read'>
  assets: Pick<Assets, 'pathOf'>
  /** All that is stored of a sequence. @throws Fault not-found */
  sequence: (sequenceId: SequenceItem['sequenceId']) => Promise<{ projectId: ProjectId, name: string, text: string }>
  /** The list is first. @throws Fault not-found, newer-document, nothing-to-deliver, no-ffmpeg */
  editList: (wish: EditListItem) => Promise<{
    readonly projectId: ProjectId
    readonly name: string
    readonly files: readonly { readonly path: string, readonly content: FileToSave['content'] }[]
  }>
  /** All of a project. @throws Fault not-found */
  bundle: (projectId: ProjectId) => Promise<SavedFiles & { readonly missing: string[] }>
  settings: { get: () => Promise<Pick<Settings, 'embedsSettings'>> }
  clock: Clock
} & SelectedTakes): Saving {
  const { takes, transcripts, deliveries, voices, projects, script, storyboard, assets } = parts
  const { sequence, editList, bundle, settings, clock } = parts
  const tickets = new Map<SaveTicket, SavedFiles>()

  async function ofProject(projectId: ProjectId): Promise<SavedItem[]> {
    const lines = await script.lines(projectId)
    const pictures = await storyboard.read(projectId)
    const ofPictures = pictures.flatMap(({ picture }) => [picture.stillTakeId, picture.shotTakeId])
    const chosen = [...lines.map(line => line.chosenTakeId), ...ofPictures]
    return [...new Set(chosen)].flatMap(takeId => takeId === null ? [] : { of: 'take', takeId })
  }

  async function read(wanted: readonly SavedItem[]): Promise<Found[]> {
    const items = (await Promise.all(wanted.map(item => item.of === 'project' ? ofProject(item.projectId) : [item]))).flat()
    const asked = items.flatMap(item => item.of === 'take' ? [item.takeId] : [])
    const found = new Map((await takes.find(asked)).map(take => [take.id, take]))
    const names = await namesOf([...found.values()].flatMap(take => take.projectId ?? []))
    const lines = await linesOf([...found.values()], names)
    const files: Found[] = []
    for (const item of items) {
      if (item.of === 'take')
        files.push(await ofTake(found.get(item.takeId) ?? await takes.get(item.takeId), names, lines))
      else if (item.of === 'delivery')
        files.push(...await ofDelivery(await deliveries.get(item.deliveryId)))
      else if (item.of === 'edit-list')
        files.push(...await ofEditList(item))
      else if (item.of === 'sequence')
        files.push(await ofSequence(item.sequenceId))
      else if (item.of === 'voice')
        files.push(await ofVoice(item.voiceId))
      else if (item.of === 'voice-file')
        files.push(...await ofVoiceFile(item.voiceId))
    }
    return files
  }

  async function namesOf(projectIds: readonly ProjectId[]): Promise<Map<ProjectId, string>> {
    const names = new Map<ProjectId, string>()
    for (const id of new Set(projectIds))
      names.set(id, await projects.nameOf(id) ?? '')
    return names
  }

  /** Who speaks each line, and its number in the script. */
  async function linesOf(of: readonly Take[], names: ReadonlyMap<ProjectId, string>) {
    const projectIds = new Set(of.flatMap(take => take.lineId && take.projectId && names.get(take.projectId) ? [take.projectId] : []))
    // A project in the trash has no script to read; its takes are saved all the same.
    const lines = (await Promise.all([...projectIds].map(id => script.lines(id).catch(() => [])))).flat()
    return new Map(lines.map(line => [line.id, line]))
  }

  async function ofTake(
    take: Take,
    names: ReadonlyMap<ProjectId, string>,
    lines: Awaited<ReturnType<typeof linesOf>>,
  ): Promise<Found> {
    const line = take.lineId ? lines.get(take.lineId) : undefined
    const more = {
      ...partsOf(take.takenAt),
      speaker: line?.speaker ?? '',
      line: line ? String(line.position + 1) : '',
      voice: take.voice ?? '',
      model: take.modelId ?? '',
      kind: take.kind,
      project: (take.projectId && names.get(take.projectId)) ?? '',
    }
    if (take.kind === 'transcribe') {
      const { segments } = await transcripts.get(take.id)
      const { text, fileName } = await transcripts.exportFile(take.id, segments.length > 0 ? 'srt' : 'txt')
      const extension = extname(fileName).slice(1)
      const title = fileName.slice(0, -extension.length - 1)
      const mime = extension === 'srt' ? 'application/x-subrip' : 'text/plain'
      return { title, parts: { ...more, title }, extension, mime, at: take.takenAt, content: { text } }
    }
    const { mime, extension } = take.asset
    const title = withoutEnding(take.title, extension)
    const content = { path: assets.pathOf(take.asset) }
    return { title, parts: { ...more, title }, extension, mime, at: take.takenAt, content, note: noteOf(take) }
  }

  async function ofDelivery({ name, projectId, createdAt, folder, files }: Delivery): Promise<Found[]> {
    const project = await projects.nameOf(projectId) ?? ''
    const isKit = files.some(({ role }) => role === 'manifest')
    const single = files.flatMap(file => fileNamesOf(file).map(each => ({ name: each, role: file.role })))
    return single.map((file): Found => {
      const extension = extname(file.name).slice(1)
      const parts = { ...partsOf(createdAt), kind: file.role, project }
      const title = withoutEnding(file.name, extension)
      const place = pathOfDelivered({ folder }, file)
      return {
        title: name,
        parts: { ...parts, title },
        extension,
        mime: mimeOf(extension),
        ...isKit ? { path: `${basename(folder)}/${file.name}` } : {},
        at: createdAt,
        content: place === null ? null : { path: place },
      }
    })
  }

  async function ofEditList(item: EditListItem): Promise<Found[]> {
    const { projectId, name, files } = await editList(item)
    const [at, project] = [clock.now(), await projects.nameOf(projectId) ?? '']
    return files.map(({ path, content }): Found => {
      const extension = extname(path).slice(1)
      const mime = listMimes[extension] ?? mimeOf(extension)
      const place = files.length === 1 ? {} : { path: `${safeFileBase(name)}/${path}` }
      return { title: path, parts: { ...partsOf(at), title: name, kind: 'edit-list', project }, extension, mime, at, content, ...place }
    })
  }

  async function ofSequence(sequenceId: SequenceItem['sequenceId']): Promise<Found> {
    const { projectId, name, text } = await sequence(sequenceId)
    const [at, title] = [clock.now(), name || sequenceId]
    const parts = { ...partsOf(at), title, kind: 'sequence', project: await projects.nameOf(projectId) ?? '' }
    return { title, parts, extension: 'json', mime: 'application/json', at, content: { text } }
  }

  async function ofVoice(voiceId: Extract<SavedItem, { of: 'voice' }>['voiceId']): Promise<Found> {
    const { name, clip, createdAt } = await voices.get(voiceId)
    const parts = { ...partsOf(createdAt), title: name, voice: name, kind: 'voice' }
    return { title: name, parts, extension: clip.extension, mime: clip.mime, at: createdAt, content: { path: assets.pathOf(clip) } }
  }

  /** A clip and its manifest, in a folder with the name of the voice. */
  async function ofVoiceFile(voiceId: Parameters<typeof ofVoice>[0]): Promise<Found[]> {
    const clip = await ofVoice(voiceId)
    const { name, folder, consent, language, tags, notes } = await voices.get(voiceId)
    const base = safeFileBase(name)
    const clipName = `clip.${clip.extension}`
    const manifest: VoiceFile = { format: 'takeroom-voice', version: 1, name, folder, consent, language, tags, notes, clip: clipName }
    const text = `${JSON.stringify(manifest, null, 2)}\n`
    return [
      { ...clip, path: `${base}/voice.json`, extension: 'json', mime: 'application/json', content: { text } },
      { ...clip, path: `${base}/${clipName}` },
    ]
  }

  async function withNotes(found: readonly Found[]): Promise<Found[]> {
    if (!(await settings.get()).embedsSettings)
      return [...found]
    const all = [...found]
    await mapConcurrently(openAtOnce, [...found.entries()], async ([at, file]) => {
      if (file.note && file.content && 'path' in file.content)
        all[at] = { ...file, content: await contentWith(file.content.path, file.mime, file.note) }
    })
    return all
  }

  /** Those whose files are there, with their sizes, and the titles of the others. */
  async function present(items: readonly SavedItem[]): Promise<{ there: Present[], missing: string[] }> {
    const found = await withNotes(await read(items))
    const sized = await Promise.all(found.map(async file => ({ file, sizeBytes: await sizeOf(file.content) })))
    return {
      missing: sized.filter(each => each.sizeBytes === null).map(each => each.file.title),
      there: sized.flatMap(({ file: { content, ...file }, sizeBytes }) =>
        content === null || sizeBytes === null ? [] : [{ file, content, sizeBytes }]),
    }
  }

  function remember<Saved extends SavedFiles>(saved: Saved): Saved & { ticket: SaveTicket } {
    const ticket = newId<SaveTicket>(clock.now())
    tickets.set(ticket, saved)
    for (const old of [...tickets.keys()].slice(0, -mostTickets))
      tickets.delete(old)
    return { ...saved, ticket }
  }

  return {
    async prepare({ items, template, total }) {
      const [first] = items
      if (items.length === 1 && first?.of === 'bundle')
        return remember(await bundle(first.projectId))
      const { there, missing } = await present(items)
      if (there.length === 0)
        throw new Fault('nothing-to-save', { titles: missing.slice(0, 3) })
      const files = named(there, createSavedNames(template.trim() || usualTemplate, { total: total ?? there.length }))
      const [only] = files
      const ofVoices = items.every(item => item.of === 'voice-file') && items.length === 1 ? there[0]?.file.title : undefined
      const name = files.length === 1 && only ? only.name : archiveName(there.map(each => each.file), clock.now(), ofVoices)
      return remember({ name, files, missing })
    },
    many: ({ runs, template }) => readMany({ ...parts, present, named }, { runs, template: template.trim() || usualTemplate }),
    find: ticket => tickets.get(ticket),
    async pathOf(asked) {
      const [item] = asked.of === 'project' ? await ofProject(asked.projectId) : [asked]
      if (item === undefined || item.of === 'project' || item.of === 'sequence' || item.of === 'edit-list' || item.of === 'bundle')
        throw new Fault('nothing-to-save', { titles: [] })
      if (item.of === 'delivery') {
        const { name, folder, files: [file] } = await deliveries.get(item.deliveryId)
        const path = file ? pathOfDelivered({ folder }, file) : null
        if (path === null)
          throw new Fault('nothing-to-save', { titles: [name] })
        return path
      }
      const asset = item.of === 'take' ? (await takes.get(item.takeId)).asset : (await voices.get(item.voiceId)).clip
      return assets.pathOf(asset)
    },
  }
}

function named(there: readonly Present[], names: ReturnType<typeof createSavedNames>): FileToSave[] {
  const given = names(there.map(each => each.file))
  return there.map(({ file: { mime, at, path }, content, sizeBytes }, index): FileToSave =>
    ({ name: path ?? given[index] ?? '', mime, at, content, sizeBytes }))
}

/** In bytes; null when the file is missing. */
async function sizeOf(content: Found['content']): Promise<number | null> {
  if (content === null)
    return null
  if ('text' in content)
    return Buffer.byteLength(content.text)
  if (content.pieces !== undefined)
    return lengthOfPieces(content.pieces)
  const found = await stat(content.path).catch(() => null)
  return found?.isFile() ? found.size : null
}

function archiveName(files: readonly Pick<Found, 'parts'>[], now: number, title?: string): string {
  const projects = new Set(files.map(file => file.parts.project))
  const [project] = projects.size === 1 ? projects : ['']
  const [name = 'Takeroom'] = savedNames('{title} {date}', [{
    parts: { ...partsOf(now), title: title ?? (project || 'Takeroom') },
    extension: 'zip',
  }])
  return name
}

function partsOf(at: number): Found['parts'] {
  const day = new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
  return { title: '', speaker: '', line: '', voice: '', model: '', kind: '', project: '', date: day }
}

/** The title of an import is often its file name. */
function withoutEnding(title: string, extension: string): string {
  return extension !== '' && title.toLowerCase().endsWith(`.${extension.toLowerCase()}`) ? title.slice(0, -extension.length - 1) : title
}
