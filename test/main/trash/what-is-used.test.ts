/**
 * Items in use: a deliberate deletion says where and frees what it announced, and emptying by age never deletes them.
 *
 * @module-tag wide
 */
import type { TrashRef } from '#contract/trash.ts'
import type { AssetId, JobId, MessageId, ModelId, RequestId, TakeId } from '#contract/words.ts'
import type { openTestLibrary } from '../../kit/library.ts'
import { stat, writeFile } from 'node:fs/promises'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { filesBelow } from '../../../src-main/base/files-below.ts'
import { newId } from '../../../src-main/base/ids.ts'
import { sql } from '../../../src-main/storage/sql.ts'
import { plainAsset, spokenTake } from '../../kit/library.ts'
import { storeSequence } from '../../kit/sequences.ts'
import { openTestStudio } from '../../kit/studio.ts'

const call = { signal: new AbortController().signal, origin: 'page' } as const
const dayMs = 86_400_000

const places = [
  'line',
  'removed-line',
  'clip',
  'version',
  'version-picture',
  'version-casting',
  'casting',
  'voice',
  'speaker',
  'chat',
] as const

/** A take shares its file with every other take of the same `file`; a use refers to a take, from its place. */
const anyStudio = fc.record({
  takes: fc.array(fc.record({
    file: fc.nat(4),
    isTrashed: fc.boolean(),
    isOld: fc.boolean(),
    hasPeaks: fc.boolean(),
  }), { minLength: 1, maxLength: 8 }),
  uses: fc.array(fc.record({
    place: fc.constantFrom(...places),
    take: fc.nat(),
    project: fc.nat(1),
    isTrashed: fc.boolean(),
    isOld: fc.boolean(),
  }), { maxLength: 8 }),
  projects: fc.tuple(
    fc.record({ isTrashed: fc.boolean(), isOld: fc.boolean() }),
    fc.record({ isTrashed: fc.boolean(), isOld: fc.boolean() }),
  ),
  chosen: fc.array(fc.boolean(), { minLength: 30, maxLength: 30 }),
})
type Plan = typeof anyStudio extends fc.Arbitrary<infer T> ? T : never
type Studio = Awaited<ReturnType<typeof openTestStudio>>

