/** The trash of every kind: it shows what was deleted and when, restores it completely, and permanently deletes only what is in it. */
import type { TrashRef } from '#contract/trash.ts'
import type { ModelId, RequestId, StepId, TakeId } from '#contract/words.ts'
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { systemClock } from '../../../src-main/base/clock.ts'
import { newId } from '../../../src-main/base/ids.ts'
import { sql } from '../../../src-main/storage/sql.ts'
import { createTrash } from '../../../src-main/trash/trash.ts'
import { spokenTake } from '../../kit/library.ts'
import { openMediaKit } from '../../kit/media.ts'
import { storeSequence } from '../../kit/sequences.ts'
import { connect, ended, openTestPractice, openTestStudio } from '../../kit/studio.ts'

const call = { signal: new AbortController().signal, origin: 'page' } as const

/** One of each kind, all trashed. */
async function fullTrash() {
  const kit = await openMediaKit()
  const practice = await openTestPractice()
  const studio = await openTestStudio()
  const { parts, handlers } = studio
  const accountId = await connect(studio, practice)
  const project = await parts.projects.create('Harbour')
  const [line] = await parts.script.add(
    project.id,
    null,
    [{ speaker: 'Anna', text: 'One.', direction: '' }, { speaker: 'Anna', text: 'Two.', direction: '' }],
  )
  const bring = async (name: string, seconds: number) => {
    const bytes = await readFile(await kit.tone(name, { seconds }))
    const ticket = await studio.receiveFile(name, (async function* () {
      yield bytes
    })(), bytes.length)
    return (await handlers.takes.import({ ticket, projectId: project.id }, call)).take
  }
  const clip = await bring('clip.wav', 1.5)
  const other = await bring('other.wav', 0.5)
  const voice = await parts.voices.create({ takeId: clip.id, name: 'Grandfather', consent: 'yes' })
  await parts.script.cast(project.id, { speaker: 'Anna', modelId: 'higgs2p5' as ModelId, voiceId: voice.id, fields: {} })
  const conversation = await parts.conversations.create({ title: 'About the sea', projectId: project.id, system: '' })
  const asked = await handlers.conversations.send({
    requestId: newId<RequestId>(),
    accountId,
    modelId: parts.models.all().find(model => model.kind === 'chat')!.id,
    fields: {},
    conversationId: conversation.id,
    parentId: null,
    parts: [{ type: 'text', text: 'Why?' }],
  }, call)
  await ended(studio, asked.jobId)
  const model = await parts.models.save({ ...parts.models.template('speech', 'my-own' as ModelId), label: 'My own' })
  const sequence = await storeSequence(parts.sequences, project.id)
  const delivery = await parts.deliveries.insert({
    id: newId() as never,
    projectId: project.id,
    sequenceId: sequence.id,
    jobId: newId() as never,
    name: 'Film',
    presetId: 'landscape-720',
    width: 640,
    height: 360,
    captionMode: 'none',
    files: [],
    durationSeconds: null,
    loudness: null,
    folder: studio.folder,
    isMissing: false,
    createdAt: 1,
  })

  await handlers.takes.trash({ takeIds: [clip.id, other.id] }, call)
  await handlers.script.remove({ lineId: line!.id }, call)
  await handlers.voices.trash({ voiceId: voice.id }, call)
  await handlers.conversations.trash({ conversationId: conversation.id }, call)
  await handlers.models.remove({ modelId: model.id }, call)
  await handlers.deliveries.trash({ deliveryId: delivery.id }, call)
  await kit.close()
  return { studio, project, line: line!, clip, other, voice, conversation, model, delivery }
}

