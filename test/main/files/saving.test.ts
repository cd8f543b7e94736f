/**
 * Saving out: names, downloads and folders of real takes and deliveries, over nothing, and never half.
 *
 * @module-tag wide
 */
import type { Delivery } from '#contract/deliveries.ts'
import type { DeliveryId, ProjectId, TakeId } from '#contract/words.ts'
import type { FileToSave } from '../../../src-main/files/file-to-save.ts'
import type { NewTake } from '../../../src-main/library/takes.ts'
import type { Database } from '../../../src-main/storage/database.ts'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { printRuns } from '#rules/search/runs.ts'
import { newId } from '../../../src-main/base/ids.ts'
import { copiesForDrag, savePartsToFolder, saveToFolder } from '../../../src-main/files/saved-folder.ts'
import { createSaving } from '../../../src-main/files/saving.ts'
import { createMediaServer } from '../../../src-main/files/serve-media.ts'
import { idsOfNumbers, weightOfTakes } from '../../../src-main/library/selected-takes.ts'
import { importOf } from '../../../src-main/library/takes.ts'
import { sql } from '../../../src-main/storage/sql.ts'
import { openTestLibrary, plainAsset, spokenTake } from '../../kit/library.ts'
import { openTestStudio } from '../../kit/studio.ts'

const call = { signal: new AbortController().signal, origin: 'page' } as const
const none = () => Promise.reject(new Error('not asked for here'))

type Lent = Pick<Parameters<typeof createSaving>[0], 'takes' | 'deliveries' | 'projects' | 'assets' | 'clock'> & { readonly db: Database }

function savingOf(library: Lent) {
  const others = {
    voices: { get: none },
    transcripts: { get: none, exportFile: none },
    script: { lines: async () => [] },
    storyboard: { read: async () => [] },
    sequence: none,
    editList: none,
    bundle: none,
    settings: { get: async () => ({ embedsSettings: true }) },
    idsOf: (numbers: readonly number[]) => idsOfNumbers(library.db, numbers),
    weightOf: (runs: string) => weightOfTakes(library.db, runs),
  }
  return createSaving({ ...library, ...others })
}

async function openSaving() {
  const library = await openTestLibrary()
  const saving = savingOf(library)
  const others = { renditions: { find: none }, opened: { find: none }, ledger: {} as never }
  const openMedia = createMediaServer({ ...library, ...others, saving, workFolder: library.root })
  const take = async (content: string, more: { title?: string, projectId?: ProjectId } = {}) =>
    library.takes.file(
      { ...spokenTake(content, more.projectId ? { projectId: more.projectId } : {}), title: more.title ?? content },
      await plainAsset(library, content),
    )
  const download = async (takeIds: readonly TakeId[], template = '') => {
    const prepared = await saving.prepare({ items: takeIds.map(takeId => ({ of: 'take', takeId })), template })
    const ref = { of: 'saved', ticket: prepared.ticket } as const
    const answer = await openMedia(ref, { method: 'GET', range: null, ifRange: null, ifNoneMatch: null })
    return { prepared, answer, bytes: async () => new Uint8Array(await new Response(answer.body).arrayBuffer()) }
  }
  return { ...library, saving, take, download }
}

it('gives one take its own name, type and length, and its very bytes', async () => {
  const { take, download } = await openSaving()
  const { id } = await take('The light: was “out”? 窗边')
  const { answer, bytes } = await download([id])
  expect(answer.headers).toMatchObject({
    'Content-Type': 'audio/wav',
    'Content-Disposition': `attachment; filename="The light was _out_ __.wav"; filename*=UTF-8''The%20light%20was%20%E2%80%9Cout%E2%80%9D%20%E7%AA%97%E8%BE%B9.wav`,
  })
  const content = new TextDecoder().decode(await bytes())
  expect(content).toBe('The light: was “out”? 窗边')
})

it('does not double the ending of an import that is called after its file', async () => {
  const library = await openSaving()
  const { id } = await library.takes.file(importOf({ medium: 'audio', title: 'harbour.WAV' }), await plainAsset(library, 'x'))
  expect((await library.download([id])).prepared.name).toBe('harbour.wav')
})

it('gives several as one archive of known length, called after their project; a missing one is named and left out', async () => {
  const { projects, take, assets, download } = await openSaving()
  const { id: projectId } = await projects.create('Fog: a film')
  const gone = await take('gone', { projectId })
  const made = [await take('one', { projectId }), await take('two', { projectId, title: 'one' }), gone]
  await rm(assets.pathOf(gone.asset))
  const { prepared, answer, bytes } = await download(made.map(each => each.id), '{number} {title}')
  expect(prepared.files.map(file => file.name)).toEqual(['1 one.wav', '2 one.wav'])
  expect(prepared.missing).toEqual(['gone'])
  expect(prepared.name).toMatch(/^Fog a film \d{4}-\d\d-\d\d\.zip$/)
  expect(answer.headers['Content-Length']).toBe(String((await bytes()).length))
})

