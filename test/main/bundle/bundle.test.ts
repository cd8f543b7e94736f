/**
 * A project leaves as one file and comes in elsewhere whole: the same file leaves there again, and nothing is stored twice.
 *
 * @module-tag wide
 */
import type { ModelId, ProjectId, PronunciationId, TakeId } from '#contract/words.ts'
import type { OpenStudio } from '../../../src-main/studio/open-studio.ts'
import type { MediaKit } from '../../kit/media.ts'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../src-main/base/ids.ts'
import { bringIn } from '../../../src-main/bundle/bring-in.ts'
import { transcriptFile } from '../../../src-main/library/transcript-document.ts'
import { fingerprint } from '../../../src-main/script/stale.ts'
import { sql } from '../../../src-main/storage/sql.ts'
import { bundleOf, bundleWith, entriesIn, importBundle, wholeProject } from '../../kit/bundles.ts'
import { spokenTake } from '../../kit/library.ts'
import { openMediaKit } from '../../kit/media.ts'
import { openTestStudio } from '../../kit/studio.ts'

const call = { signal: new AbortController().signal, origin: 'page' } as const

let media: MediaKit
beforeAll(async () => {
  media = await openMediaKit()
})
afterAll(() => media.close())

async function files(folder: string): Promise<string[]> {
  return (await readdir(join(folder, 'assets'), { recursive: true })).filter(name => /[\\/][0-9a-f]{64}\.\w+$/.test(name)).toSorted()
}

describe('out, into an empty studio, and out again', () => {
  it('is the same file, byte for byte', async () => {
    const here = await openTestStudio()
    const { projectId } = await wholeProject(here, media)
    const bundle = await bundleOf(here, projectId)
    expect((await bundleOf(here, projectId)).equals(bundle)).toBe(true)
    const there = await openTestStudio()
    const { project, takes, knownTakes } = await importBundle(there, bundle)
    expect(project).toMatchObject({ name: 'The lighthouse', folder: 'Clients', colour: 'cyan', lineCount: 2, trashedAt: null })
    expect({ takes, knownTakes }).toEqual({ takes: 5, knownTakes: 0 })
    const again = await entriesIn(await bundleOf(there, project.id))
    const first = await entriesIn(bundle)
    expect(again.map(({ name }) => name)).toEqual(first.map(({ name }) => name))
    expect(JSON.parse(String(again[1]!.bytes))).toEqual(JSON.parse(String(first[1]!.bytes)))
    expect(again.every(({ bytes }, index) => bytes.equals(first[index]!.bytes))).toBe(true)
    expect(await files(there.folder)).toEqual(await files(here.folder))
  })

  it('has everything that a person made of it, under new ids', async () => {
    const here = await openTestStudio()
    const { projectId, sequenceId, line, sound, voice } = await wholeProject(here, media)
    const there = await openTestStudio()
    const { project } = await importBundle(there, await bundleOf(here, projectId))
    const { parts } = there
    expect(project.id).not.toBe(projectId)
    const lines = await parts.script.lines(project.id)
    expect(lines.map(({ speaker, text, direction }) => ({ speaker, text, direction }))).toEqual([
      { speaker: 'Ada', text: 'Out at sea.', direction: 'calm' },
      { speaker: 'Ben', text: 'A light.', direction: '' },
    ])
    expect(lines[0]!.id).not.toBe(line.id)
    expect(lines[0]!.chosenTakeId).toBe(sound.id)
    expect(await parts.takes.get(sound.id)).toMatchObject({
      ...{ title: 'Foghorn', isStarred: true, tags: ['keep', 'sea'], note: 'The best one.' },
      ...{ projectId: project.id, accountId: null, jobId: null },
      asset: { id: sound.asset.id, durationSeconds: sound.asset.durationSeconds, hasPeaks: true },
    })
    const [ada] = await parts.voices.list()
    expect(ada).toMatchObject({ id: voice.id, name: 'Ada', consent: 'My own voice.', tags: ['low'], notes: 'Slow.', registrations: [] })
    expect((await parts.luts.list()).map(({ name }) => name)).toEqual(['teal'])
    const shelf = (await parts.shelf.entriesOf(project.id)).map(entry => [entry.name, entry.projectId])
    expect(shelf).toEqual([['lighthouse', project.id], ['noir', project.id], ['weather', project.id]])
    // Its pictures ask for the very same.
    const keys = async (studio: OpenStudio, of: ProjectId) =>
      (await studio.parts.storyboard.read(of)).map(each => each.askedStill?.key)
    expect(await keys(there, project.id)).toEqual(await keys(here, projectId))
    const [sequence] = await parts.sequences.ofProject(project.id)
    expect(sequence!.id).not.toBe(sequenceId)
    const { id: _1, projectId: _2, revision: _3, changedAt: _4, ...document } = await parts.sequences.get(sequence!.id)
    const { id: _5, projectId: _6, revision: _7, changedAt: _8, ...original } = await here.parts.sequences.get(sequenceId)
    expect(document).toEqual(original)
    // It is found, and nothing waits to be sent.
    const found = await parts.takes.search({
      ...{ text: 'Foghorn', kinds: [], media: [], modelIds: [], projectId: project.id, onlyMadeThere: false, lineId: null },
      ...{ onlyStarred: false, onlyIncomplete: false, inTrash: false, cursor: null, limit: 10 },
    })
    expect(found.takes.map(take => take.id)).toEqual([sound.id])
    expect((await parts.ledger.rows([])).length).toBe(0)
  })
})