it('shows every kind with its name and place, and restores each completely', async () => {
  const { studio, project, line, clip, voice, conversation, model, delivery } = await fullTrash()
  const { handlers, parts } = studio
  const { items } = await handlers.trash.list({}, call)
  expect(items.map(item => [item.kind, item.title, item.place]).sort()).toEqual([
    ['conversation', 'About the sea', 'Harbour'],
    ['delivery', 'Film', 'Harbour'],
    ['line', 'One.', 'Harbour'],
    ['model', 'My own', ''],
    ['take', 'clip.wav', 'Harbour'],
    ['take', 'other.wav', 'Harbour'],
    ['voice', 'Grandfather', ''],
  ])
  expect(items.every(item => Date.now() - item.trashedAt < 60_000)).toBe(true)
  expect(parts.models.all().some(each => each.id === model.id)).toBe(false)
  expect(await handlers.trash.restore({ items }, call)).toEqual({ count: 7, projects: [] })
  expect((await handlers.trash.list({}, call)).items).toEqual([])
  expect((await parts.script.lines(project.id)).map(each => each.id)).toContain(line.id)
  expect((await parts.voices.get(voice.id)).trashedAt).toBeNull()
  expect((await parts.conversations.get(conversation.id)).messageCount).toBe(2)
  expect(parts.models.all().find(each => each.id === model.id)?.label).toBe('My own')
  expect((await parts.takes.get(clip.id)).trashedAt).toBeNull()
  expect((await parts.projects.get(project.id)).deliveryCount).toBe(1)
  expect((await parts.deliveries.get(delivery.id)).name).toBe('Film')
})

it('shows what was deleted in a project that is in the trash itself, and restores that project with it', async () => {
  const { studio, project, line, conversation, delivery } = await fullTrash()
  const { handlers, parts } = studio
  const sequence = await storeSequence(parts.sequences, project.id)
  await parts.sequences.trash(sequence.id)
  await handlers.projects.trash({ projectId: project.id }, call)
  const parted: TrashRef[] = [
    { kind: 'line', id: line.id },
    { kind: 'sequence', id: sequence.id },
    { kind: 'delivery', id: delivery.id },
    { kind: 'conversation', id: conversation.id },
  ]
  for (const item of parted) {
    expect((await parts.trash.list()).map(each => [each.kind, each.id, each.place])).toContainEqual([item.kind, item.id, 'Harbour'])
    expect(await handlers.trash.restore({ items: [item] }, call)).toEqual({ count: 1, projects: ['Harbour'] })
    expect(await parts.projects.get(project.id)).toMatchObject({ trashedAt: null })
    expect((await parts.trash.list()).map(each => each.id)).not.toContain(item.id)
    await handlers.projects.trash({ projectId: project.id }, call)
  }
  const both: TrashRef[] = [{ kind: 'project', id: project.id }, { kind: 'line', id: line.id }]
  await handlers.projects.restore({ projectId: project.id }, call)
  await parts.script.remove(line.id)
  await handlers.projects.trash({ projectId: project.id }, call)
  expect(await handlers.trash.restore({ items: both }, call)).toEqual({ count: 2, projects: [] })
})

it('permanently deletes only what is in it, reports how much that frees, and keeps what others need', async () => {
  const { studio, project, clip, other, voice } = await fullTrash()
  const { handlers, parts } = studio
  const { items } = await handlers.trash.list({}, call)
  const takesOnly = items.filter(item => item.kind === 'take')
  // The clip of a voice is kept for as long as the voice, even a trashed one.
  const [otherBytes, clipBytes] = [await parts.assets.weigh(other.asset), await parts.assets.weigh(clip.asset)]
  expect(otherBytes).toBeGreaterThan(other.asset.sizeBytes) // its waveform is deleted with it
  expect(await handlers.trash.weigh({ items: takesOnly }, call)).toEqual({
    chosen: { take: 2 },
    count: 1,
    sizeBytes: otherBytes,
    used: 0,
    uses: [],
    places: 0,
    films: [],
  })
  expect(await handlers.trash.purge({ items: takesOnly }, call)).toEqual({ count: 1, sizeBytes: otherBytes })
  await expect(readFile(parts.assets.pathOf(other.asset))).rejects.toThrow()
  expect((await readFile(parts.assets.pathOf(clip.asset))).length).toBe(clip.asset.sizeBytes)

  // What is not in the trash is not deleted, whatever the request.
  expect(
    await handlers.trash.purge({ items: [{ kind: 'project', id: project.id }, { kind: 'take', id: newId() }] }, call),
  ).toEqual({ count: 0, sizeBytes: 0 })
  const rest = (await handlers.trash.list({}, call)).items
  expect(await handlers.trash.purge({ items: rest }, call)).toEqual({ count: rest.length, sizeBytes: clipBytes })
  expect((await handlers.trash.list({}, call)).items).toEqual([])
  await expect(parts.voices.get(voice.id)).rejects.toMatchObject({ code: 'not-found' })
  expect((await parts.script.castings(project.id))[0]?.voiceId).toBeNull()
  expect(await parts.library.check()).toEqual([])
})

