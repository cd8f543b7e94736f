/**
 * Listening back over the real library, queue and practice service: bought once, recomputed for nothing, called right and taken back.
 *
 * @module-tag wide
 */
import type { Listened } from '#contract/listening.ts'
import type { AccountId, AssetId, JobId, LineId, ModelId, ProjectId, RequestId, StepId } from '#contract/words.ts'
import type { SharedStudio } from '../../kit/studio.ts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { newId } from '../../../src-main/base/ids.ts'
import { hangMs } from '../../kit/hang.ts'
import { call } from '../../kit/paid-inputs.ts'
import { ended, openSharedStudio } from '../../kit/studio.ts'

const whisper = 'whisper_v3_turbo' as ModelId
let shared: SharedStudio
beforeAll(async () => shared = await openSharedStudio())
afterAll(() => shared.close())

interface Spoken { readonly projectId: ProjectId, readonly lineIds: LineId[] }

/** Lines that are spoken; the fault is of the one at `wrong`. */
async function spoken(texts: readonly string[], wrong: number | null = null): Promise<Spoken> {
  const { studio, practice, accountId } = shared
  const { id: projectId } = await studio.parts.projects.create('Heard')
  await studio.parts.script.cast(projectId, { speaker: 'ANN', modelId: 'qwen3-tts' as ModelId, voiceId: null, fields: { voice: 'Ryan' } })
  const lines = await studio.parts.script.add(projectId, null, texts.map(text => ({ speaker: 'ANN', text, direction: '' })))
  for (const [at, line] of lines.entries()) {
    const stop = at === wrong ? practice.faults.set({ do: 'misspeak', as: 'drop', word: 1, when: { kind: 'speech' }, times: 1 }) : null
    const { jobIds } = await studio.parts.make.lines({ requestId: newId<RequestId>(), accountId, projectId, lineIds: [line.id] })
    // A line that says the same as one before gets its take.
    if (jobIds.length > 0)
      await ended(studio, jobIds.at(-1))
    stop?.()
  }
  const hasTakes = async () => (await studio.parts.script.lines(projectId)).every(line => line.chosenTakeId !== null)
  await vi.waitUntil(hasTakes, { timeout: hangMs })
  return { projectId, lineIds: lines.map(line => line.id) }
}

/** As a page sees it. */
function follow(projectId: ProjectId) {
  const stop = new AbortController()
  const told = new Map<LineId, Listened>()
  const done = (async () => {
    for await (const { isWhole, changed, removed } of shared.studio.parts.listening.changes(projectId, stop.signal)) {
      if (isWhole)
        told.clear()
      changed.forEach(each => told.set(each.id, each))
      removed.forEach(id => told.delete(id))
    }
  })()
  return {
    told,
    until: (isIt: () => boolean) => vi.waitUntil(isIt, { timeout: hangMs }),
    stop: async () => {
      stop.abort()
      await done.catch(() => {})
    },
  }
}

async function listenBack({ projectId, lineIds }: Spoken, accountId: AccountId = shared.accountId) {
  const asked = { requestId: newId<RequestId>(), accountId, modelId: whisper, projectId, lineIds }
  const queued = await shared.studio.parts.make.listenBack(asked)
  for (const jobId of queued.jobIds)
    expect((await ended(shared.studio, jobId)).failure).toBe(null)
  return { ...queued, asked }
}
const transcribed = (): number => shared.practice.ledger().filter(work => work.kind === 'transcription').length

it('a wrong take is told by what is missing, right ones are not, and none is sent twice', async () => {
  const script = await spoken(['The lamp is lit.', 'At 10:30 Dr. Smith left.', 'The lamp is lit.'], 0)
  const before = transcribed()
  const page = follow(script.projectId)
  const asked = { accountId: shared.accountId, modelId: whisper, ...script }
  const unheard = await shared.studio.parts.make.unheard(asked)
  expect(unheard.every(({ durationSeconds }) => (durationSeconds ?? 0) > 0.5)).toBe(true)
  const { takeCount, asked: sent } = await listenBack(script)
  expect(takeCount).toBe(unheard.length)
  await page.until(() => script.lineIds.every(id => page.told.get(id)?.transcriptId))
  const differences = script.lineIds.map(id => page.told.get(id)?.differences)
  // The third line says the same as the first, and has its take.
  expect(differences).toEqual([[{ kind: 'missing', from: 4, to: 8, heard: '' }], [], [{ kind: 'missing', from: 4, to: 8, heard: '' }]])
  expect(transcribed() - before).toBe(2)
  // The same request again, and another one for the same takes.
  expect((await shared.studio.parts.make.listenBack(sent)).jobIds).toHaveLength(2)
  expect(await listenBack(script)).toMatchObject({ takeCount: 0, jobIds: [] })
  expect(await shared.studio.parts.make.unheard(asked)).toEqual([])
  expect(transcribed() - before).toBe(2)

  // Another text is compared without a request.
  await shared.studio.parts.script.edit(script.lineIds[0]!, { text: 'The is lit.' })
  await page.until(() => page.told.get(script.lineIds[0]!)?.isDoubtful === false)
  await page.stop()
  expect(transcribed() - before).toBe(2)
})

