/**
 * Drift over a real library: measured takes are compared by speaker and voice; an anchor and what is right are chosen, undone, and gone.
 *
 * @module-tag all
 */
import type { ProjectDrift } from '#contract/drift.ts'
import type { LineId, ModelId, ProjectId, StepId, TakeId } from '#contract/words.ts'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { newId } from '../../../src-main/base/ids.ts'
import { fingerprint } from '../../../src-main/script/stale.ts'
import { sql } from '../../../src-main/storage/sql.ts'
import { hangMs } from '../../kit/hang.ts'
import { spokenTake } from '../../kit/library.ts'
import { spokenVoice, wavOf } from '../../kit/spoken-voice.ts'
import { openTestStudio } from '../../kit/studio.ts'

const call = { signal: new AbortController().signal, origin: 'page' } as const
const model = 'qwen3-tts' as ModelId
/** No two lines say the same, or one take would do for both. */
const textOf = (at: number): string => `The lamp is lit and nobody came to the door of room ${at}.`

interface Voiced { readonly hz: number, readonly gainDb?: number, readonly speaker?: string, readonly voice?: string }

async function open(voices: readonly Voiced[], options: Parameters<typeof openTestStudio>[0] = {}) {
  const studio = await openTestStudio(options)
  const { parts, handlers } = studio
  const { id: projectId } = await parts.projects.create('Harbour')
  await parts.script.cast(projectId, { speaker: 'ANNA', modelId: model, voiceId: null, fields: { voice: 'Ryan' } })
  const speakers = voices.map(({ speaker = 'ANNA' }) => speaker)
  const lines = await parts.script.add(projectId, null, speakers.map((speaker, at) => ({ speaker, text: textOf(at), direction: '' })))
  const takeIds: TakeId[] = []
  for (const [at, { hz, gainDb = 0, voice = 'Ryan' }] of voices.entries()) {
    const part = join(studio.folder, `voice-${at}`)
    // As even as they are, no two files are the same.
    await writeFile(part, wavOf(spokenVoice({ hz: [hz + at / 100, hz + at / 100], gainDb, seconds: 1.2 })))
    const { asset } = await parts.assets.adopt(part)
    const [lineId, text] = [lines[at]!.id, textOf(at)]
    const madeFrom = fingerprint({ text, direction: '', modelId: model, voiceId: null, voiceFields: { voice } })
    const { id } = await parts.takes.file(spokenTake(text, { lineId, projectId, modelId: model, voice, madeFrom }), asset)
    await parts.script.choose(lineId, id)
    takeIds.push(id)
  }
  return { ...studio, parts, handlers, projectId, lineIds: lines.map(line => line.id), takeIds }
}
type Opened = Awaited<ReturnType<typeof open>>

/** As a page sees it. */
function follow({ parts, projectId }: Pick<Opened, 'parts' | 'projectId'>) {
  const stop = new AbortController()
  const seen: { now: ProjectDrift | undefined } = { now: undefined }
  const done = (async () => {
    for await (const { changed } of parts.drift.changes(projectId, stop.signal))
      seen.now = changed.at(-1) ?? seen.now
  })()
  const until = (isIt: (drift: ProjectDrift) => boolean) =>
    vi.waitUntil(() => seen.now !== undefined && isIt(seen.now), { timeout: hangMs })
  return {
    seen,
    until,
    measured: () => until(drift => drift.speakers.length > 0 && drift.speakers.every(each => each.waitingCount === 0)),
    stop: async () => {
      stop.abort()
      await done.catch(() => {})
    },
  }
}
function differing({ lines }: ProjectDrift, lineIds: readonly LineId[]) {
  return lines.map(({ lineId, deviations, isRight }) => [lineIds.indexOf(lineId), deviations.map(each => each.measure).join(' '), isRight])
}
const even = [140, 142, 139, 141, 140, 143].map(hz => ({ hz }))
function stepOf(projectId: ProjectId, name: 'acceptTakes' | 'setAnchor') {
  return ({ id: newId<StepId>(), projectId, name, of: '1', room: 'script' }) as const
}