it('a project that is deleted permanently leaves its takes in the library', async () => {
  const { studio, project, clip } = await fullTrash()
  const { handlers, parts } = studio
  await handlers.trash.restore({ items: (await handlers.trash.list({}, call)).items }, call)
  await handlers.projects.trash({ projectId: project.id }, call)
  expect(await handlers.trash.purge({ items: [{ kind: 'project', id: project.id }] }, call)).toEqual({ count: 1, sizeBytes: 0 })
  await expect(parts.projects.get(project.id)).rejects.toMatchObject({ code: 'not-found' })
  expect(await parts.takes.get(clip.id)).toMatchObject({ projectId: null, trashedAt: null })
  expect(await parts.library.check()).toEqual([])
})

it('a delivery or project that is deleted permanently leaves its films, and reports where they are', async () => {
  const { studio, project, delivery } = await fullTrash()
  const { handlers, parts } = studio
  const folder = join(studio.folder, 'chosen by the person')
  await mkdir(folder)
  await writeFile(join(folder, 'Film.mp4'), 'film')
  const files = [['video', 'Film.mp4'], ['captions', 'gone.srt']].map(([role, name]) => ({ role, name, sizeBytes: 4, sha256: '' }))
  await parts.library.run(sql`UPDATE deliveries SET folder = ${folder}, files = ${JSON.stringify(files)}`)
  const films = [{ folder, count: 1, names: ['Film.mp4'] }]
  expect(await handlers.trash.weigh({ items: [{ kind: 'delivery', id: delivery.id }] }, call)).toMatchObject({
    count: 1,
    sizeBytes: 0,
    films,
  })
  await handlers.projects.trash({ projectId: project.id }, call)
  const whole: TrashRef[] = [{ kind: 'project', id: project.id }]
  expect(await handlers.trash.weigh({ items: whole }, call)).toMatchObject({ count: 1, films })
  expect(await handlers.trash.purge({ items: whole }, call)).toMatchObject({ count: 1 })
  await expect(parts.deliveries.get(delivery.id)).rejects.toMatchObject({ code: 'not-found' })
  expect(await readFile(join(folder, 'Film.mp4'), 'utf8')).toBe('film')
})

it('is emptied by age only when that was chosen', async () => {
  const { studio } = await fullTrash()
  await studio.parts.library.run(sql`UPDATE takes SET trashed_at = trashed_at - ${61 * 86_400_000} WHERE title = 'other.wav'`)
  await studio.close()
  const second = await openTestStudio({ folder: studio.folder })
  expect((await second.parts.trash.list())).toHaveLength(7)
  await second.parts.settings.change({ trashDays: 60 })
  await second.close()
  const third = await openTestStudio({ folder: studio.folder })
  await expect.poll(async () => (await third.parts.trash.list()).map(item => item.title)).not.toContain('other.wav')
  expect(await third.parts.trash.list()).toHaveLength(6)
})

