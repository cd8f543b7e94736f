/** Making the lines of a script: one call queues all of them or none, and nothing that is there or under way. */
import type { AccountId, LineId, ModelId, ProjectId, RequestId } from '#contract/words.ts'
import type { SharedStudio } from '../../kit/studio.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../../src-main/base/ids.ts'
import { openSharedStudio } from '../../kit/studio.ts'

const call = { signal: new AbortController().signal, origin: 'page' } as const
const qwen = 'qwen3-tts' as ModelId

let shared: SharedStudio
let projectId: ProjectId
beforeAll(async () => {
  shared = await openSharedStudio()
  await shared.studio.parts.order.pauseAll(true)
})
beforeEach(async () => {
  projectId = (await shared.studio.parts.projects.create('A script')).id
  await cast('Ryan')
})
afterAll(() => shared.close())

function cast(voice: string) {
  return shared.studio.parts.script.cast(projectId, { speaker: '', modelId: qwen, voiceId: null, fields: { voice } })
}

async function addLines(...texts: string[]): Promise<LineId[]> {
  const added = await shared.studio.parts.script.add(projectId, null, texts.map(text => ({ speaker: '', text, direction: '' })))
  return added.map(line => line.id)
}

function make(lineIds: readonly LineId[], requestId = newId<RequestId>(), accountId: AccountId = shared.accountId) {
  return shared.studio.handlers.make.lines({ requestId, accountId, projectId, lineIds: [...lineIds] }, call)
}

const open = async () => (await shared.studio.parts.ledger.open()).filter(row => row.project_id === projectId)

describe('the lines of a script', () => {
  it('are queued by one call, in their order, and cancelled by one', async () => {
    const lineIds = await addLines(...Array.from({ length: 300 }, (_, index) => `Line ${index} of ${projectId}`))
    const requestId = newId<RequestId>()
    const { jobIds, lineCount, refused } = await make(lineIds, requestId)
    expect([jobIds.length, lineCount, refused]).toEqual([300, 300, []])
    const rows = await open()
    expect(rows.map(row => row.line_id)).toEqual(lineIds)
    expect(new Set(rows.map(row => row.batch_id))).toEqual(new Set([requestId]))
    const again = await make(lineIds, requestId)
    expect([again.jobIds.toSorted(), again.lineCount]).toEqual([jobIds.toSorted(), 300])
    expect(await shared.studio.handlers.jobs.cancelUnsent({ jobIds }, call)).toEqual({ cancelled: 300, sent: 0 })
    expect(await open()).toEqual([])
  })

  it('that ask for the same become one job, and none is queued while it is under way', async () => {
    const [yes, twin, no] = await addLines('Yes.', ' Yes. ', 'No.')
    expect(await make([yes!, twin!])).toMatchObject({ lineCount: 1 })
    expect(await make([yes!, twin!, no!])).toMatchObject({ lineCount: 1 })
    expect((await open()).map(row => row.line_id)).toEqual([yes, no])
    await cast('Vivian')
    expect(await make([twin!])).toMatchObject({ lineCount: 1 })
  })

  it('two calls at the same moment queue each line once', async () => {
    const lineIds = await addLines('One.', 'Two.')
    const answers = await Promise.all([make(lineIds), make(lineIds)])
    expect(answers.map(answer => answer.lineCount)).toEqual([2, 0])
    expect(await open()).toHaveLength(2)
  })

  it('that their model would refuse are named, and the others are queued', async () => {
    await shared.studio.parts.script.cast(projectId, { speaker: 'BO', modelId: qwen, voiceId: null, fields: { voice: 'Nobody' } })
    const lineIds = await addLines('Good.')
    const [bad] = await shared.studio.parts.script.add(projectId, null, [{ speaker: 'BO', text: 'Bad.', direction: '' }])
    const answer = await make([...lineIds, bad!.id])
    expect(answer).toMatchObject({ lineCount: 1, refused: [{ lineId: bad!.id }] })
    expect(answer.refused[0]?.issues.length).toBeGreaterThan(0)
  })

  it('are not queued at all if the account cannot send', async () => {
    const lineIds = await addLines('Three.', 'Four.')
    await expect(make(lineIds, newId<RequestId>(), newId<AccountId>())).rejects.toMatchObject({ code: 'no-account' })
    expect(await open()).toEqual([])
  })
})

