/** Bundles in tests: a project with something of everything, its bundle as bytes, and bundles with other entries. */
import type { ImportTicket, MessageId, ProjectId } from '#contract/words.ts'
import type { OpenStudio } from '../../src-main/studio/open-studio.ts'
import type { MediaKit } from './media.ts'
import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { extract, pack } from 'tar-stream'
import { neutralGrade } from '#rules/colour/grade.ts'
import { newId } from '../../src-main/base/ids.ts'
import { downloadOf } from '../../src-main/files/saved-media.ts'
import { addFilm } from './film-project.ts'
import { spokenTake } from './library.ts'
import { lutTexts } from './truth/luts.ts'

const call = { signal: new AbortController().signal, origin: 'page' } as const

/** As a page does with a file: bytes in, a ticket out. */
export async function sendFile({ receiveFile }: Pick<OpenStudio, 'receiveFile'>, name: string, bytes: Buffer): Promise<ImportTicket> {
  return receiveFile(name, (async function* () {
    yield bytes
  })(), null)
}

const weathers = ['fog', 'rain', 'snow', 'hail', 'wind', 'sun', 'thunder', 'dew', 'mist', 'frost', 'a storm', 'a gale']

/** A film with a graded clip, its script with castings and a cloned voice, pictures, prompts, a conversation, stars, tags and notes. */
export async function wholeProject(studio: OpenStudio, media: MediaKit) {
  const { parts, handlers } = studio
  const film = await addFilm(studio, media, { captions: ['Out at sea.', 'A light.'] })
  const { projectId, sequenceId } = film
  const ticket = await sendFile(studio, 'teal.cube', Buffer.from(lutTexts['teal.cube']!.text))
  const { lut } = await handlers.luts.import({ ticket }, call)
  await parts.sequences.replace(sequenceId, 'track', now => ({
    ...now,
    tracks: Object.fromEntries(Object.entries(now.tracks).map(([id, track]) => [id, track.kind !== 'pictures'
      ? track
      : { ...track, clips: Object.fromEntries(Object.entries(track.clips).map(([clipId, clip]) =>
          [clipId, { ...clip, grade: { ...neutralGrade, lut: { id: lut.id, amount: 1 } } }])) }])) as typeof now.tracks,
  }))
  const path = await media.tone('voice.wav', { seconds: 4, frequency: 220 })
  const clip = await parts.imports.file(await parts.imports.receive('voice.wav', createReadStream(path), null), null)
  const voice = await parts.voices.create({ takeId: clip.id, name: 'Ada', consent: 'My own voice.', tags: ['low'], notes: 'Slow.' })
  const [line] = await parts.script.add(projectId, null, [
    { speaker: 'Ada', text: 'Out at sea.', direction: 'calm' },
    { speaker: 'Ben', text: 'A light.', direction: '' },
  ])
  await parts.script.cast(projectId, { speaker: 'Ada', modelId: 'higgs2p5' as never, voiceId: voice.id, fields: {} })
  const { asset } = await parts.assets.adopt(await media.tone('foghorn.wav', { seconds: 1.5, frequency: 110 }))
  const sound = await parts.takes.file(spokenTake('Out at sea.', { projectId, lineId: line!.id, jobId: newId() }), asset)
  await parts.script.choose(line!.id, sound.id)
  await parts.takes.star([sound.id], true)
  await parts.takes.tag([sound.id], { add: ['keep', 'sea'], remove: [] })
  await parts.takes.note(sound.id, 'The best one.')
  await parts.takes.rename([{ takeId: sound.id, name: 'Foghorn' }])
  await parts.storyboard.edit(projectId, [{ lineId: line!.id, prompt: 'A @lighthouse at night in @weather, @noir' }] as never)
  await parts.shelf.write([
    { entry: { id: newId(), projectId, kind: 'prompt', name: 'lighthouse', text: 'a white lighthouse', words: [], takeIds: [] } },
    { entry: { id: newId(), projectId, kind: 'wildcard', name: 'weather', text: '', words: weathers, takeIds: [] } },
    { entry: { id: newId(), projectId: null, kind: 'look', name: 'noir', text: 'black and white', words: [], takeIds: [] } },
    { entry: { id: newId(), projectId: null, kind: 'look', name: 'other', text: 'never named', words: [], takeIds: [] } },
  ], [])
  const { id: conversationId } = await parts.conversations.create({ title: 'Ideas', projectId, system: 'Be brief.' })
  await parts.conversations.ask({
    conversationId,
    message: { id: newId<MessageId>(), parentId: null, parts: [{ type: 'text', text: 'What next?' }] },
    answer: { id: newId<MessageId>(), jobId: newId(), modelId: 'chat' as never },
    words: 'What next?',
  })
  await parts.projects.arrange([projectId], { folder: 'Clients' })
  await parts.projects.setColour(projectId, 'cyan')
  return { ...film, voice, line: line!, sound, lut }
}