it('of eight takes of a speaker the high and the loud one differ, by how much, and other speakers do not count', async () => {
  const studio = await open([...even, { hz: 176.4 }, { hz: 140, gainDb: 9 }, { hz: 300, speaker: 'BEN' }])
  const page = follow(studio)
  await page.measured()
  expect(page.seen.now!.speakers).toEqual([
    { speaker: 'ANNA', anchorTakeId: null, takeCount: 8, waitingCount: 0 },
    { speaker: 'BEN', anchorTakeId: null, takeCount: 1, waitingCount: 0 },
  ])
  expect(differing(page.seen.now!, studio.lineIds)).toEqual([[6, 'pitch', false], [7, 'loudness', false]])
  const [high, loud] = page.seen.now!.lines.map(line => line.deviations[0]!.by)
  expect(high).toBeCloseTo(4, 0)
  expect(loud).toBeCloseTo(9, 0)
  const { points, usuals } = await studio.handlers.drift.points({ projectId: studio.projectId, speaker: 'ANNA' }, call)
  expect(points.map(point => point.lineId)).toEqual(studio.lineIds.slice(0, 8))
  expect(usuals.pitch?.middle).toBeCloseTo(140.5, 0)
  expect(points[0]?.measures.pace).toBeGreaterThan(5)
  await page.stop()
})

it('takes of another voice than the one that is cast are told apart, and count once it is cast', async () => {
  const studio = await open([...even, { hz: 210, voice: 'Serena' }])
  const page = follow(studio)
  await page.measured()
  expect(page.seen.now!.lines).toEqual([])
  const { points } = await studio.parts.drift.points(studio.projectId, 'ANNA')
  expect(points.map(point => point.isOther)).toEqual([...even.map(() => false), true])
  // Of those that she speaks now, there are too few.
  await studio.parts.script.cast(studio.projectId, { speaker: 'ANNA', modelId: model, voiceId: null, fields: { voice: 'Serena' } })
  const { points: now, usuals } = await studio.parts.drift.points(studio.projectId, 'ANNA')
  expect(now.map(point => point.isOther)).toEqual([...even.map(() => true), false])
  expect(usuals.pitch).toBe(null)
  await page.stop()
})

it('a take that is right as it is is told no more, until it differs otherwise or that is taken back', async () => {
  const studio = await open([...even, { hz: 180 }])
  const { projectId, takeIds, lineIds, handlers } = studio
  const page = follow(studio)
  await page.measured()
  const step = stepOf(projectId, 'acceptTakes')
  await handlers.drift.accept({ projectId, takeIds: [takeIds[6]!], isRight: true, step }, call)
  await page.until(drift => drift.lines.every(line => line.isRight))
  expect(differing(page.seen.now!, lineIds)).toEqual([[6, 'pitch', true]])
  await handlers.journal.undo({ of: { is: 'project', projectId }, stepId: step.id }, call)
  await page.until(drift => drift.lines.every(line => !line.isRight))
  await handlers.journal.redo({ of: { is: 'project', projectId }, stepId: step.id }, call)
  await page.until(drift => drift.lines.every(line => line.isRight))
  await handlers.drift.accept({ projectId, takeIds: [takeIds[6]!], isRight: false }, call)
  await page.until(drift => drift.lines.every(line => !line.isRight))
  await page.stop()
})

