/** Snapshots: taken when something changed, and restored as a new project or in place without losing the present state. */
import type { ModelId, ProjectId, PronunciationId } from '#contract/words.ts'
import type { Database } from '../../../src-main/storage/database.ts'
import type { openTestLibrary } from '../../kit/library.ts'
import { expect, it } from 'vitest'
import { systemClock } from '../../../src-main/base/clock.ts'
import { newId } from '../../../src-main/base/ids.ts'
import { writeScriptVersion } from '../../../src-main/script/script-version.ts'
import { putAnchor, readAnchors } from '../../../src-main/script/speaker-anchors.ts'
import { fingerprint } from '../../../src-main/script/stale.ts'
import { restoreSnapshot } from '../../../src-main/snapshots/keep-snapshots.ts'
import { createSnapshots } from '../../../src-main/snapshots/snapshots.ts'
import { sql } from '../../../src-main/storage/sql.ts'
import { plainAsset, spokenTake } from '../../kit/library.ts'
import { storeSequence, withClips } from '../../kit/sequences.ts'
import { openTestStudio } from '../../kit/studio.ts'

const call = { signal: new AbortController().signal, origin: 'page' } as const

async function project() {
  const studio = await openTestStudio()
  const { parts } = studio
  const made = await parts.projects.create('Harbour')
  const [first, second] = await parts.script.add(
    made.id,
    null,
    [{ speaker: 'Anna', text: 'One.', direction: 'slowly' }, { speaker: 'Ben', text: 'Two.', direction: '' }],
  )
  await parts.script.cast(made.id, { speaker: 'Anna', modelId: 'higgs2p5' as ModelId, voiceId: null, fields: { voice: 'Linda' } })
  const asset = await plainAsset({ root: studio.folder, assets: parts.assets } as Awaited<ReturnType<typeof openTestLibrary>>, 'sound')
  const take = await parts.takes.file(spokenTake('One.', { projectId: made.id, lineId: first!.id }), asset)
  await parts.script.choose(first!.id, take.id)
  const sequence = await storeSequence(parts.sequences, made.id, { spoken: [{ takeId: take.id, lineId: first!.id }] })
  return { studio, parts, handlers: studio.handlers, projectId: made.id, first: first!, second: second!, take, sequence }
}

it('a snapshot is taken when something changed, and none when nothing did', async () => {
  const { parts, handlers, projectId, first } = await project()
  expect(await parts.snapshots.takeAll()).toBe(1)
  expect(await parts.snapshots.takeAll()).toBe(0)
  await parts.script.edit(first.id, { speaker: 'Anna', text: 'One, changed.', direction: '', pauseSeconds: 0.35 })
  expect(await parts.snapshots.takeAll()).toBe(1)
  const { snapshots } = await handlers.snapshots.list({ projectId }, call)
  // Both are in the same hour: its first and the newest are kept.
  expect(snapshots).toHaveLength(2)
  expect(snapshots[1]).toMatchObject({ lineCount: 2, madeCount: 1, sequenceCount: 1, missingTakes: 0 })
  expect(await handlers.snapshots.show({ snapshotId: snapshots[1]!.id }, call)).toEqual({
    name: 'Harbour',
    lines: [{ speaker: 'Anna', text: 'One.', isMade: true }, { speaker: 'Ben', text: 'Two.', isMade: false }],
    speakers: ['Anna', 'Ben'],
  })
})

it('restored in place, it brings back a sequence that was deleted for good since, which can be edited and undone again', async () => {
  const { parts, handlers, projectId, sequence } = await project()
  const { tracks } = await parts.sequences.get(sequence.id)
  await parts.snapshots.takeAll()
  await parts.sequences.trash(sequence.id)
  await parts.sequences.purge(sequence.id)
  const [snapshot] = (await handlers.snapshots.list({ projectId }, call)).snapshots
  await handlers.snapshots.restore({ snapshotId: snapshot!.id, asNew: false }, call)
  expect(await parts.sequences.get(sequence.id)).toMatchObject({ id: sequence.id, tracks })
  await parts.sequences.replace(sequence.id, 'remove', now => withClips(now, {}))
  await parts.sequences.undo(sequence.id)
  expect((await parts.sequences.get(sequence.id)).tracks).toEqual(tracks)
})