/** All bytes of the bundle, as a download gets them. */
export async function bundleOf({ parts }: Pick<OpenStudio, 'parts'>, projectId: ProjectId): Promise<Buffer> {
  const saved = await parts.saving.prepare({ items: [{ of: 'bundle', projectId }], template: '' })
  const { headers, read } = downloadOf(saved)
  const pieces: Uint8Array[] = []
  for await (const piece of read())
    pieces.push(piece)
  const bytes = Buffer.concat(pieces)
  if (String(bytes.length) !== headers['Content-Length'])
    throw new Error(`${bytes.length} bytes instead of ${headers['Content-Length']}`)
  return bytes
}

export async function importBundle(studio: OpenStudio, bytes: Buffer, name = 'Film.takeroom') {
  const ticket = await sendFile(studio, name, bytes)
  const { imported } = await studio.handlers.projects.import({ ticket }, call)
  if (!imported)
    throw new Error('It was cancelled')
  return imported
}

export interface Entry {
  readonly name: string
  readonly bytes: Buffer
  readonly type?: 'file' | 'symlink' | 'directory'
  readonly linkname?: string
}

export async function entriesIn(bundle: Buffer): Promise<Entry[]> {
  const entries: Entry[] = []
  const tar = extract()
  tar.end(bundle)
  for await (const entry of tar) {
    const pieces: Uint8Array[] = []
    for await (const piece of entry as unknown as AsyncIterable<Uint8Array>)
      pieces.push(piece)
    entries.push({ name: entry.header.name, bytes: Buffer.concat(pieces) })
  }
  return entries
}

export async function bundleWith(entries: readonly Entry[]): Promise<Buffer> {
  const tar = pack()
  for (const { name, bytes, type = 'file', linkname } of entries)
    tar.entry({ name, type, ...linkname !== undefined && { linkname }, mtime: new Date(0) }, type === 'file' ? bytes : undefined as never)
  tar.finalize()
  const pieces: Uint8Array[] = []
  for await (const piece of tar)
    pieces.push(piece as Uint8Array)
  return Buffer.concat(pieces)
}

/** The same bundle with another document, listed as it should be: as a stranger would write it who knows the format. */
export async function withDocument(bundle: Buffer, change: (document: Record<string, never>) => unknown): Promise<Buffer> {
  const [manifest, project, ...media] = await entriesIn(bundle)
  const document = JSON.parse(String(project!.bytes)) as Record<string, never>
  const changed = change(document)
  const bytes = Buffer.from(typeof changed === 'string' ? changed : JSON.stringify(changed ?? document))
  const list = JSON.parse(String(manifest!.bytes)) as { files: { name: string, sizeBytes: number, sha256: string }[] }
  list.files[0] = { name: 'project.json', sizeBytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
  return bundleWith([{ ...manifest!, bytes: Buffer.from(JSON.stringify(list)) }, { ...project!, bytes }, ...media])
}