describe('words that the studio says otherwise', () => {
  const entry = (word: string, alias: string, of: ProjectId | null, language = '') =>
    ({ id: newId<PronunciationId>(), projectId: of, word, alias, language })

  /** A line whose take was made as the studio says its words. */
  async function saidProject(studio: OpenStudio) {
    const { parts } = studio
    const projectId = (await parts.projects.create('Formats')).id
    await parts.script.pronounce([
      entry('GIF', 'jif', null),
      ...[entry('PNG', 'ping', null), entry('PNG', 'pee en gee', projectId)],
      entry('never said', 'none', null),
    ], [])
    const [line] = await parts.script.add(projectId, null, [{ speaker: 'Ada', text: 'A GIF or a PNG.', direction: '' }])
    const modelId = 'higgs2p5' as ModelId
    await parts.script.cast(projectId, { speaker: 'Ada', modelId, voiceId: null, fields: { voice: 'Linda' } })
    const asked = { text: 'A jif or a pee en gee.', direction: '', modelId, voiceId: null, voiceFields: { voice: 'Linda' } }
    const { asset } = await parts.assets.adopt(await media.tone('said.wav', { seconds: 1, frequency: 330 }))
    const made = { projectId, lineId: line!.id, modelId, madeFrom: fingerprint(asked) }
    const take = await parts.takes.file(spokenTake(asked.text, made), asset)
    await parts.script.choose(line!.id, take.id)
    return { projectId, takeId: take.id }
  }

  it('come as words of the project, with which its takes are up to date, whatever another studio says', async () => {
    const here = await openTestStudio()
    const { projectId, takeId } = await saidProject(here)
    expect((await here.parts.script.lines(projectId))[0]).toMatchObject({ state: 'made', chosenTakeId: takeId })
    const bundle = await bundleOf(here, projectId)
    const there = await openTestStudio()
    await there.parts.script.pronounce([entry('GIF', 'ghif', null), entry('PNG', 'pong', null)], [])
    const { project } = await importBundle(there, bundle)
    const words = (await there.parts.script.pronunciationsOf(project.id)).filter(each => each.projectId === project.id)
    expect(words.map(({ word, alias }) => [word, alias])).toEqual([['GIF', 'jif'], ['PNG', 'pee en gee']])
    expect((await there.parts.script.lines(project.id))[0]).toMatchObject({ state: 'made', chosenTakeId: takeId })
    expect((await bundleOf(there, project.id)).equals(bundle)).toBe(true)
  })
})

