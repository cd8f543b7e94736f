/**
 * Bundles that a stranger made, or that came to harm on their way: each is refused for its reason, and leaves nothing.
 *
 * @module-tag all
 */
/* eslint-disable style/max-len -- what a stranger writes is read best in one line */
import type { Entry } from '../../kit/bundles.ts'
import type { MediaKit } from '../../kit/media.ts'
import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bundleOf, bundleWith, entriesIn, importBundle, sendFile, wholeProject, withDocument } from '../../kit/bundles.ts'
import { makeFolder } from '../../kit/folder.ts'
import { openMediaKit } from '../../kit/media.ts'
import { openTestStudio } from '../../kit/studio.ts'

const call = { signal: new AbortController().signal, origin: 'page' } as const

let media: MediaKit
let bundle: Buffer
let studio: Awaited<ReturnType<typeof openTestStudio>>
beforeAll(async () => {
  media = await openMediaKit()
})
afterAll(() => media.close())

type Document = Record<string, any>
interface Hostile {
  readonly name: string
  readonly problem: string
  readonly change: (bundle: Buffer) => Buffer | Promise<Buffer>
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
const entries = (change: (all: Entry[]) => Entry[]) => async (of: Buffer) => bundleWith(change(await entriesIn(of)))
const document = (change: (document: Document) => unknown) => (of: Buffer) => withDocument(of, change as never)
function manifest(change: (list: Document) => void) {
  return entries(([first, ...others]) => {
    const list = JSON.parse(String(first!.bytes)) as Document
    change(list)
    return [{ ...first!, bytes: Buffer.from(JSON.stringify(list)) }, ...others]
  })
}
/** Listed with its hash, as whoever knows the format would do. */
function withFile(extra: Entry) {
  return entries(([first, ...others]) => {
    const list = JSON.parse(String(first!.bytes)) as Document
    list.files.push({ name: extra.name, sizeBytes: extra.bytes.length, sha256: sha256(extra.bytes) })
    return [{ ...first!, bytes: Buffer.from(JSON.stringify(list)) }, ...others, extra]
  })
}

const hostile: readonly Hostile[] = [
  { name: 'nothing of a bundle', problem: 'not-a-bundle', change: () => Buffer.from('a text') },
  { name: 'a tar of something else', problem: 'not-a-bundle', change: () => bundleWith([{ name: 'notes.txt', bytes: Buffer.from('hello') }]) },
  { name: 'a backup', problem: 'not-a-bundle', change: manifest(list => Object.assign(list, { format: 'takeroom-backup' })) },
  { name: 'a manifest that is no JSON', problem: 'not-a-bundle', change: entries(([first, ...others]) => [{ ...first!, bytes: Buffer.from('{') }, ...others]) },
  { name: 'a manifest deeper than any', problem: 'not-a-bundle', change: entries(([first, ...others]) => [{ ...first!, bytes: Buffer.from('['.repeat(100_000)) }, ...others]) },
  { name: 'a later version of the format', problem: 'newer', change: manifest(list => Object.assign(list, { version: 2 })) },
  { name: 'rows of a later version', problem: 'newer', change: manifest(list => Object.assign(list, { libraryVersion: 9999 })) },
  { name: 'absurd sizes', problem: 'unreadable', change: manifest(list => Object.assign(list.files[1], { sizeBytes: 2 ** 60 })) },
  { name: 'one file twice in the list', problem: 'unreadable', change: manifest(list => list.files.push(list.files[1])) },
  { name: 'cut in the middle', problem: 'cut', change: of => of.subarray(0, Math.floor(of.length * 0.6)) },
  { name: 'cut after its manifest', problem: 'cut', change: entries(all => all.slice(0, 1)) },
  { name: 'without one of its files', problem: 'cut', change: entries(all => all.slice(0, -1)) },
  {
    name: 'one flipped bit',
    problem: 'damaged',
    change: entries(all => all.map((entry, index) => index === all.length - 1 ? { ...entry, bytes: Buffer.from(entry.bytes.map((byte, at) => at === 100 ? byte ^ 1 : byte)) } : entry)),
  },
  { name: 'a file that is not listed', problem: 'damaged', change: entries(all => [...all, { name: 'media/more', bytes: Buffer.from('more') }]) },
  { name: 'a file twice', problem: 'damaged', change: entries(all => [...all, all[2]!]) },
  { name: 'a step upwards, listed', problem: 'unreadable', change: withFile({ name: '../../precious/stolen', bytes: Buffer.from('x') }) },
  { name: 'an absolute path, listed', problem: 'unreadable', change: withFile({ name: '/etc/passwd', bytes: Buffer.from('x') }) },
  { name: 'a link', problem: 'damaged', change: entries(([first, ...others]) => [first!, { name: 'media', bytes: Buffer.alloc(0), type: 'symlink', linkname: '/etc' }, ...others]) },
  { name: 'a link before all', problem: 'not-a-bundle', change: entries(all => [{ name: 'bundle.json', bytes: Buffer.alloc(0), type: 'symlink', linkname: '/etc/passwd' }, ...all]) },
  { name: 'a folder', problem: 'damaged', change: entries(([first, ...others]) => [first!, { name: 'media/', bytes: Buffer.alloc(0), type: 'directory' }, ...others]) },
  { name: 'a document that is no JSON', problem: 'unreadable', change: document(() => '{"id":') },
  { name: 'a document deeper than any', problem: 'unreadable', change: document(() => `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`) },
  { name: 'a table of another part', problem: 'unreadable', change: document(({ rows }) => void (rows.settings = [{ name: 'networkRoots', value: '[]' }])) },
  { name: 'a table named as a member of all objects', problem: 'unreadable', change: document(({ rows }) => void (rows.constructor = [])) },
  { name: 'a column that no version has', problem: 'unreadable', change: document(({ rows }) => void (rows.takes[0]['id") VALUES (1); --'] = 1)) },
  { name: 'a job for a take', problem: 'unreadable', change: document(({ rows }) => void (rows.takes[0].job_id = rows.takes[0].id)) },
  { name: 'an account for a take', problem: 'unreadable', change: document(({ rows }) => void (rows.takes[0].account_id = rows.takes[0].id)) },
  { name: 'a kind of take that there is not', problem: 'unreadable', change: document(({ rows }) => void (rows.takes[0].kind = 'malware')) },
  { name: 'a take without its file', problem: 'unreadable', change: document(({ rows }) => void (rows.takes[0].asset_id = 'a'.repeat(64))) },
  { name: 'a file said to be missing that is there', problem: 'unreadable', change: document(({ assets }) => void (assets[0].missing = { mime: 'image/png', extension: 'png' })) },
  { name: 'a missing page to run', problem: 'unreadable', change: document(({ assets }) => void assets.push({ id: 'b'.repeat(64), sizeBytes: 1, missing: { mime: 'text/html', extension: 'html' }, heard: null })) },
  { name: 'a missing drawing with a script', problem: 'unreadable', change: document(({ assets }) => void assets.push({ id: 'b'.repeat(64), sizeBytes: 1, missing: { mime: 'image/svg+xml', extension: 'svg' }, heard: null })) },
  { name: 'two lines of one id', problem: 'unreadable', change: document(({ version }) => void (version.lines[1].id = version.lines[0].id)) },
  { name: 'a take with the id of a line', problem: 'unreadable', change: document(({ version, rows }) => void (rows.takes[0].id = version.lines[0].id)) },
  { name: 'an id that is a path', problem: 'unreadable', change: document(({ rows }) => void (rows.takes[0].id = '../../precious')) },
  { name: 'a line in no language', problem: 'unreadable', change: document(({ version }) => void (version.lines[0].language = '<script>')) },
  { name: 'a speaker twice', problem: 'unreadable', change: document(({ version }) => void version.castings.push(version.castings[0])) },
  { name: 'a sequence that is none', problem: 'unreadable', change: document(({ version }) => void (version.sequences[0].document = '{"tracks":[]}')) },
  { name: 'a sequence of a later version', problem: 'newer', change: document(({ version }) => void (version.sequences[0].document = JSON.stringify({ ...JSON.parse(version.sequences[0].document as string), form: 99 }))) },
  { name: 'a shelf entry that nobody can type', problem: 'unreadable', change: document(({ version }) => void (version.shelf[0].name = '<img src=x>')) },
  { name: 'a template that is half a project', problem: 'unreadable', change: document(all => void (all.isTemplate = 'yes' as never)) },
  { name: 'a folder longer than any', problem: 'unreadable', change: document(all => void (all.folder = 'x'.repeat(5000))) },
]

it('each is refused for its reason, and nothing of it stays', async () => {
  const here = await openTestStudio()
  bundle = await bundleOf(here, (await wholeProject(here, media)).projectId)
  const around = await makeFolder()
  studio = await openTestStudio({ folder: join(around, 'studio') })
  const state = async () => ({
    around: await readdir(around),
    files: (await readdir(join(studio.folder, 'assets'), { recursive: true })).filter(name => /[0-9a-f]{64}/.test(name)),
    incoming: await readdir(join(studio.folder, 'incoming')),
    takes: (await studio.parts.takes.months()).length,
    voices: await studio.parts.voices.list(),
    luts: await studio.parts.luts.list(),
    shelf: await studio.parts.shelf.entriesOf(null),
  })
  const before = await state()
  for (const { name, problem, change } of hostile) {
    const answer = await importBundle(studio, await change(bundle)).then(() => 'imported', (error: { code?: string, data?: { problem?: string } }) =>
      error.code === 'bad-bundle' ? error.data?.problem : error)
    expect(answer, name).toBe(problem)
    expect(await state(), name).toEqual(before)
  }
  // The bundle itself is good.
  expect((await importBundle(studio, bundle)).takes).toBe(5)
})

it('what is only odd is made plain: names, replies in a circle, a chat that is still arriving, pages in place of media', async () => {
  const here = await openTestStudio()
  bundle = await bundleOf(here, (await wholeProject(here, media)).projectId)
  const page = Buffer.from('<!doctype html><script>fetch("/")</script>')
  const odd = await withDocument(bundle, (all: Document) => {
    all.name = ' <b>Film</b>\n\u202Egpj.exe '
    all.rows.voices[0].name = 'A\u202Eda\n'
    const [first, second] = all.rows.messages
    Object.assign(first, { parent_id: second.id })
    Object.assign(second, { parent_id: first.id, state: 'arriving' })
    all.assets.push({ id: sha256(page), sizeBytes: page.length, missing: null, heard: null })
    const picture = all.rows.takes.find((take: Document) => take.medium === 'video')
    picture.asset_id = sha256(page)
  })
  const there = await openTestStudio()
  const { project } = await importBundle(there, await withFile({ name: `media/${sha256(page)}`, bytes: page })(odd))
  expect(project.name).toBe('<b>Film</b> gpj.exe')
  expect((await there.parts.voices.list()).map(({ name }) => name)).toEqual(['Ada'])
  const asset = await there.parts.assets.get(sha256(page) as never)
  expect(asset).toMatchObject({ mime: 'application/octet-stream', extension: 'bin' })
  expect(await there.parts.conversations.arriving()).toEqual([])
})

it('a bundle whose import is cancelled leaves nothing, and can be imported after', async () => {
  const here = await openTestStudio()
  bundle = await bundleOf(here, (await wholeProject(here, media)).projectId)
  const there = await openTestStudio()
  const ticket = await sendFile(there, 'Film.takeroom', bundle)
  const stop = new AbortController()
  const seen = (async () => {
    for await (const { saves } of there.parts.saves.changes(stop.signal)) {
      for (const { saveId, isComingIn } of saves) {
        expect(isComingIn).toBe(true)
        there.parts.saves.cancel(saveId)
      }
    }
  })().catch(() => {})
  expect(await there.handlers.projects.import({ ticket }, call)).toEqual({ imported: null })
  stop.abort()
  await seen
  expect(await readdir(join(there.folder, 'incoming'))).toEqual([])
  expect((await readdir(join(there.folder, 'assets'), { recursive: true })).filter(name => /[0-9a-f]{64}/.test(name))).toEqual([])
  expect((await importBundle(there, bundle)).takes).toBe(5)
})