it('a transcript is told of every line whose take has that sound, while a page looks at them', async () => {
  const { studio, accountId } = shared
  const script = await spoken(['The ferry is late.'])
  const [first] = script.lineIds
  const { takes, takeWords, script: lines } = studio.parts
  const { chosenTakeId } = (await lines.lines(script.projectId))[0]!
  const { asset, ...take } = await takes.get(chosenTakeId!)
  const [second] = await lines.add(script.projectId, first!, [{ speaker: 'ANN', text: 'The ferry is late.', direction: '' }])
  // Another take of the same bytes, as a service that speaks alike each time sends them.
  const other = await takes.file({ ...take, fileName: '', lineId: second!.id, jobId: null, jobPart: 0, madeFrom: null }, asset)
  await lines.choose(second!.id, other.id)
  // Nothing else is told of them afterwards.
  for (const id of [chosenTakeId!, other.id])
    await vi.waitUntil(async () => await takeWords.doubts(await takes.get(id)) !== null, { timeout: hangMs })
  const page = follow(script.projectId)
  await listenBack({ projectId: script.projectId, lineIds: [first!] }, accountId)
  await page.until(() => [first!, second!.id].every(id => page.told.get(id)?.transcriptId))
  await page.stop()
})

it('a take whose sound is being transcribed already is not sent again, whichever way it was asked for', async () => {
  const { studio, accountId } = shared
  const script = await spoken(['Wait for the tide.', 'It turns at noon.', 'Nobody rows alone.'])
  const { make, order, script: lines, takes } = studio.parts
  const [first, second] = await Promise.all(script.lineIds.map(async id =>
    (await takes.get((await lines.lines(script.projectId)).find(line => line.id === id)!.chosenTakeId!)).asset.id))
  const before = transcribed()
  // In the room for transcripts, in other languages than the script would name.
  const byHand = (assetId: AssetId, language: string) => make.transcribe({
    ...{ requestId: newId<RequestId>(), accountId, modelId: whisper, projectId: script.projectId },
    fields: { file: { assetId }, language },
  })
  const asked = { accountId, modelId: whisper, ...script }
  const queued: JobId[] = []
  await order.pauseAll(true)
  try {
    queued.push(...await byHand(first!, 'de'), ...await byHand(second!, 'fr'))
    expect((await make.unheard(asked)).map(({ lineId }) => lineId)).toEqual([script.lineIds[2]])
    const { jobIds, takeCount } = await make.listenBack({ requestId: newId<RequestId>(), ...asked })
    queued.push(...jobIds)
    expect(takeCount).toBe(1)
    // By two pages at once.
    const again = await Promise.all([1, 2].map(() => make.listenBack({ requestId: newId<RequestId>(), ...asked })))
    expect(again.map(each => each.takeCount)).toEqual([0, 0])
  }
  finally {
    await order.pauseAll(false)
  }
  for (const jobId of queued)
    await ended(studio, jobId)
  expect(transcribed() - before).toBe(3)
})

it('the dictionary counts: what is said for a word is heard for it', async () => {
  const script = await spoken(['Skerry is near.'])
  const page = follow(script.projectId)
  await listenBack(script)
  await page.until(() => page.told.get(script.lineIds[0]!)?.isDoubtful === false)
  await shared.studio.parts.script.edit(script.lineIds[0]!, { text: 'Cache is near.' })
  await page.until(() => page.told.get(script.lineIds[0]!)?.isDoubtful === true)
  const entry = { id: newId(), projectId: script.projectId, word: 'Cache', language: '', alias: 'Skerry' }
  await shared.studio.parts.script.pronounce([entry as never], [])
  await page.until(() => page.told.get(script.lineIds[0]!)?.isDoubtful === false)
  await page.stop()
})

it('what a person calls right is doubtful no more, until something else is found or it is taken back', async () => {
  const script = await spoken(['The door is open.'], 0)
  const [lineId] = script.lineIds
  const page = follow(script.projectId)
  await listenBack(script)
  await page.until(() => page.told.get(lineId!)?.isDoubtful === true)
  const { takeId } = page.told.get(lineId!)!
  const step = { id: newId<StepId>(), projectId: script.projectId, name: 'acceptTakes', of: '1', room: 'script' } as const
  const { listening, journal } = shared.studio.handlers
  await listening.accept({ projectId: script.projectId, takeIds: [takeId], isRight: true, step }, call)
  await page.until(() => page.told.get(lineId!)?.isRight === true)
  expect(page.told.get(lineId!)).toMatchObject({ isDoubtful: false, differences: [{ kind: 'missing' }] })
  // A second difference was not heard by that person.
  await shared.studio.parts.script.edit(lineId!, { text: 'The door is wide open.' })
  await page.until(() => page.told.get(lineId!)?.isDoubtful === true)
  await shared.studio.parts.script.edit(lineId!, { text: 'The door is open.' })
  await page.until(() => page.told.get(lineId!)?.isRight === true)
  await journal.undo({ of: { is: 'project', projectId: script.projectId }, stepId: step.id }, call)
  await page.until(() => page.told.get(lineId!)?.isDoubtful === true)
  await page.stop()
})

it('an unknown project is told, and takes without a file or a line that nobody speaks are not sent', async () => {
  await expect(shared.studio.parts.listening.unheard(newId<ProjectId>(), [])).rejects.toMatchObject({ code: 'not-found' })
  const script = await spoken(['A gate.'])
  await shared.studio.parts.script.change(script.projectId, [{ lineId: script.lineIds[0]!, role: 'note' }])
  expect(await shared.studio.parts.listening.unheard(script.projectId, script.lineIds)).toEqual([])
})