it('emptied by age, it keeps what is restored meanwhile, with what that needs', async () => {
  const { studio, project, other, line } = await fullTrash()
  const { parts } = studio
  await parts.library.run(sql`UPDATE lines SET chosen_take_id = ${other.id} WHERE id = ${line.id}`)
  const sequence = await storeSequence(parts.sequences, project.id)
  await parts.sequences.trash(sequence.id)
  const page = new AbortController()
  const removed: string[] = []
  const reading = (async () => {
    for await (const event of parts.sequences.changes(project.id, page.signal))
      removed.push(...event.removed)
  })()
  const trash = createTrash({
    ...parts,
    script: {
      ...parts.script,
      async purge(lineId) {
        await parts.sequences.restore(sequence.id)
        await parts.script.restore(lineId)
        return parts.script.purge(lineId)
      },
    },
  })
  await trash.purgeOlderThan(-1)
  expect(await parts.script.place(line.id)).not.toBeNull()
  expect((await parts.sequences.ofProject(project.id)).map(each => each.id)).toContain(sequence.id)
  expect(await parts.takes.find([other.id])).toHaveLength(1)
  // It was decided before that this one is deleted.
  await parts.sequences.purge(sequence.id)
  page.abort()
  await reading
  expect(removed).not.toContain(sequence.id)
})

it('a delivery in an unreadable folder counts as missing, and does not prevent showing the others or the trash', async () => {
  const { studio, delivery, project } = await fullTrash()
  const { handlers, parts } = studio
  // A path that contains itself cannot be read by anyone, not even an administrator.
  const locked = join(studio.folder, 'locked')
  await symlink(locked, locked)
  await parts.deliveries.finish(delivery.id, {
    folder: locked,
    files: [{ role: 'video', name: 'Film.mp4', sizeBytes: 1, sha256: '' }],
    durationSeconds: 1,
    loudness: null,
  })
  expect(await parts.deliveries.get(delivery.id)).toMatchObject({ isMissing: true })
  const items = [{ kind: 'project' as const, id: project.id }, { kind: 'delivery' as const, id: delivery.id }]
  await handlers.projects.trash({ projectId: project.id }, call)
  expect(await handlers.trash.weigh({ items }, call)).toMatchObject({ films: [] })
})

it('what one act moves there in parts has one moment, while other acts have their own', async () => {
  const { parts, handlers } = await openTestStudio()
  const asset = await parts.assets.adoptText('words', { mime: 'text/plain', extension: 'txt' })
  const ids: TakeId[] = []
  for (const words of ['one', 'two', 'three', 'four', 'five'])
    ids.push((await parts.takes.file(spokenTake(words), asset)).id)
  const [one, two, three, four, five] = ids
  const step = () => ({ id: newId<StepId>(), projectId: null, name: 'trashTakes', of: '2', room: 'library' } as const)
  const [first, second] = [step(), step()]
  const trash = async (takeId: TakeId | undefined, of?: typeof first) => {
    await handlers.takes.trash({ takeIds: [takeId!], ...of && { step: of } }, call)
    await systemClock.sleep(3)
  }
  await trash(one, first)
  await trash(two, second)
  await trash(three, first)
  await trash(four)
  await trash(five, second)
  const moments = new Map((await parts.trash.list()).map(item => [item.id, item.trashedAt]))
  const at = (takeId: TakeId | undefined) => moments.get(takeId!)
  expect([at(three), at(five)]).toEqual([at(one), at(two)])
  expect(new Set(moments.values()).size).toBe(3)
})

it('a trashed model that cannot be read is listed by its id, and hides nothing else', async () => {
  const { parts } = await openTestStudio()
  const { id } = await parts.projects.create('Harbour')
  await parts.projects.trash(id)
  await parts.library.run(sql`INSERT INTO models (id, model, changed_at, trashed_at) VALUES ('mine', '{"id":', 0, 1)`)
  expect((await parts.trash.list()).map(item => item.title)).toEqual(['Harbour', 'mine'])
})
