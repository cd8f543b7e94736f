/**
 * Long texts: spoken in parts, joined into one take, and retried part by part when something fails.
 *
 * @module-tag all
 */
import type { JobId, ModelId, RequestId } from '#contract/words.ts'
import type { OpenStudio } from '../../../src-main/studio/open-studio.ts'
import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { newId } from '../../../src-main/base/ids.ts'
import { readWavLayout } from '../../../src-main/media/wav.ts'
import { connect, ended, openTestPractice, openTestStudio, until } from '../../kit/studio.ts'

const call = { signal: new AbortController().signal, origin: 'page' } as const
const text = 'The keeper climbed the stairs. It was late. Nobody had lit the lamp since autumn. Was there a ship? He listened, and heard the bell.'
const parts = [
  'The keeper climbed the stairs. It was late.',
  'Nobody had lit the lamp since autumn.',
  'Was there a ship? He listened, and heard the bell.',
]

/** A studio in which chatterbox accepts at most 50 characters: the real limit would make these tests long. */
async function open(folder?: string) {
  const practice = await openTestPractice()
  const studio = await openTestStudio(folder === undefined ? {} : { folder })
  const chatterbox = studio.parts.models.all().find(model => model.id === 'chatterbox')!
  await studio.parts.models.save({ ...chatterbox, fields: chatterbox.fields.map(field => field.name === 'text'
    ? { ...field, maxCharacters: { count: 50, isAdvice: false } }
    : field) })
  return { practice, studio, accountId: await connect(studio, practice) }
}

type Opened = Awaited<ReturnType<typeof open>>

function speak({ studio, accountId }: Opened, more: Partial<Parameters<OpenStudio['parts']['make']['speech']>[0]> = {}): Promise<JobId[]> {
  return studio.parts.make.speech({
    requestId: newId<RequestId>(),
    accountId,
    modelId: 'chatterbox' as ModelId,
    fields: { text, seed: 7 },
    projectId: null,
    lineId: null,
    voiceId: null,
    isOverSocket: false,
    ...more,
  })
}

async function retry({ studio }: Opened, jobId: JobId | undefined) {
  const { job } = await studio.handlers.jobs.retry({ requestId: newId<RequestId>(), jobId: jobId!, acceptsSecondCharge: false }, call)
  return ended(studio, job.id)
}

async function takeOf({ studio }: Opened, jobId: JobId | undefined) {
  const [takeId] = (await studio.parts.ledger.get(jobId!)).takeIds
  return studio.parts.takes.get(takeId!)
}

describe('a text longer than the model takes', () => {
  it('is spoken in parts and becomes one take of its line, exactly as long as its parts and their pauses', async () => {
    const opened = await open()
    const { practice, studio } = opened
    const project = await studio.parts.projects.create('Lamp')
    const [line] = await studio.parts.script.add(project.id, null, [{ speaker: 'ANN', text, direction: '' }])
    const jobIds = await speak(opened, { lineId: line!.id, projectId: project.id })
    const jobs = await Promise.all(jobIds.map(id => studio.parts.ledger.get(id)))
    expect(jobs.map(job => [job.kind, job.lineId])).toEqual([['speech', null], ['speech', null], ['speech', null], ['join', line!.id]])
    expect(jobs.slice(0, 3).map(job => job.title)).toEqual(parts.map((part, index) => `${part} (${index + 1}/3)`))
    expect(await ended(studio, jobIds[3])).toMatchObject({ state: 'done', charged: 'no', failure: null })

    const [join, ...ends] = await Promise.all([jobIds[3]!, ...jobIds.slice(0, 3)].map(id => studio.parts.ledger.get(id)))
    expect(
      join!.startedAt,
      'waiting for its parts is no work: it would be learned as time that joining takes',
    ).toBeGreaterThanOrEqual(Math.max(...ends.map(job => job.endedAt!)))

    const spoken = await Promise.all(jobIds.slice(0, 3).map(id => takeOf(opened, id)))
    const whole = await takeOf(opened, jobIds[3])
    expect(spoken.map(take => [take.text, take.lineId])).toEqual(parts.map(part => [part, null]))
    expect(whole).toMatchObject({
      kind: 'speech',
      medium: 'audio',
      text,
      lineId: line!.id,
      projectId: project.id,
      modelId: 'chatterbox',
      isPractice: false,
      sourceTakeIds: spoken.map(take => take.id),
      asset: { mime: 'audio/wav' },
    })
    expect(whole.request).toMatchObject({ fields: { text, seed: 7 }, body: spoken.map(take => take.request!.body).join('\n\n') })
    const frames = await Promise.all([...spoken, whole].map(async take => (await readWavLayout(pathOf(opened, take))).frames))
    expect(frames[3]).toBe(frames[0]! + frames[1]! + frames[2]! + 2 * 0.12 * 24_000)
    expect(practice.ledger().map(work => work.values)).toEqual(expect.arrayContaining(parts.map(part => ({ text: part, seed: 7 }))))
    expect(practice.ledger()).toHaveLength(3)
    await expect.poll(async () => (await studio.parts.script.linesWithTakes(project.id))[0]?.line).toMatchObject({
      chosenTakeId: whole.id,
      state: 'made',
    })
  })

  it('has no jump at a join that exceeds those of the speech around it', async () => {
    const opened = await open()
    const jobIds = await speak(opened)
    await ended(opened.studio, jobIds.at(-1))
    const samplesOf = async (jobId: JobId | undefined) => {
      const path = pathOf(opened, await takeOf(opened, jobId))
      const [bytes, layout] = [await readFile(path), await readWavLayout(path)]
      return Array.from({ length: layout.frames }, (_, at) => bytes.readInt16LE(layout.dataOffset + at * 2))
    }
    const steepest = (samples: number[]): number => samples.reduce(
      (most, sample, at) => at === 0 ? 0 : Math.max(most, Math.abs(sample - samples[at - 1]!)),
      0,
    )
    const slopes = await Promise.all(jobIds.slice(0, -1).map(async id => steepest(await samplesOf(id))))
    expect(steepest(await samplesOf(jobIds.at(-1)))).toBeLessThanOrEqual(Math.max(...slopes))
  })

  it('is spoken once when the same request is repeated', async () => {
    const opened = await open()
    const requestId = newId<RequestId>()
    const first = await speak(opened, { requestId })
    expect(await speak(opened, { requestId })).toEqual(first)
    await ended(opened.studio, first.at(-1))
    expect(opened.practice.ledger()).toHaveLength(3)
  })

  it('is also split over a WebSocket', async () => {
    const opened = await open()
    const jobIds = await speak(opened, { isOverSocket: true })
    expect(await ended(opened.studio, jobIds.at(-1))).toMatchObject({ state: 'done' })
    expect(opened.practice.ledger().map(work => work.values.text).sort()).toEqual([...parts].sort())
  })

  it('is refused as a whole when one field is wrong', async () => {
    const opened = await open()
    await expect(speak(opened, { fields: { text, top_p: 7 } })).rejects.toMatchObject({ code: 'bad-fields' })
    expect(await opened.studio.parts.ledger.open()).toEqual([])
  })
})