it('of jobs that cannot all be written none is queued', async () => {
  const { ledger } = shared.studio.parts
  const job = { requestPart: 0, kind: 'speech' as const, title: 'One', plan: {}, projectId }
  const broken = { ...job, requestId: newId<RequestId>(), title: null as unknown as string }
  await expect(ledger.enqueue([{ ...job, requestId: newId<RequestId>() }, broken])).rejects.toThrow()
  expect(await open()).toEqual([])
})

it('a batch of pictures is cancelled as one, but for what was sent', async () => {
  const { studio, accountId } = shared
  const requestId = newId<RequestId>()
  const variants = [1, 2, 3].map(seed => ({ prompt: 'A door', seed }))
  const modelId = 'eigen-image' as ModelId
  const { jobIds } = await studio.handlers.make.images({ requestId, accountId, modelId, projectId, variants }, call)
  expect((await studio.parts.ledger.rows(jobIds)).map(row => row.batch_id)).toEqual([requestId, requestId, requestId])
  for (const event of ['claim', 'send', 'commit'] as const)
    await studio.parts.ledger.move(jobIds[0]!, event)
  expect(await studio.handlers.jobs.cancelUnsent({ jobIds }, call)).toEqual({ cancelled: 2, sent: 1 })
  expect((await studio.parts.ledger.rows(jobIds)).map(row => [row.state, row.charged])).toEqual([
    ['committed', null],
    ['cancelled', 'no'],
    ['cancelled', 'no'],
  ])
})

it('a batch of speech has a request for each text, of one voice and all or none; the same batch again makes nothing', async () => {
  const { studio, accountId } = shared
  const requestId = newId<RequestId>()
  const asked = { requestId, accountId, modelId: 'chatterbox' as ModelId, projectId, voiceId: null }
  const variants = [{ text: 'One.' }, { text: 'Two. '.repeat(1500) }]
  await expect(studio.handlers.make.speeches({ ...asked, variants: [...variants, { text: '' }] }, call))
    .rejects
    .toMatchObject({ code: 'bad-fields' })
  expect(await open()).toEqual([])
  const { jobIds } = await studio.handlers.make.speeches({ ...asked, variants }, call)
  const rows = await studio.parts.ledger.rows(jobIds)
  expect(rows.every(row => row.batch_id === requestId)).toBe(true)
  expect(new Set(rows.map(row => row.request_id)).size, 'the parts of the long text are one request').toBe(2)
  expect(rows.filter(row => row.kind === 'join')).toHaveLength(1)
  expect(new Set((await studio.handlers.make.speeches({ ...asked, variants }, call)).jobIds)).toEqual(new Set(jobIds))
  await studio.handlers.jobs.cancelUnsent({ jobIds }, call)
})

it('a batch of shots has a request for each seed', async () => {
  const { studio, accountId } = shared
  const requestId = newId<RequestId>()
  const variants = [1, 2].map(seed => ({ prompt: 'It opens', seed, image_url: 'https://pictures.example/door.png' }))
  const asked = { requestId, accountId, modelId: 'wan2p2-i2v-14b-turbo' as ModelId, projectId, variants }
  const { jobIds } = await studio.handlers.make.videos(asked, call)
  const shot = ['video', requestId]
  expect((await studio.parts.ledger.rows(jobIds)).map(row => [row.kind, row.batch_id])).toEqual([shot, shot])
  await studio.handlers.jobs.cancelUnsent({ jobIds }, call)
})