async function furnish({ parts, folder }: Studio, plan: Plan) {
  const { library } = parts
  const name = newId()
  const projects = [await parts.projects.create(`First ${name}`), await parts.projects.create(`Second ${name}`)]
  const takes: TakeId[] = []
  const assetIds: AssetId[] = []
  for (const { file, hasPeaks } of plan.takes) {
    const asset = await plainAsset(
      { root: folder, assets: parts.assets } as Awaited<ReturnType<typeof openTestLibrary>>,
      `${name} ${'x'.repeat(file * 7)}`,
    )
    if (hasPeaks)
      await writeFile(parts.assets.pathOf(asset, 'peaks'), 'peaks')
    takes.push((await parts.takes.file(spokenTake('One.'), { ...asset, hasPoster: true })).id)
    assetIds.push(asset.id)
  }
  const ago = (isOld: boolean): number => Date.now() - (isOld ? 61 : 1) * dayMs
  for (const { place, take, project, isTrashed, isOld } of plan.uses) {
    const { id: projectId } = projects[project]!
    const at = take % takes.length
    const [takeId, assetId] = [takes[at]!, assetIds[at]!]
    const [speaker, castBy] = [newId(), JSON.stringify({ clips: [{ assetId }] })]
    const cast = () =>
      library.run(sql`INSERT INTO castings (project_id, speaker, model_id, fields) VALUES (${projectId}, ${speaker}, 'a-model', ${castBy})`)
    if (place === 'line' || place === 'removed-line' || place === 'version') {
      const [line] = await parts.script.add(projectId, null, [{ speaker: 'Anna', text: speaker, direction: '' }])
      await library.run(sql`UPDATE lines SET chosen_take_id = ${takeId} WHERE id = ${line!.id}`)
      if (place === 'version') {
        await parts.snapshots.take(projectId)
        await library.run(sql`UPDATE lines SET chosen_take_id = NULL WHERE id = ${line!.id}`)
      }
      else if (place === 'removed-line') {
        await library.run(sql`UPDATE lines SET removed_at = ${ago(isOld)} WHERE id = ${line!.id}`)
      }
    }
    else if (place === 'clip') {
      await storeSequence(parts.sequences, projectId, { spoken: [{ takeId }] })
    }
    else if (place === 'version-picture' || place === 'version-casting') {
      await parts.script.add(projectId, null, [{ speaker: 'Anna', text: speaker, direction: '' }])
      await cast()
      await parts.snapshots.take(projectId)
      await library.run(sql`DELETE FROM castings WHERE speaker = ${speaker}`)
      await library.run(
        sql`UPDATE snapshots SET picture_asset_id = ${place === 'version-picture' ? assetId : null} WHERE project_id = ${projectId}`,
      )
    }
    else if (place === 'casting') {
      await cast()
    }
    else if (place === 'voice' || place === 'speaker') {
      const voice = await parts.voices.create({ takeId, name: 'Grandfather', consent: 'yes' })
      if (place === 'speaker')
        await parts.script.cast(projectId, { speaker, modelId: 'a-model' as ModelId, voiceId: voice.id, fields: {} })
      await library.run(sql`UPDATE voices SET trashed_at = ${isTrashed ? ago(isOld) : null} WHERE id = ${voice.id}`)
    }
    else {
      const { id } = await parts.conversations.create({ title: 'About it', projectId: null, system: '' })
      await parts.conversations.ask({
        conversationId: id,
        message: { id: newId<MessageId>(), parentId: null, parts: [{ type: 'image', assetId }] },
        answer: { id: newId<MessageId>(), jobId: newId<JobId>(), modelId: 'a-model' as ModelId },
        words: '',
      })
      await library.run(sql`UPDATE conversations SET trashed_at = ${isTrashed ? ago(isOld) : null} WHERE id = ${id}`)
    }
  }
  for (const [at, { isTrashed, isOld }] of plan.takes.entries())
    await library.run(sql`UPDATE takes SET trashed_at = ${isTrashed ? ago(isOld) : null} WHERE id = ${takes[at]!}`)
  for (const [at, { isTrashed, isOld }] of plan.projects.entries())
    await library.run(sql`UPDATE projects SET trashed_at = ${isTrashed ? ago(isOld) : null} WHERE id = ${projects[at]!.id}`)
}