it('breaks a download off when a file goes away under it', async () => {
  const { take, assets, download } = await openSaving()
  const [one, two] = [await take('one'), await take('two')]
  const { bytes } = await download([one.id, two.id])
  await rm(assets.pathOf(two.asset))
  await expect(bytes()).rejects.toThrow()
})

it('says so when nothing is left to save, and forgets old tickets', async () => {
  const { take, assets, saving } = await openSaving()
  const { id: takeId, asset } = await take('one')
  const first = await saving.prepare({ items: [{ of: 'take', takeId }], template: '' })
  for (let count = 0; count < 100; count += 1)
    await saving.prepare({ items: [{ of: 'take', takeId }], template: '' })
  expect(saving.find(first.ticket)).toBeUndefined()
  await rm(assets.pathOf(asset))
  await expect(saving.prepare({ items: [{ of: 'take', takeId }], template: '' }))
    .rejects
    .toMatchObject({ code: 'nothing-to-save', data: { titles: ['one'] } })
})

it('saves all files of a delivery', async () => {
  const library = await openSaving()
  const { root, projects } = library
  const { id: projectId } = await projects.create('Film')
  await writeFile(join(root, 'Film.mp4'), 'film')
  await writeFile(join(root, 'Film.en.srt'), 'captions')
  const id = newId<DeliveryId>()
  const delivery = {
    id,
    projectId,
    name: 'Film',
    files: [
      { role: 'video', name: 'Film.mp4', sizeBytes: 4, sha256: '' },
      { role: 'captions', name: 'Film.en.srt', sizeBytes: 8, sha256: '' },
    ],
    folder: root,
    createdAt: 1,
  } as Delivery // The rest says how it was rendered.
  const saving = savingOf({ ...library, deliveries: { get: async () => delivery } })
  const prepared = await saving.prepare({ items: [{ of: 'delivery', deliveryId: id }], template: '' })
  expect(prepared.files.map(file => file.name)).toEqual(['Film.mp4', 'Film.en.srt'])
  expect(prepared.name).toMatch(/^Film \d{4}-\d\d-\d\d\.zip$/)
  expect(await saving.pathOf({ of: 'delivery', deliveryId: id })).toBe(join(root, 'Film.mp4'))
})

it('saves what a project uses: the chosen takes in the order of its lines, then those of its pictures, each once', async () => {
  const { parts, folder } = await openTestStudio()
  const library = { ...parts, root: folder, db: parts.library }
  const { id: projectId } = await parts.projects.create('Fog')
  const texts = ['One', 'Two', 'Three'].map(words => ({ speaker: 'Mara', text: words, direction: '' }))
  const lines = await parts.script.add(projectId, null, texts)
  const file = async (title: string, more: Partial<NewTake> = {}) =>
    parts.takes.file({ ...spokenTake(title, { projectId, ...more }), title }, await plainAsset(library, title))
  const first = await file('first', { lineId: lines[0]!.id })
  await file('not chosen')
  const third = await file('third', { lineId: lines[2]!.id })
  await parts.script.choose(lines[0]!.id, first.id)
  await parts.script.choose(lines[2]!.id, third.id)
  const still = await file('still', { kind: 'image', medium: 'picture' })
  await parts.storyboard.edit(projectId, [{ lineId: lines[0]!.id, stillTakeId: still.id }])
  const prepared = await parts.saving.prepare({ items: [{ of: 'project', projectId }], template: '{number} {speaker} {line} {title}' })
  expect(prepared.files.map(each => each.name.replace(/\.\w+$/, ''))).toEqual(['1 Mara 1 first', '2 Mara 3 third', '3 still'])
  const { id: empty } = await parts.projects.create('Empty')
  await expect(parts.saving.prepare({ items: [{ of: 'project', projectId: empty }], template: '' }))
    .rejects
    .toMatchObject({ code: 'nothing-to-save' })
})

function text(name: string, content: string): FileToSave {
  return { name, mime: 'text/plain', sizeBytes: content.length, at: 1, content: { text: content } }
}

it('copies into a new folder next to one of the same name, and leaves nothing where a file is missing', async () => {
  const { root } = await openSaving()
  const parent = join(root, 'Saved')
  const room = async () => 1e9
  const first = await saveToFolder(parent, { name: 'Film 2026-05-01.zip', files: [text('a.txt', 'one')] }, { freeBytes: room })
  const second = await saveToFolder(parent, { name: 'Film 2026-05-01.zip', files: [text('a.txt', 'two')] }, { freeBytes: room })
  expect(await readFile(join(first, 'a.txt'), 'utf8')).toBe('one')
  expect(await readFile(join(second, 'a.txt'), 'utf8')).toBe('two')
  const gone: FileToSave = { ...text('b.txt', ''), content: { path: join(root, 'gone') } }
  await expect(saveToFolder(parent, { name: 'Half', files: [text('a.txt', 'x'), gone] }, { freeBytes: room })).rejects.toThrow()
  await expect(saveToFolder(parent, { name: 'Full', files: [text('a.txt', 'x')] }, { freeBytes: async () => 0 }))
    .rejects
    .toMatchObject({ code: 'disk-full' })
  expect((await readdir(parent)).toSorted()).toEqual(['Film 2026-05-01', 'Film 2026-05-01 (2)'])
})