it(
  'restored in place, it brings back lines, castings, sequence and chosen takes; the former state is a snapshot, its lines in the trash',
  async () => {
    const { parts, handlers, projectId, first, second, take, sequence } = await project()
    await parts.snapshots.takeAll()
    await parts.script.edit(first.id, { speaker: 'Anna', text: 'Other words.', direction: '', pauseSeconds: 2 })
    await parts.script.remove(second.id)
    const [late] = await parts.script.add(projectId, null, [{ speaker: 'Cleo', text: 'Late.', direction: '' }])
    await parts.script.cast(projectId, { speaker: 'Anna', modelId: 'qwen3-tts' as ModelId, voiceId: null, fields: {} })
    await parts.sequences.replace(sequence.id, 'remove', now => ({ ...withClips(now, {}), name: 'Other cut' }))
    const [old] = (await handlers.snapshots.list({ projectId }, call)).snapshots
    const heard: unknown[] = []
    const stop = new AbortController()
    const listening = (async () => {
      for await (const event of parts.script.changes(projectId, stop.signal))
        heard.push(event)
    })()

    await handlers.snapshots.restore({ snapshotId: old!.id, asNew: false }, call)
    expect(await parts.script.lines(projectId)).toMatchObject([
      { id: first.id, text: 'One.', direction: 'slowly', pauseSeconds: 0.35, chosenTakeId: take.id, position: 0 },
      { id: second.id, text: 'Two.', position: 1 },
    ])
    expect(await parts.script.castings(projectId)).toMatchObject([{ speaker: 'Anna', modelId: 'higgs2p5', fields: { voice: 'Linda' } }])
    expect(await parts.sequences.get(sequence.id)).toMatchObject({ name: 'Cut', revision: 4, tracks: sequence.tracks })
    expect((await parts.sequences.journal(sequence.id)).at(-1)).toMatchObject({ name: 'restore' })
    await parts.sequences.undo(sequence.id)
    expect(await parts.sequences.get(sequence.id)).toMatchObject({ name: 'Other cut' })
    expect((await parts.trash.list()).map(item => item.id)).toContain(late!.id)
    stop.abort()
    await listening
    expect(JSON.stringify(heard.at(-2))).toContain('One.')

    const now = (await handlers.snapshots.list({ projectId }, call)).snapshots
    const before = await Promise.all(now.map(each => handlers.snapshots.show({ snapshotId: each.id }, call)))
    expect(before.map(each => each.lines.map(line => line.text))).toContainEqual(['Other words.', 'Late.'])
    expect(await parts.library.check()).toEqual([])
  },
)

it('the newest of an hour with an older one is restored too, and is not thinned out by the snapshot of the present state', async () => {
  const { parts, handlers, projectId, first } = await project()
  const edit = (text: string) => parts.script.edit(first.id, { speaker: 'Anna', text, direction: '', pauseSeconds: 0.35 })
  await parts.snapshots.takeAll()
  await edit('Good words.')
  await parts.snapshots.takeAll()
  await edit('Spoiled.')
  const [good] = (await handlers.snapshots.list({ projectId }, call)).snapshots
  await handlers.snapshots.restore({ snapshotId: good!.id, asNew: false }, call)
  expect((await parts.script.lines(projectId))[0]?.text).toBe('Good words.')
  const shown = await Promise.all((await parts.snapshots.list(projectId)).map(({ id }) => parts.snapshots.content(id)))
  expect(shown.map(each => each.lines[0]?.text)).toEqual(['Spoiled.', 'Good words.', 'One.'])
})