it('a text within the limit, or for a model without one, is spoken in one part', async () => {
  const opened = await open()
  expect(await speak(opened, { fields: { text: parts[0]! } })).toHaveLength(1)
  expect(await speak(opened, { modelId: 'higgs2p5' as ModelId, fields: { text } })).toHaveLength(1)
})

describe('a part that fails', () => {
  it('is named by the join, which costs nothing; once the part was retried, so can the join', async () => {
    const opened = await open()
    const { practice, studio } = opened
    await studio.parts.settings.change({ requestsAtOnce: 1 })
    const stop = practice.faults.set({ do: 'refuse', status: 402, message: 'Out of credits' })
    const jobIds = await speak(opened)
    const failed = await ended(studio, jobIds.at(-1))
    expect(failed).toMatchObject({ state: 'failed', charged: 'no', failure: { kind: 'part-missing', said: '1/3' } })
    stop()
    for (const jobId of jobIds.slice(0, 3))
      expect(await retry(opened, jobId)).toMatchObject({ state: 'done' })
    expect(await retry(opened, jobIds.at(-1))).toMatchObject({ state: 'done', kind: 'join' })
    expect(practice.ledger()).toHaveLength(3)
  })

  it('and is unsure is never sent again by itself', async () => {
    const opened = await open()
    const { practice, studio } = opened
    practice.faults.set({ do: 'reset', at: 'accepted', times: 1 })
    const jobIds = await speak(opened)
    expect(await ended(studio, jobIds.at(-1))).toMatchObject({ state: 'failed', charged: 'no' })
    const states = await Promise.all(jobIds.slice(0, 3).map(async id => (await studio.parts.ledger.get(id)).state))
    expect(states.filter(state => state === 'unsure')).toHaveLength(1)
    expect(practice.ledger()).toHaveLength(3)
  })
})

it('a studio that closes between the parts finishes them after it opens again, and pays for none twice', async () => {
  const opened = await open()
  const { practice, studio } = opened
  await studio.parts.settings.change({ requestsAtOnce: 1 })
  const jobIds = await speak(opened)
  await until(studio, jobIds[0], job => job.state === 'done')
  await studio.close({ drainMs: 10_000 })
  const after = await openTestStudio({ folder: studio.folder, ports: { secrets: studio.parts.ports.secrets } })
  expect(await ended(after, jobIds.at(-1))).toMatchObject({ state: 'done' })
  expect(practice.ledger()).toHaveLength(3)
})

function pathOf({ studio }: Opened, take: Awaited<ReturnType<typeof takeOf>>): string {
  return `${studio.folder}/assets/${take.asset.id.slice(0, 2)}/${take.asset.id}.${take.asset.extension}`
}