it('saves more takes than a part, each under its own name, and leaves nothing of what is cancelled', { timeout: 120_000 }, async () => {
  const count = 1004
  const { root, db, take, takes, saving } = await openSaving()
  const { asset } = await take('words', { title: 'Same' })
  for (let at = 1; at < count; at++)
    await takes.file({ ...spokenTake('words'), title: 'Same' }, asset)
  const all = await db.all<{ number: number }>(sql`SELECT number FROM takes ORDER BY number DESC`)
  const runs = printRuns(all.map(row => row.number))
  const parent = join(root, 'Saved')
  const freeBytes = async () => 1e9

  const many = await saving.many({ runs, template: '{title}' })
  const folder = await savePartsToFolder(parent, many, { freeBytes })
  const names = await readdir(folder)
  expect([names.length, names.includes('Same.wav'), names.includes(`Same (${count}).wav`)]).toEqual([count, true, true])
  expect(await readFile(join(folder, `Same (${count}).wav`), 'utf8')).toBe('words')
  expect([many.neededBytes, many.done]).toEqual([count * 5, { count, missing: 0 }])

  // In the second part.
  const stop = new AbortController()
  let copied = 0
  const save = {
    signal: stop.signal,
    onBytes: () => {
      copied += 1
      if (copied === 1002)
        stop.abort()
    },
  }
  await expect(savePartsToFolder(parent, await saving.many({ runs, template: '' }), { save, freeBytes })).rejects.toThrow()
  const full = { freeBytes: async () => count * 5 - 1 }
  await expect(savePartsToFolder(parent, await saving.many({ runs, template: '' }), full)).rejects.toMatchObject({ code: 'disk-full' })
  await rm(join(root, 'assets'), { recursive: true })
  const gone = await saving.many({ runs, template: '' })
  await expect(savePartsToFolder(parent, gone, { freeBytes })).rejects.toMatchObject({ code: 'nothing-to-save' })
  expect([copied, await readdir(parent)]).toEqual([1002, ['Takeroom']])
})

it('drags copies, and removes those of earlier days', async () => {
  const { root, take, saving } = await openSaving()
  const { id: takeId, asset } = await take('words')
  const folder = join(root, 'dragged')
  await mkdir(join(folder, 'old'), { recursive: true })
  const { files } = await saving.prepare({ items: [{ of: 'take', takeId }], template: '' })
  const [path = ''] = await copiesForDrag(folder, files, Date.now() + 25 * 3_600_000)
  await writeFile(path, 'changed by another program')
  expect(await readdir(folder)).toHaveLength(1)
  expect(await readFile(await saving.pathOf({ of: 'take', takeId }), 'utf8')).toBe('words')
  expect(asset.sizeBytes).toBe(5)
})

it('saves no folder into that of the studio, but next to the deliveries', async () => {
  let parent = ''
  const studio = await openTestStudio({ ports: { chooseFolder: async () => parent } })
  const project = await studio.parts.projects.create('Harbour')
  const save = () => studio.handlers.saving.toFolder({ items: [{ of: 'bundle', projectId: project.id }], template: '' }, call)
  for (parent of [studio.folder, join(studio.folder, 'assets')]) {
    await expect(save(), parent).rejects.toMatchObject({ code: 'save-refused', data: { path: parent } })
    const many = studio.handlers.saving.manyToFolder({ runs: '1', template: '' }, call)
    await expect(many, parent).rejects.toMatchObject({ code: 'save-refused' })
  }
  parent = join(studio.folder, 'deliveries')
  expect((await save()).saved?.folder).toBe(join(parent, 'Harbour'))
})

it('saves no file over one of the studio folder; its deliveries are the user\'s own', async () => {
  let path = ''
  const studio = await openTestStudio({ ports: { chooseFile: async () => path } })
  const project = await studio.parts.projects.create('Harbour')
  const save = () => studio.handlers.saving.toFile({ items: [{ of: 'bundle', projectId: project.id }], template: '' }, call)
  const before = await readFile(join(studio.folder, 'library.db'))
  for (const name of ['library.db', 'ledger.db', join('assets', 'new.takeroom')]) {
    path = join(studio.folder, name)
    await expect(save(), name).rejects.toMatchObject({ code: 'save-refused', data: { path } })
  }
  expect((await readFile(join(studio.folder, 'library.db'))).subarray(0, 16)).toEqual(before.subarray(0, 16))
  path = join(studio.folder, 'deliveries', 'Harbour.takeroom')
  await mkdir(join(studio.folder, 'deliveries'), { recursive: true })
  expect(await save()).toMatchObject({ saved: { path } })
})