/** What the lines of all versions begin with, the newest first. */
async function firstWords({ parts, projectId }: Pick<Awaited<ReturnType<typeof project>>, 'parts' | 'projectId'>) {
  const all = await Promise.all((await parts.snapshots.list(projectId)).map(({ id }) => parts.snapshots.content(id)))
  return all.map(each => each.lines[0]?.text)
}

it('what was there before a restore, and what was restored, outlive later versions of their hour, for a month', async () => {
  const { parts, projectId, first } = await project()
  const day = 86_400_000
  const hour = Date.UTC(2026, 10, 21, 10)
  const at = (ms: number) => createSnapshots({ db: parts.library, clock: { ...systemClock, now: () => ms } })
  const minutes = (count: number) => hour + count * 60_000
  const edit = (text: string) => parts.script.edit(first.id, { speaker: 'Anna', text, direction: '', pauseSeconds: 0.35 })
  await at(minutes(5)).take(projectId)
  await edit('Good words.')
  await at(minutes(10)).take(projectId)
  const [good] = await parts.snapshots.list(projectId)
  await edit('An afternoon of work.')
  const { before } = await at(minutes(40)).restore(good!.id, projectId)
  expect(before.lines[0]?.text).toBe('An afternoon of work.')
  for (const [later, text] of [[50, 'Later.'], [59, 'Later still.']] as const) {
    await edit(text)
    await at(minutes(later)).take(projectId)
  }
  expect(await firstWords({ parts, projectId })).toEqual(['Later still.', 'An afternoon of work.', 'Good words.', 'One.'])
  await edit('After a month.')
  await at(hour + 30 * day).take(projectId)
  expect(await firstWords({ parts, projectId })).toContain('An afternoon of work.')
  await edit('After two.')
  await at(hour + 61 * day).take(projectId)
  expect(await firstWords({ parts, projectId })).toEqual(['After two.', 'After a month.', 'One.'])
})

it('a restore says which version has what was there before, also where that had been saved already, and can be undone by it', async () => {
  const { parts, handlers, projectId, first } = await project()
  await parts.snapshots.takeAll()
  await parts.script.edit(first.id, { speaker: 'Anna', text: 'Worked on.', direction: '', pauseSeconds: 0.35 })
  const old = (await parts.snapshots.list(projectId)).at(-1)!
  const asNew = await handlers.snapshots.restore({ snapshotId: old.id, asNew: true }, call)
  expect(asNew.beforeId).toBeNull()
  await parts.snapshots.takeAll()
  const [saved] = await parts.snapshots.list(projectId)
  const { beforeId } = await handlers.snapshots.restore({ snapshotId: old.id, asNew: false }, call)
  expect(beforeId).toBe(saved!.id)
  const back = await handlers.snapshots.restore({ snapshotId: beforeId!, asNew: false }, call)
  expect((await parts.script.lines(projectId))[0]?.text).toBe('Worked on.')
  expect(back.beforeId).not.toBeNull()
})

it('what another page writes while a version is restored is in the snapshot of the state before', async () => {
  const { parts, handlers, projectId, first } = await project()
  await parts.snapshots.takeAll()
  let edits = 0
  const db: Database = {
    ...parts.library,
    // Another page writes before each transaction.
    async transaction(work) {
      const words = { speaker: 'Anna', text: `Edit ${++edits}.`, direction: '', pauseSeconds: 0.35 }
      await parts.script.edit(first.id, words)
      return parts.library.transaction(work)
    },
  }
  const snapshots = createSnapshots({ db, clock: systemClock })
  const [old] = await snapshots.list(projectId)
  await restoreSnapshot({ ...parts, snapshots }, { snapshotId: old!.id, asNew: false })
  expect((await parts.script.lines(projectId))[0]?.text).toBe('One.')
  const { snapshots: [before] } = await handlers.snapshots.list({ projectId }, call)
  expect((await parts.snapshots.content(before!.id)).lines[0]?.text).toBe(`Edit ${edits}.`)
})

