/** The lineage of a take: both ways through sources, lines, voices, nested sequences and films, with what is in the trash or gone, and bounded. */
import type { Lineage } from '#contract/lineage.ts'
import type { DeliveryId, JobId, LineId, ProjectId, SequenceId, TakeId } from '#contract/words.ts'
import type { NewTake } from '../../../src-main/library/take-rows.ts'
import type { Database } from '../../../src-main/storage/database.ts'
import type { openTestLibrary } from '../../kit/library.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { newId } from '../../../src-main/base/ids.ts'
import { sql } from '../../../src-main/storage/sql.ts'
import { plainAsset, spokenTake } from '../../kit/library.ts'
import { storeSequence } from '../../kit/sequences.ts'
import { openTestStudio } from '../../kit/studio.ts'

const call = { signal: new AbortController().signal, origin: 'page' as const } as const

async function open() {
  const studio = await openTestStudio()
  const { parts } = studio
  const library = { root: studio.folder, assets: parts.assets } as Awaited<ReturnType<typeof openTestLibrary>>
  const file = async (text: string, more: Partial<NewTake> = {}) =>
    parts.takes.file(spokenTake(text, more), await plainAsset(library, text))
  const lineage = (takeId: TakeId) => studio.handlers.takes.lineage({ takeId }, call)
  return { ...studio, file, lineage }
}

/** The arrows, by the titles of what they connect. */
function arrows({ nodes, edges }: Lineage): string[] {
  const nameOf = (key: string): string => {
    const node = nodes.find(each => each.key === key)!
    return `${node.kind} ${node.title || node.state}`
  }
  return edges.map(({ from, to, how, times }) => `${nameOf(from)} -${how}${times > 1 ? ` ${times}` : ''}-> ${nameOf(to)}`).toSorted()
}

it('a still leads to its shot, its clips, the sequence around them and the film; a frame leads back', async () => {
  const { parts, file, lineage } = await open()
  const project = await parts.projects.create('Film')
  const still = await file('still', { kind: 'image', medium: 'picture', projectId: project.id })
  const shot = await file('shot', { kind: 'video', medium: 'video', projectId: project.id, sourceTakeIds: [still.id] })
  const frame = await file('frame', { kind: 'import', medium: 'picture', sourceTakeIds: [shot.id] })
  await file('elsewhere', { kind: 'video', medium: 'video' })
  const inner = await storeSequence(parts.sequences, project.id, { name: 'Inner', spoken: [{ takeId: shot.id }, { takeId: shot.id }] })
  const outer = await storeSequence(parts.sequences, project.id, { name: 'Outer' })
  await parts.library.run(sql`
    INSERT INTO sequence_clips (sequence_id, id, track_id, clip)
    VALUES (${outer.id}, 'nested', 'track', ${JSON.stringify({ nested: { sequenceId: inner.id } })})`)
  await deliver(parts.library, project.id, outer.id, 'Film 1')

  const whole = [
    'sequence Inner -nested-> sequence Outer',
    'sequence Outer -rendered-> delivery Film 1',
    'take shot -placed 2-> sequence Inner',
    'take shot -source-> take frame',
    'take still -source-> take shot',
  ]
  expect(arrows(await lineage(still.id))).toEqual(whole)
  expect(arrows(await lineage(shot.id))).toEqual(whole)
  // What else became of the shot is no lineage of the frame.
  expect(arrows(await lineage(frame.id))).toEqual(['take shot -source-> take frame', 'take still -source-> take shot'])
  expect((await lineage(frame.id)).nodes[0]).toMatchObject({ id: frame.id, kind: 'take', medium: 'picture', state: 'there' })

  await parts.takes.trash([still.id])
  await parts.library.run(sql`UPDATE takes SET source_take_ids = ${JSON.stringify([still.id, newId()])} WHERE id = ${shot.id}`)
  const { nodes } = await lineage(frame.id)
  expect(nodes.map(({ title, state }) => `${title} ${state}`)).toEqual(['frame there', 'shot there', 'still trashed', ' gone'])
  await expect(lineage(newId<TakeId>())).rejects.toMatchObject({ code: 'not-found' })
})