it('in the studio that it is of, its takes, files and voices are those that are there', async () => {
  const here = await openTestStudio()
  const { projectId, sound } = await wholeProject(here, media)
  const before = await files(here.folder)
  const bundle = await bundleOf(here, projectId)
  const { project, takes, knownTakes } = await importBundle(here, bundle)
  expect({ takes, knownTakes }).toEqual({ takes: 5, knownTakes: 5 })
  expect(await files(here.folder)).toEqual(before)
  expect((await here.parts.takes.get(sound.id)).projectId).toBe(projectId)
  expect((await here.parts.script.lines(project.id))[0]!.chosenTakeId).toBe(sound.id)
  expect((await here.parts.voices.list()).length).toBe(1)
  expect(project.takeCount).toBe(4)
})

it('brings takes and voices that are in the trash here back, with which nothing has to be generated again', async () => {
  const here = await openTestStudio()
  const { parts, handlers } = here
  const { projectId, sound, voice } = await wholeProject(here, media)
  const bundle = await bundleOf(here, projectId)
  await parts.projects.trash(projectId)
  await parts.projects.purge(projectId)
  await parts.voices.trash(voice.id)
  const all = (await parts.library.all<{ id: TakeId }>(sql`SELECT id FROM takes`)).map(row => row.id)
  await parts.takes.trash(all)
  const told: unknown[] = []
  const stop = new AbortController()
  const listening = (async () => {
    for await (const event of parts.takes.changes(stop.signal))
      told.push(event)
  })()
  const { project, takes, knownTakes, takesBack, voicesBack } = await importBundle(here, bundle)
  expect({ takes, knownTakes, takesBack, voicesBack }).toEqual({ takes: 5, knownTakes: 5, takesBack: 5, voicesBack: 1 })
  expect((await parts.script.lines(project.id))[0]!.chosenTakeId).toBe(sound.id)
  expect((await parts.voices.get(voice.id)).trashedAt).toBeNull()
  expect((await handlers.trash.list({}, call)).items).toEqual([])
  expect(project.takeCount).toBe(4)
  await expect.poll(() => JSON.stringify(told)).toContain(sound.id)
  stop.abort()
  await listening
  expect(await importBundle(here, bundle)).toMatchObject({ knownTakes: 5, takesBack: 0, voicesBack: 0 })
  expect(await parts.library.check()).toEqual([])
})

it('that comes twice at once is two projects, with the same takes', async () => {
  const there = await openTestStudio()
  const path = join(there.folder, 'Film.takeroom')
  await writeFile(path, await bundleOf(there, (await wholeProject(there, media)).projectId))
  const { parts, folder } = await openTestStudio()
  // Both have looked what is here before either has written.
  const bothLooked = Promise.withResolvers<void>()
  let looked = 0
  const ports = { ...parts, minFreeBytes: 0, incomingFolder: join(folder, 'work'), async freeBytes() {
    looked += 1
    if (looked === 2)
      bothLooked.resolve()
    await bothLooked.promise
    return 1e12
  } }
  const both = await Promise.all([1, 2].map(() => bringIn(ports, path, { signal: call.signal, onBytes: () => {} })))
  expect(both.map(({ takeIds, knownTakes }) => [takeIds.length, knownTakes]).sort((a, b) => b[0]! - a[0]!)).toEqual([[5, 0], [0, 5]])
  expect(both[0]!.projectId).not.toBe(both[1]!.projectId)
})

it('has takes that are deleted for good while it comes in, with their files', async () => {
  const here = await openTestStudio()
  const { parts } = here
  const { projectId, sound } = await wholeProject(here, media)
  const path = join(here.folder, 'Film.takeroom')
  await writeFile(path, await bundleOf(here, projectId))
  const ports = {
    ...parts,
    minFreeBytes: 0,
    incomingFolder: join(here.folder, 'work'),
    async freeBytes() {
      await parts.takes.trash([sound.id])
      await parts.takes.purge([sound.id])
      return 1e12
    },
  }
  const brought = await bringIn(ports, path, { signal: call.signal, onBytes: () => {} })
  expect(brought).toMatchObject({ takeIds: [sound.id], knownTakes: 4 })
  const { asset } = await parts.takes.get(sound.id)
  expect(existsSync(parts.assets.pathOf(asset))).toBe(true)
  expect((await parts.script.lines(brought.projectId))[0]!.chosenTakeId).toBe(sound.id)
})