it('a snapshot from before a line was spoken finds the take that was paid for since', async () => {
  const { studio, parts, handlers, projectId, second } = await project()
  const ben = { speaker: 'Ben', modelId: 'higgs2p5' as ModelId, voiceId: null, fields: { voice: 'Jack' } }
  await parts.script.cast(projectId, ben)
  await parts.snapshots.takeAll()
  const asset = await plainAsset({ root: studio.folder, assets: parts.assets } as Awaited<ReturnType<typeof openTestLibrary>>, 'two')
  const madeFrom = fingerprint({
    text: second.text,
    direction: second.direction,
    modelId: ben.modelId,
    voiceId: null,
    voiceFields: ben.fields,
  })
  const spoken = await parts.takes.file(spokenTake('Two.', { projectId, lineId: second.id, madeFrom }), asset)
  await expect.poll(async () => (await parts.script.lines(projectId))[1]?.chosenTakeId).toBe(spoken.id)
  const old = (await handlers.snapshots.list({ projectId }, call)).snapshots.at(-1)
  await handlers.snapshots.restore({ snapshotId: old!.id, asNew: false }, call)
  expect((await parts.script.lines(projectId))[1]).toMatchObject({ chosenTakeId: spoken.id, state: 'made' })
})

it('restored as a new project, it leaves the present one unchanged, and reports which takes are deleted since', async () => {
  const { parts, handlers, projectId, first, take } = await project()
  await parts.snapshots.takeAll()
  await parts.script.edit(first.id, { speaker: 'Anna', text: 'Other words.', direction: '', pauseSeconds: 2 })
  const [old] = (await handlers.snapshots.list({ projectId }, call)).snapshots
  const { project: made } = await handlers.snapshots.restore({ snapshotId: old!.id, asNew: true }, call)
  expect(made.id).not.toBe(projectId)
  expect((await parts.script.lines(projectId))[0]?.text).toBe('Other words.')
  const lines = await parts.script.lines(made.id)
  expect(lines).toMatchObject([{ text: 'One.', chosenTakeId: take.id }, { text: 'Two.', chosenTakeId: null }])
  const [cut] = await parts.sequences.ofProject(made.id)
  const placed = Object.values((await parts.sequences.get(cut!.id)).tracks).flatMap(track => Object.values<object>(track.clips))
  expect(placed).toMatchObject([{ takeId: take.id, lineId: lines[0]!.id }])
  await parts.takes.trash([take.id])
  await parts.takes.purge([take.id])
  expect((await handlers.snapshots.list({ projectId }, call)).snapshots.at(-1)).toMatchObject({ missingTakes: 1 })
  expect(await parts.library.check()).toEqual([])
})

it.each([false, true])('takes of a version that are in the trash come back with it, into a new project: %s', async (asNew) => {
  const { studio, parts, handlers, projectId, first, take, sequence } = await project()
  const told: unknown[] = []
  const asset = await plainAsset({ root: studio.folder, assets: parts.assets } as Awaited<ReturnType<typeof openTestLibrary>>, 'check')
  const check = await parts.takes.file({ ...spokenTake('One.', { projectId }), kind: 'transcribe', checkOf: take.id }, asset)
  await parts.snapshots.takeAll()
  await parts.sequences.replace(sequence.id, 'remove', now => withClips(now, {}))
  await parts.takes.trash([take.id])
  const [version] = (await handlers.snapshots.list({ projectId }, call)).snapshots
  const stop = new AbortController()
  const listening = (async () => {
    for await (const event of parts.takes.changes(stop.signal))
      told.push(event)
  })()
  const { project: made, takesBack } = await handlers.snapshots.restore({ snapshotId: version!.id, asNew }, call)
  expect(takesBack).toBe(1)
  expect((await parts.takes.find([take.id, check.id])).map(each => each.trashedAt)).toEqual([null, null])
  expect((await parts.script.lines(made.id))[0]).toMatchObject({ text: first.text, chosenTakeId: take.id, state: 'made' })
  await expect.poll(() => JSON.stringify(told)).toContain(take.id)
  stop.abort()
  await listening
})