async function bytesBelow(folder: string): Promise<number> {
  const sizes = await Promise.all((await filesBelow(folder)).map(async file => (await stat(file)).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** All stored references to takes and files, by the row that contains them. */
async function namesOf({ parts: { library } }: Studio) {
  const takes = await library.all<{ place: string, take_id: string, is_there: number }>(sql`
    WITH named (place, take_id) AS (
      SELECT 'line ' || id, chosen_take_id FROM lines WHERE chosen_take_id IS NOT NULL
      UNION SELECT 'voice ' || id, clip_take_id FROM voices
      UNION SELECT 'sequence ' || sequence_id, take_id FROM sequence_clips WHERE take_id IS NOT NULL
      UNION SELECT 'snapshot ' || snapshots.id, tree.atom FROM snapshots, json_tree(snapshots.content) AS tree
        WHERE tree.key = 'chosenTakeId' AND tree.atom IS NOT NULL
      UNION SELECT 'snapshot ' || snapshots.id, inner.atom
        FROM snapshots, json_tree(snapshots.content) AS tree, json_tree(tree.atom) AS inner WHERE tree.key = 'document'
          AND inner.key = 'takeId'
    )
    SELECT place, take_id, EXISTS (SELECT 1 FROM takes WHERE id = take_id) AS is_there FROM named ORDER BY place, take_id`)
  const files = await library.all<{ place: string, is_there: number }>(sql`
    SELECT 'message ' || messages.id AS place, EXISTS (SELECT 1 FROM assets WHERE instr(messages.parts, assets.id) > 0) AS is_there FROM messages WHERE instr(parts, 'assetId') > 0
    UNION SELECT 'casting ' || speaker, EXISTS (SELECT 1 FROM assets WHERE instr(castings.fields, assets.id) > 0) FROM castings WHERE instr(fields, 'assetId') > 0
    UNION SELECT 'picture ' || snapshots.id, EXISTS (SELECT 1 FROM assets WHERE assets.id = picture_asset_id) FROM snapshots
      WHERE picture_asset_id IS NOT NULL
    UNION SELECT 'version ' || snapshots.id || ' ' || (each.value ->> 'speaker'),
      EXISTS (SELECT 1 FROM assets WHERE instr(each.value ->> 'fields', assets.id) > 0)
      FROM snapshots, json_each(snapshots.content, '$.castings') AS each
    ORDER BY place`)
  const voices = await library.all<{
    place: string
    voice_id: string
  }>(sql`SELECT 'casting ' || speaker AS place, voice_id FROM castings WHERE voice_id IS NOT NULL`)
  return { takes, files, voices }
}

describe('deleting permanently', () => {
  it('frees exactly the bytes and items that were announced, however files are shared', async () => {
    const studio = await openTestStudio()
    const { trash, assets, library } = studio.parts
    await fc.assert(fc.asyncProperty(anyStudio, async (plan) => {
      await furnish(studio, plan)
      const items = (await trash.list()).filter((_, at) => plan.chosen[at % plan.chosen.length])
      const [bytes, count, files] = [await bytesBelow(assets.folder), (await trash.list()).length, (await namesOf(studio)).files]
      const weighed = await trash.weigh(items)
      expect(await trash.purge(items)).toEqual({ count: weighed.count, sizeBytes: weighed.sizeBytes })
      expect(bytes - await bytesBelow(assets.folder)).toBe(weighed.sizeBytes)
      // A line is not listed while its project is in the trash, and is restored with it.
      const gone = count - (await trash.list()).length
      expect(gone).toBeGreaterThanOrEqual(weighed.count)
      // Chats and castings keep their files; every remaining take has its own.
      const left = new Set((await namesOf(studio)).files.filter(file => file.is_there).map(file => file.place))
      const there = await library.all<{ place: string }>(sql`SELECT 'message ' || id AS place FROM messages UNION SELECT 'casting ' || speaker FROM castings`)
      expect(files.filter(file => file.is_there && there.some(row => row.place === file.place) && !left.has(file.place))).toEqual([])
      for (const asset of await assets.all())
        expect(await assets.weigh(asset)).toBeGreaterThanOrEqual(asset.sizeBytes)
      expect(await library.check()).toEqual([])
    }), { numRuns: 40 })
  })

  it('names the places where an item is still used', async () => {
    const studio = await openTestStudio()
    const { parts, handlers } = studio
    const trailer = await parts.projects.create('Trailer')
    const film = async (text: string) => parts.takes.file(
      spokenTake(text),
      await plainAsset({ root: studio.folder, assets: parts.assets } as Awaited<ReturnType<typeof openTestLibrary>>, text),
    )
    const [used, shown, free] = [await film('used'), await film('shown'), await film('free')]
    const [line] = await parts.script.add(trailer.id, null, [{ speaker: 'Anna', text: 'One.', direction: '' }])
    await parts.library.run(sql`UPDATE lines SET chosen_take_id = ${used.id} WHERE id = ${line!.id}`)
    await parts.snapshots.take(trailer.id)
    const conversation = await parts.conversations.create({ title: 'About the sea', projectId: null, system: '' })
    await parts.conversations.ask({
      conversationId: conversation.id,
      message: { id: newId<MessageId>(), parentId: null, parts: [{ type: 'image', assetId: shown.asset.id }] },
      answer: { id: newId<MessageId>(), jobId: newId<JobId>(), modelId: 'a-model' as ModelId },
      words: '',
    })
    const heard = await parts.takes.file(
      spokenTake('What was heard', { kind: 'transcribe', medium: 'text', sourceTakeIds: [used.id] }),
      await parts.assets.adoptText('{}', { mime: 'application/json', extension: 'json' }),
    )
    const items: TrashRef[] = [used, shown, free].map(take => ({ kind: 'take', id: take.id }))
    await handlers.takes.trash({ takeIds: [used.id, shown.id, free.id] }, call)
    const weighed = await handlers.trash.weigh({ items }, call)
    expect(weighed).toMatchObject({ count: 3, used: 2, places: 4, sizeBytes: 'usedfree'.length })
    expect(weighed.uses.map(use => [use.kind, use.place, use.isTrashed, use.things]).sort()).toEqual([
      ['conversation', 'About the sea', false, 1],
      ['script', 'Trailer', false, 1],
      ['source', heard.title, false, 1],
      ['version', 'Trailer', false, 1],
    ])
    expect((await handlers.trash.list({}, call)).items.filter(item => item.isUsed)
      .map(item => item.id)
      .sort()).toEqual([used.id, shown.id].sort())
    await handlers.projects.trash({ projectId: trailer.id }, call)
    expect((await handlers.trash.weigh({ items }, call)).uses).toContainEqual({
      kind: 'script',
      place: 'Trailer',
      isTrashed: true,
      things: 1,
    })
    // What is deleted at the same time needs nothing any more.
    expect((await handlers.trash.weigh(
      { items: [...items, { kind: 'project', id: trailer.id }] },
      call,
    )).uses.map(use => use.kind).sort()).toEqual(['conversation', 'source'])
    // It can be deleted on request; only the chat keeps its file.
    expect(await handlers.trash.purge({ items }, call)).toEqual({ count: 3, sizeBytes: 'usedfree'.length })
    expect(await parts.assets.weigh(shown.asset)).toBe('shown'.length)
    await handlers.conversations.trash({ conversationId: conversation.id }, call)
    const chat: TrashRef[] = [{ kind: 'conversation', id: conversation.id }]
    expect(await handlers.trash.weigh({ items: chat }, call)).toMatchObject({ count: 1, sizeBytes: 'shown'.length })
    expect(await handlers.trash.purge({ items: chat }, call)).toEqual({ count: 1, sizeBytes: 'shown'.length })
    expect(await parts.assets.weigh(shown.asset)).toBe(0)
  })
})

describe('emptying by age', () => {
  it('keeps everything intact that was: scripts, sequences, snapshots, voices, chats and castings', async () => {
    const studio = await openTestStudio()
    const { trash, library } = studio.parts
    await fc.assert(fc.asyncProperty(anyStudio, async (plan) => {
      await furnish(studio, plan)
      const before = await namesOf(studio)
      await trash.purgeOlderThan(60)
      const after = await namesOf(studio)
      // A row may be deleted itself, by its own age. What is left has the same references, and all of them exist.
      expect(before.takes).toEqual(expect.arrayContaining(after.takes))
      expect(before.files).toEqual(expect.arrayContaining(after.files))
      const takes = new Set(after.takes.map(row => `${row.place} ${row.take_id}`))
      const places = await library.all<{ place: string }>(sql`
        SELECT 'line ' || id AS place FROM lines UNION SELECT 'voice ' || id FROM voices UNION SELECT 'sequence ' || id FROM sequences
          UNION SELECT 'snapshot ' || id FROM snapshots`)
      const there = new Set(places.map(row => row.place))
      expect(before.takes.filter(row => there.has(row.place) && !takes.has(`${row.place} ${row.take_id}`))).toEqual([])
      const cast = new Set((await library.all<{ place: string }>(sql`SELECT 'casting ' || speaker AS place
        FROM castings`)).map(row => row.place))
      expect(after.voices).toEqual(before.voices.filter(row => cast.has(row.place)))
      // And old items that nothing needs are deleted.
      const left = await library.all<{ id: TakeId }>(sql`SELECT id FROM takes WHERE trashed_at < ${Date.now() - 60 * dayMs}`)
      const needed = new Set(after.takes.map(row => row.take_id))
      const byFile = await library.all<{ id: string }>(sql`
        SELECT takes.id FROM takes WHERE EXISTS (SELECT 1 FROM messages WHERE instr(parts, takes.asset_id) > 0) OR EXISTS (SELECT 1
          FROM castings WHERE instr(fields, takes.asset_id) > 0)
          OR EXISTS (SELECT 1 FROM snapshots WHERE instr(content, takes.asset_id) > 0 OR picture_asset_id = takes.asset_id)`)
      for (const { id } of byFile)
        needed.add(id)
      expect(left.filter(take => !needed.has(take.id))).toEqual([])
    }), { numRuns: 40 })
  })

  it(
    'keeps what an unfinished job needs, and voices and models in use; all of it can be deleted by hand, and the places are named',
    async () => {
      const studio = await openTestStudio()
      const { parts, handlers } = studio
      const film = async (text: string) => parts.takes.file(
        spokenTake(text),
        await plainAsset({ root: studio.folder, assets: parts.assets } as Awaited<ReturnType<typeof openTestLibrary>>, text),
      )
      const [source, clip, free] = [await film('source'), await film('clip'), await film('free')]
      const trailer = await parts.projects.create('Trailer')
      const [voice, silent] = [
        await parts.voices.create({ takeId: clip.id, name: 'Grandfather', consent: 'yes' }),
        await parts.voices.create({ takeId: clip.id, name: 'Grandmother', consent: 'yes' }),
      ]
      const [model, idle] = [
        await parts.models.save(parts.models.template('speech', 'my-own' as ModelId)),
        await parts.models.save(parts.models.template('speech', 'another' as ModelId)),
      ]
      await parts.script.cast(trailer.id, { speaker: 'Anna', modelId: model.id, voiceId: voice.id, fields: {} })
      await handlers.jobs.pauseAll({ isPaused: true }, call)
      await parts.ledger.enqueue([{
        requestId: newId<RequestId>(),
        requestPart: 0,
        kind: 'edit',
        title: 'It sways',
        plan: { sent: { fields: { images: [{ assetId: source.asset.id }] } } },
      }])

      await handlers.takes.trash({ takeIds: [source.id, clip.id, free.id] }, call)
      for (const { id } of [voice, silent])
        await handlers.voices.trash({ voiceId: id }, call)
      for (const { id } of [model, idle])
        await handlers.models.remove({ modelId: id }, call)
      const lying = async () => (await handlers.trash.list({}, call)).items
      expect((await lying()).filter(item => item.isUsed).map(item => item.id).sort()).toEqual([source.id, voice.id, model.id].sort())
      const items = (await lying()).map(({ kind, id }) => ({ kind, id }))
      const weighed = await handlers.trash.weigh({ items }, call)
      expect(weighed).toMatchObject({ used: 3, places: 2 })
      expect(weighed.uses).toEqual([
        { kind: 'speaker', place: 'Trailer', isTrashed: false, things: 2 },
        { kind: 'job', place: 'It sways', isTrashed: false, things: 1 },
      ])

      expect(await parts.trash.purgeOlderThan(-1)).toBe(3)
      expect((await lying()).map(item => item.id).sort()).toEqual([source.id, clip.id, voice.id, model.id].sort())
      expect(await handlers.trash.purge({ items }, call)).toMatchObject({ count: 4 })
      expect(await lying()).toEqual([])
    },
  )

  it('keeps what a project uses that is kept for a running job', async () => {
    const studio = await openTestStudio()
    const { parts, handlers } = studio
    await handlers.jobs.pauseAll({ isPaused: true }, call)
    const project = await parts.projects.create('Short-lived')
    const [line] = await parts.script.add(project.id, null, [{ speaker: '', text: 'One.', direction: '' }])
    const take = await parts.takes.file(
      spokenTake('One.', { projectId: project.id, lineId: line!.id }),
      await plainAsset({ root: studio.folder, assets: parts.assets } as Awaited<ReturnType<typeof openTestLibrary>>, 'one'),
    )
    await parts.script.choose(line!.id, take.id)
    const [job] = await parts.ledger.enqueue([
      { requestId: newId<RequestId>(), requestPart: 0, kind: 'image', title: 'It sways', projectId: project.id, plan: {} },
    ])
    // It has been sent: what has not is cancelled with the project.
    for (const event of ['claim', 'send', 'commit'] as const)
      await parts.ledger.move(job!.id, event)
    await handlers.takes.trash({ takeIds: [take.id] }, call)
    await handlers.projects.trash({ projectId: project.id }, call)
    expect(await parts.trash.purgeOlderThan(-1)).toBe(0)
    await parts.ledger.move(job!.id, 'cancel')
    expect(await parts.trash.purgeOlderThan(-1)).toBe(2)
  })

  it('keeps the sources of a failed job until it is retried or cleared', async () => {
    const studio = await openTestStudio()
    const { parts: { ledger, assets, takes, trash }, handlers } = studio
    await handlers.jobs.pauseAll({ isPaused: true }, call)
    const endings = { cancelled: ['cancel'], failed: ['fail'], unsure: ['claim', 'send', 'commit', 'doubt'] } as const
    const jobs = await Promise.all(Object.entries(endings).map(async ([title, events]) => {
      const source = await takes.file(
        spokenTake(title),
        await plainAsset({ root: studio.folder, assets } as Awaited<ReturnType<typeof openTestLibrary>>, title),
      )
      const [job] = await ledger.enqueue([{
        requestId: newId<RequestId>(),
        requestPart: 0,
        kind: 'edit',
        title,
        plan: { sent: { fields: { images: [{ assetId: source.asset.id }] } } },
      }])
      for (const event of events)
        await ledger.move(job!.id, event)
      return { id: job!.id, takeId: source.id }
    }))
    const [cancelled, failed, unsure] = jobs
    await handlers.takes.trash({ takeIds: jobs.map(job => job.takeId) }, call)
    const lying = async () => (await handlers.trash.list({}, call)).items.map(item => item.id)
    expect(await trash.purgeOlderThan(-1)).toBe(0)
    expect(await lying()).toHaveLength(3)

    // The new job needs it; once that has ended, nothing does.
    const [again] = await ledger.enqueue([{
      requestId: newId<RequestId>(),
      requestPart: 0,
      kind: 'edit',
      title: 'again',
      retryOf: cancelled!.id,
      plan: { sent: { fields: { images: [{ assetId: (await takes.get(cancelled!.takeId)).asset.id }] } } },
    }])
    expect(await trash.purgeOlderThan(-1)).toBe(0)
    for (const event of ['claim', 'send', 'commit', 'answer', 'fetch', 'finish'] as const)
      await ledger.move(again!.id, event)
    expect(await trash.purgeOlderThan(-1)).toBe(1)
    await handlers.jobs.clear({ jobIds: [failed!.id] }, call)
    expect(await trash.purgeOlderThan(-1)).toBe(1)
    expect(await lying()).toEqual([unsure!.takeId])
    await handlers.jobs.markAsLost({ jobId: unsure!.id }, call)
    expect(await trash.purgeOlderThan(-1)).toBe(1)
  })
})