it('an anchor that no line uses is told to be none while it is in the trash, and is one again when it is restored', async () => {
  const studio = await open(even)
  const { parts, projectId, takeIds } = studio
  const { asset } = await parts.takes.get(takeIds[0]!)
  const { id } = await parts.takes.file(spokenTake('Another.', { projectId, modelId: model, voice: 'Ryan' }), asset)
  const page = follow(studio)
  await page.measured()
  await parts.drift.setAnchor(projectId, 'ANNA', id)
  await page.until(drift => drift.speakers[0]?.anchorTakeId === id)
  await parts.takes.trash([id])
  await page.until(drift => drift.speakers[0]?.anchorTakeId === null)
  await parts.takes.restore([id])
  await page.until(drift => drift.speakers[0]?.anchorTakeId === id)
  await page.stop()
})

it('an anchor is what others are compared with; it is undone, follows a new name, and is gone with its take and its project', async () => {
  const studio = await open([...even, { hz: 180 }])
  const { projectId, takeIds, lineIds, handlers, parts } = studio
  const page = follow(studio)
  await page.measured()
  const step = stepOf(projectId, 'setAnchor')
  await handlers.drift.setAnchor({ projectId, speaker: 'ANNA', takeId: takeIds[6]!, step }, call)
  await page.until(drift => drift.speakers[0]?.anchorTakeId === takeIds[6])
  expect(differing(page.seen.now!, lineIds)).toEqual(even.map((_, at) => [at, 'pitch', false]))
  await handlers.journal.undo({ of: { is: 'project', projectId }, stepId: step.id }, call)
  await page.until(drift => drift.speakers[0]?.anchorTakeId === null)
  await handlers.journal.redo({ of: { is: 'project', projectId }, stepId: step.id }, call)
  await page.until(drift => drift.speakers[0]?.anchorTakeId === takeIds[6])
  await handlers.script.renameSpeaker({ projectId, from: 'ANNA', to: 'Annabel' }, call)
  await page.until(drift => drift.speakers[0]?.speaker === 'Annabel')
  expect(page.seen.now!.speakers[0]!.anchorTakeId).toBe(takeIds[6])

  const anchors = () => parts.library.all(sql`SELECT speaker, take_id FROM speaker_anchors`)
  await handlers.drift.setAnchor({ projectId, speaker: 'Nobody', takeId: takeIds[0]! }, call)
  expect(await anchors()).toHaveLength(2)
  await parts.takes.trash([takeIds[6]!])
  await parts.takes.purge([takeIds[6]!])
  expect(await anchors()).toEqual([{ speaker: 'Nobody', take_id: takeIds[0] }])
  await page.stop()
  await parts.projects.trash(projectId)
  await parts.projects.purge(projectId)
  expect(await anchors()).toEqual([])
})

it('what a closed studio had not measured is measured by the next one, and nothing is measured twice', async () => {
  const studio = await open(even)
  const { folder, projectId, takeIds } = studio
  const page = follow(studio)
  await page.until(drift => (drift.speakers[0]?.waitingCount ?? 0) > 0)
  await page.stop()
  await studio.close()
  const again = await openTestStudio({ folder })
  const next = follow({ parts: again.parts, projectId })
  await next.measured()
  const [take] = await again.parts.takes.find([takeIds[0]!])
  expect(await again.parts.takeVoices.measureLater(take!)).toBe(false)
  expect((await again.parts.drift.points(projectId, 'ANNA')).points).toHaveLength(even.length)
  await next.stop()
})

it('an unknown project or take is told', async () => {
  const { handlers, projectId } = await open([])
  const nowhere = newId<ProjectId>()
  await expect(handlers.drift.points({ projectId: nowhere, speaker: '' }, call)).rejects.toMatchObject({ code: 'not-found' })
  await expect(handlers.drift.setAnchor({ projectId, speaker: '', takeId: newId<TakeId>() }, call)).rejects.toMatchObject({ code: 'not-found' })
  const unknown = { projectId: nowhere, takeIds: [newId<TakeId>()], isRight: true }
  await expect(handlers.drift.accept(unknown, call)).rejects.toMatchObject({ code: 'not-found' })
  expect(await handlers.drift.points({ projectId, speaker: 'ANNA' }, call)).toMatchObject({ points: [] })
})