it.each([false, true])('so do the image of its look, those of its shelf, anchors, and voices that are cast, into a new one: %s', async (asNew) => {
  const { studio, parts, handlers, projectId } = await project()
  const filed = async (name: string, medium: 'audio' | 'picture') => {
    const asset = await plainAsset({ root: studio.folder, assets: parts.assets } as Awaited<ReturnType<typeof openTestLibrary>>, name)
    return parts.takes.file(spokenTake(name, { projectId, medium }), asset)
  }
  const [reference, still] = [await filed('look', 'picture'), await filed('still', 'picture')]
  const [anchor, clip] = [await filed('anchor', 'audio'), await filed('clip', 'audio')]
  const voice = await parts.voices.create({ takeId: clip.id, name: 'Ada', consent: 'Mine.' })
  await parts.storyboard.setLook(projectId, { referenceTakeId: reference.id })
  await parts.shelf.write([
    { entry: { id: newId(), projectId, kind: 'character', name: 'anna', text: 'tall', words: [], takeIds: [still.id] } },
  ], [])
  await putAnchor(parts.library, projectId, 'Ben', anchor.id)
  await parts.script.cast(projectId, { speaker: 'Anna', modelId: 'higgs2p5' as ModelId, voiceId: voice.id, fields: {} })
  await parts.snapshots.takeAll()
  const [version] = (await handlers.snapshots.list({ projectId }, call)).snapshots
  const all = [reference.id, still.id, anchor.id]
  await parts.takes.trash(all)
  await parts.voices.trash(voice.id)
  const told: unknown[] = []
  const stop = new AbortController()
  const listening = (async () => {
    for await (const { changed } of parts.voices.changes(stop.signal))
      told.push(...changed.map(each => each.trashedAt === null))
  })()
  await expect.poll(() => told).toEqual([false])
  expect(await handlers.snapshots.restore({ snapshotId: version!.id, asNew }, call)).toMatchObject({ takesBack: 3, voicesBack: 1 })
  expect((await parts.takes.find(all)).map(each => each.trashedAt)).toEqual([null, null, null])
  expect((await parts.voices.get(voice.id)).trashedAt).toBeNull()
  await expect.poll(() => told.at(-1)).toBe(true)
  stop.abort()
  await listening
  expect(await handlers.snapshots.restore({ snapshotId: version!.id, asNew }, call)).toMatchObject({ takesBack: 0, voicesBack: 0 })
})

it('a project is duplicated as it is now, with the same takes and choices; later changes are of one of them', async () => {
  const { parts, handlers, projectId, first, second, take } = await project()
  await parts.script.edit(second.id, { speaker: 'Ben', text: 'Two, changed.', direction: '', pauseSeconds: 1 })
  await parts.deliveryChoices.change(projectId, { presetId: 'podcast-mp3' })
  await parts.projects.arrange([projectId], { folder: 'Films' })
  const { project: copy } = await handlers.projects.duplicate({ projectId, name: 'Harbour copy' }, call)
  expect(copy).toMatchObject({ name: 'Harbour copy', folder: 'Films', isSample: false, lineCount: 2, takeCount: 1, deliveryCount: 0 })
  const lines = await parts.script.lines(copy.id)
  expect(lines).toMatchObject([
    { text: 'One.', direction: 'slowly', chosenTakeId: take.id },
    { text: 'Two, changed.', pauseSeconds: 1, chosenTakeId: null },
  ])
  expect(await parts.script.castings(copy.id)).toEqual(await parts.script.castings(projectId))
  const [cut] = await parts.sequences.ofProject(copy.id)
  const placed = Object.values((await parts.sequences.get(cut!.id)).tracks).flatMap(track => Object.values<object>(track.clips))
  expect(placed).toMatchObject([{ takeId: take.id, lineId: lines[0]!.id }])
  const stop = new AbortController()
  for await (const { choices } of parts.deliveryChoices.changes(copy.id, stop.signal)) {
    expect(choices.presetId).toBe('podcast-mp3')
    stop.abort()
  }
  expect(await parts.library.all(sql`SELECT id FROM takes`)).toHaveLength(1)
  await parts.script.remove(lines[0]!.id)
  expect((await parts.script.lines(projectId)).map(line => line.id)).toEqual([first.id, second.id])
  expect(await parts.library.check()).toEqual([])
  const nobodys = { projectId: newId<ProjectId>(), name: 'None' }
  await expect(handlers.projects.duplicate(nobodys, call)).rejects.toMatchObject({ code: 'not-found' })
  expect(await parts.projects.nameOf(copy.id)).toBe('Harbour copy')
})