it('a take that has the id of another one here gets its own, wherever it is named', async () => {
  const here = await openTestStudio()
  const { projectId, sound } = await wholeProject(here, media)
  const bundle = await bundleOf(here, projectId)
  const there = await openTestStudio()
  await importBundle(there, bundle)
  // A stranger's take with that id.
  const [manifest, document, ...others] = await entriesIn(bundle)
  const other = String(document!.bytes).replaceAll('"text":"Out at sea."', '"text":"Another."')
  const list = JSON.parse(String(manifest!.bytes)) as { files: { sizeBytes: number, sha256: string }[] }
  Object.assign(list.files[0]!, { sizeBytes: Buffer.byteLength(other), sha256: createHash('sha256').update(other).digest('hex') })
  const { project, knownTakes } = await importBundle(there, await bundleWith([
    { ...manifest!, bytes: Buffer.from(JSON.stringify(list)) },
    { ...document!, bytes: Buffer.from(other) },
    ...others,
  ]))
  expect(knownTakes).toBe(4)
  const [line] = await there.parts.script.lines(project.id)
  expect(line!.chosenTakeId).not.toBe(sound.id)
  expect(await there.parts.takes.get(line!.chosenTakeId!)).toMatchObject({ text: 'Another.', asset: { id: sound.asset.id } })
  expect((await there.parts.takes.get(sound.id)).text).toBe('Out at sea.')
})

it('a take brings its checks, which stay checks, and none of what is no take of it', async () => {
  const here = await openTestStudio()
  const { projectId, sound } = await wholeProject(here, media)
  const asset = await here.parts.assets.adoptText(JSON.stringify({ text: 'Out to sea.', segments: [] }), transcriptFile)
  // Asked for in another project, where the take is heard, too.
  const check = await here.parts.takes.file({
    ...spokenTake('Out to sea.', { kind: 'transcribe', medium: 'text', sourceTakeIds: [sound.id], checkOf: sound.id }),
  }, asset)
  const bundle = await bundleOf(here, projectId)
  const there = await openTestStudio()
  const { takes } = await importBundle(there, bundle)
  expect(takes).toBe(6)
  const [brought, ...none] = await there.parts.takes.checks(sound.id)
  expect(none).toEqual([])
  expect(brought!.take).toMatchObject({ id: check.id, checkOf: sound.id, text: 'Out to sea.' })
  expect(await there.parts.takes.countFound(['', 'is:check'])).toEqual([5, 1])

  // A stranger's, which says that it is a check of itself: it is a take like others.
  const [manifest, document, ...others] = await entriesIn(bundle)
  const other = String(document!.bytes).replaceAll(`"check_of":"${sound.id}"`, `"check_of":"${check.id}"`)
  const list = JSON.parse(String(manifest!.bytes)) as { files: { sizeBytes: number, sha256: string }[] }
  Object.assign(list.files[0]!, { sizeBytes: Buffer.byteLength(other), sha256: createHash('sha256').update(other).digest('hex') })
  const third = await openTestStudio()
  await importBundle(third, await bundleWith([
    { ...manifest!, bytes: Buffer.from(JSON.stringify(list)) },
    { ...document!, bytes: Buffer.from(other) },
    ...others,
  ]))
  expect((await third.parts.takes.get(check.id)).checkOf).toBeUndefined()
})

it('a take whose file is missing comes without it, and takes the file when it comes', async () => {
  const here = await openTestStudio()
  const { projectId, sound } = await wholeProject(here, media)
  const path = here.parts.assets.pathOf(sound.asset)
  const whole = await bundleOf(here, projectId)
  await rm(path)
  const { missing } = await here.parts.saving.prepare({ items: [{ of: 'bundle', projectId }], template: '' })
  expect(missing).toEqual(['Foghorn'])
  const there = await openTestStudio()
  await importBundle(there, await bundleOf(here, projectId))
  expect((await there.parts.takes.get(sound.id)).asset).toMatchObject({ isMissing: true, mime: 'audio/wav' })
  await importBundle(there, whole)
  const { asset } = await there.parts.takes.get(sound.id)
  expect(asset).toMatchObject({ isMissing: false, hasPeaks: true })
  expect(await files(there.folder)).toContain(relative(join(there.folder, 'assets'), there.parts.assets.pathOf(asset)))
})