it('a line has its takes, and the voice that it is cast with, which has its clip', async () => {
  const { parts, file, lineage } = await open()
  const project = await parts.projects.create('Play')
  const clip = await file('clip')
  const lineId = newId<LineId>()
  const voiceId = newId()
  await parts.library.run(sql`INSERT INTO voices (id, name, clip_take_id, consent, created_at) VALUES (${voiceId}, 'Ann', ${clip.id}, 'own', 1)`)
  await parts.library.run(sql`
    INSERT INTO castings (project_id, speaker, model_id, fields, voice_id) VALUES (${project.id}, 'ANN', 'higgs2p5', '{}', ${voiceId})`)
  await parts.library.run(sql`
    INSERT INTO lines (id, project_id, position, speaker, text, changed_at) VALUES (${lineId}, ${project.id}, 1, 'ANN', 'Fog.', 1)`)
  const jobId = newId<JobId>()
  const of = { projectId: project.id, lineId, madeFrom: 'the same' }
  const first = await file('first', { ...of, jobId })
  const retake = await file('retake', of)
  const other = await file('other', { ...of, madeFrom: null })
  await parts.library.run(sql`UPDATE lines SET chosen_take_id = ${retake.id} WHERE id = ${lineId}`)

  expect(arrows(await lineage(first.id))).toEqual([
    'line Fog. -line-> take first',
    'line Fog. -line-> take other',
    'line Fog. -line-> take retake',
    'take clip -clip-> voice Ann',
    'take first -variation-> take retake',
    'voice Ann -cast-> line Fog.',
  ])
  expect(arrows(await lineage(clip.id))).toEqual(['take clip -clip-> voice Ann'])
  expect((await lineage(other.id)).edges.some(({ how }) => how === 'variation')).toBe(false)
})

it('of a take with very many, the nearest 200 are shown and the others counted', async () => {
  const { parts, file, lineage } = await open()
  const still = await file('still')
  const shot = await file('shot', { sourceTakeIds: [still.id] })
  const row = await parts.library.get<{ id: string }>(sql`SELECT asset_id AS id FROM takes WHERE id = ${shot.id}`)
  for (let at = 0; at < 230; at++) {
    await parts.library.run(sql`
      INSERT INTO takes (id, kind, medium, title, text, asset_id, taken_at, source_take_ids)
      VALUES (${newId()}, 'edit', 'picture', 'child', '', ${row!.id}, 1, ${JSON.stringify([shot.id])})`)
  }
  const { nodes, edges, more } = await lineage(shot.id)
  expect(nodes).toHaveLength(200)
  expect(nodes.slice(0, 2).map(each => each.id)).toEqual([shot.id, still.id])
  expect(more).toBe(32)
  expect(edges).toHaveLength(199)
})

it('any graph of sources, also one with circles, is answered once for each take, with the arrows between those that are shown', async () => {
  const { parts, file, lineage } = await open()
  const takes = await Promise.all(Array.from({ length: 6 }, async (_, at) => file(`take ${at}`)))
  const links = fc.array(fc.tuple(fc.nat(5), fc.nat(5)), { maxLength: 10 })
  await fc.assert(fc.asyncProperty(links, fc.nat(5), async (pairs, asked) => {
    for (const [at, { id }] of takes.entries()) {
      const sources = pairs.flatMap(([from, to]) => to === at ? takes[from]!.id : [])
      await parts.library.run(sql`UPDATE takes SET source_take_ids = ${JSON.stringify(sources)} WHERE id = ${id}`)
    }
    const { nodes, edges } = await lineage(takes[asked]!.id)
    const reach = (arrowsOf: [number, number][]): Set<number> => {
      const seen = new Set([asked])
      for (const at of seen)
        arrowsOf.filter(([from]) => from === at).forEach(([, to]) => seen.add(to))
      return seen
    }
    const expected = new Set([...reach(pairs), ...reach(pairs.map(([from, to]) => [to, from]))])
    expect(new Set(nodes.map(({ id }) => id))).toEqual(new Set([...expected].map(at => takes[at]!.id)))
    expect(new Set(nodes.map(({ key }) => key)).size).toBe(nodes.length)
    const keys = new Set(nodes.map(({ key }) => key))
    expect(edges.every(({ from, to }) => keys.has(from) && keys.has(to))).toBe(true)
  }), { numRuns: 25 })
})

async function deliver(db: Pick<Database, 'run'>, projectId: ProjectId, sequenceId: SequenceId, name: string) {
  await db.run(sql`
    INSERT INTO deliveries (id, project_id, sequence_id, job_id, name, preset_id, width, height, caption_mode, folder, created_at)
    VALUES (${newId<DeliveryId>()}, ${projectId}, ${sequenceId}, ${newId()}, ${name}, 'preset', 640, 360, 'none', '', 1)`)
}