it('a project whose duplicate fails on the way has none', async () => {
  const { parts, handlers, projectId } = await project()
  await parts.library.run(sql`CREATE TRIGGER full BEFORE INSERT ON castings BEGIN SELECT RAISE(ABORT, 'full'); END`)
  await expect(handlers.projects.duplicate({ projectId, name: 'Half' }, call)).rejects.toThrow()
  const stop = new AbortController()
  for await (const { changed } of parts.projects.changes(stop.signal)) {
    expect(changed.map(each => each.name)).toEqual(['Harbour'])
    stop.abort()
  }
})

it('a snapshot is taken when the studio closes, and is deleted with its project', async () => {
  const { studio, projectId } = await project()
  await studio.close()
  const again = await openTestStudio({ folder: studio.folder })
  expect(await again.parts.snapshots.list(projectId)).toHaveLength(1)
  await again.parts.projects.trash(projectId)
  await again.parts.projects.purge(projectId)
  await expect(again.parts.snapshots.list(projectId)).rejects.toMatchObject({ code: 'not-found' })
  expect(await again.parts.library.check()).toEqual([])
})

it('a version keeps how words are pronounced: in its project, in a copy, and not those of the studio', async () => {
  const { parts, handlers, projectId } = await project()
  const entry = (word: string, alias: string, of: typeof projectId | null) =>
    ({ id: newId<PronunciationId>(), projectId: of, word, alias, language: '' })
  const [harbour, studio] = [entry('Harbour', 'harber', projectId), entry('GIF', 'jif', null)]
  await parts.script.pronounce([harbour, studio], [])
  await parts.snapshots.takeAll()
  await parts.script.pronounce([{ ...harbour, alias: 'other' }, entry('Late', 'layt', projectId)], [])
  const [version] = (await handlers.snapshots.list({ projectId }, call)).snapshots
  const heard: unknown[] = []
  const stop = new AbortController()
  const listening = (async () => {
    for await (const event of parts.script.pronunciations(projectId, stop.signal))
      heard.push(event)
  })().catch(() => {})
  const copy = await handlers.snapshots.restore({ snapshotId: version!.id, asNew: true }, call)
  const words = async (of: typeof projectId) => (await parts.script.pronunciationsOf(of))
    .map(({ word, alias, projectId: at }) => [word, alias, at])
  expect(await words(copy.project.id)).toEqual([['GIF', 'jif', null], ['Harbour', 'harber', copy.project.id]])
  await handlers.snapshots.restore({ snapshotId: version!.id, asNew: false }, call)
  expect(await words(projectId)).toEqual([['GIF', 'jif', null], ['Harbour', 'harber', projectId]])
  expect((await parts.script.pronunciationsOf(projectId)).find(({ word }) => word === 'Harbour')?.id).toBe(harbour.id)
  expect(await words(copy.project.id)).toHaveLength(2)
  await expect.poll(() => JSON.stringify(heard)).toContain('harber')
  stop.abort()
  await listening
})

it('a version keeps the languages of script, speakers and lines', async () => {
  const { parts, handlers, projectId, first } = await project()
  await parts.script.setLanguage(projectId, { speaker: null, language: 'en' })
  await parts.script.setLanguage(projectId, { speaker: 'Ben', language: 'de' })
  await parts.script.change(projectId, [{ lineId: first.id, language: 'fr' }])
  await parts.snapshots.takeAll()
  await parts.script.setLanguage(projectId, { speaker: null, language: 'it' })
  await parts.script.setLanguage(projectId, { speaker: 'Ben', language: null })
  await parts.script.change(projectId, [{ lineId: first.id, language: null }])
  const spokenIn = async (id: typeof projectId) => (await parts.script.lines(id)).map(line => line.spokenIn)
  expect(await spokenIn(projectId)).toEqual(['it', 'it'])
  const [version] = (await handlers.snapshots.list({ projectId }, call)).snapshots
  const copy = await handlers.snapshots.restore({ snapshotId: version!.id, asNew: true }, call)
  expect(await spokenIn(copy.project.id)).toEqual(['fr', 'de'])
  const duplicate = await handlers.projects.duplicate({ projectId, name: 'Harbour again' }, call)
  expect(await spokenIn(duplicate.project.id), 'as it is now').toEqual(['it', 'it'])
  await handlers.snapshots.restore({ snapshotId: version!.id, asNew: false }, call)
  expect(await spokenIn(projectId)).toEqual(['fr', 'de'])
})

it('the anchor of a speaker comes along, into a copy and back in place, unless its take was deleted', async () => {
  const { parts, handlers, projectId, take } = await project()
  const anchorsOf = (id: typeof projectId) => readAnchors(parts.library, id)
  const ofAnna = new Map([['Anna', take.id]])
  await parts.snapshots.takeAll()
  await handlers.drift.setAnchor({ projectId, speaker: 'Anna', takeId: take.id }, call)
  expect(await parts.snapshots.takeAll(), 'an anchor is a change').toBe(1)
  const [version, before] = (await handlers.snapshots.list({ projectId }, call)).snapshots
  const { project: { id: copy } } = await handlers.snapshots.restore({ snapshotId: version!.id, asNew: true }, call)
  const content = await parts.snapshots.content(version!.id)
  const write = (anchors: typeof content.anchors) => parts.library.transaction(tx =>
    writeScriptVersion(tx, { ...content, anchors }, { into: copy, newIds: new Map(), changedAt: 1 }))
  expect(await anchorsOf(copy)).toEqual(ofAnna)
  const duplicate = await handlers.projects.duplicate({ projectId, name: 'Harbour again' }, call)
  expect(await anchorsOf(duplicate.project.id)).toEqual(ofAnna)

  await handlers.drift.setAnchor({ projectId, speaker: 'Anna', takeId: null }, call)
  const told: unknown[] = []
  const stop = new AbortController()
  const listening = (async () => {
    for await (const event of parts.drift.changes(projectId, stop.signal))
      told.push(event)
  })()
  await expect.poll(() => told.length).toBeGreaterThan(0)
  expect(JSON.stringify(told)).not.toContain(take.id)
  await handlers.snapshots.restore({ snapshotId: version!.id, asNew: false }, call)
  expect(await anchorsOf(projectId)).toEqual(ofAnna)
  await expect.poll(() => JSON.stringify(told), { message: 'pages are told' }).toContain(`"anchorTakeId":"${take.id}"`)
  stop.abort()
  await listening

  await write(undefined)
  expect(await anchorsOf(copy), 'a version without anchors leaves the present ones').toEqual(ofAnna)
  await handlers.snapshots.restore({ snapshotId: before!.id, asNew: false }, call)
  expect(await anchorsOf(projectId), 'a version without an anchor').toEqual(new Map())

  await parts.takes.trash([take.id])
  await parts.takes.purge([take.id])
  await write(content.anchors)
  expect(await anchorsOf(copy)).toEqual(new Map())
  expect(await parts.library.check()).toEqual([])
})
