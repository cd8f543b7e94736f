/** Asking for wordings of lines over the real queue and practice service: kept with each line, found again, and never bought twice. */
import type { Message } from '#contract/conversations.ts'
import type { LineId, ModelId, ProjectId, RequestId } from '#contract/words.ts'
import type { SharedStudio } from '../../kit/studio.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readFitTask } from '#rules/fit/ask.ts'
import { fitConversationOf } from '#rules/fit/conversation.ts'
import { readWordings } from '#rules/fit/read-wordings.ts'
import { newId } from '../../../src-main/base/ids.ts'
import { sql } from '../../../src-main/storage/sql.ts'
import { hangMs } from '../../kit/hang.ts'
import { openSharedStudio } from '../../kit/studio.ts'

const call = { signal: new AbortController().signal, origin: 'page' } as const
const texts = ['The harbour was really quite empty, and the lamps were all out.', 'We came back to the old harbour at the very end of the night.']

let shared: SharedStudio
let projectId: ProjectId
let lines: LineId[]
beforeAll(async () => {
  shared = await openSharedStudio()
})
beforeEach(async () => {
  const { projects, script, order } = shared.studio.parts
  await order.pauseAll(false)
  projectId = (await projects.create('A script')).id
  lines = (await script.add(projectId, null, texts.map(text => ({ speaker: 'MARA', text, direction: '' })))).map(line => line.id)
})
afterAll(() => shared.close())

function ask(seconds: number, lineIds = lines, requestId = newId<RequestId>()) {
  const how = { requestId, accountId: shared.accountId, modelId: 'gpt-oss-120b' as ModelId, projectId }
  return shared.studio.handlers.make.fit({ ...how, lines: lineIds.map(lineId => ({ lineId, seconds })) }, call)
}

const textOf = ({ parts }: Message) => parts.flatMap(part => part.type === 'text' ? part.text : []).join('')

/** The newest exchange of a line. */
async function exchange(lineId: LineId): Promise<{ question: Message, answer: Message }> {
  const { conversations } = shared.studio.parts
  const { openMessageId } = await conversations.get(fitConversationOf(lineId))
  const [question, answer] = await conversations.pathTo(openMessageId!)
  return { question: question!, answer: answer! }
}
function settled(lineId: LineId) {
  return expect.poll(async () => (await exchange(lineId)).answer.state, { timeout: hangMs })
}

describe('wordings', () => {
  it('are asked for each line once, and are found again from the line', async () => {
    const before = shared.practice.ledger().length
    const requestId = newId<RequestId>()
    const { jobIds } = await ask(2, lines, requestId)
    expect(jobIds).toHaveLength(2)
    expect(await ask(2, lines, requestId)).toEqual({ jobIds })
    for (const [place, lineId] of lines.entries()) {
      await settled(lineId).toBe('whole')
      const { question, answer } = await exchange(lineId)
      const task = readFitTask(textOf(question))!
      expect(task).toMatchObject({ line: texts[place], secondsWanted: 2 })
      const wordings = readWordings(textOf(answer), texts[place]!)
      expect(wordings).toHaveLength(3)
      expect(wordings.every(wording => wording.length <= task.characters)).toBe(true)
      expect((await shared.studio.parts.conversations.get(fitConversationOf(lineId))).title).toBe(texts[place])
    }
    expect(await ask(2, lines, requestId)).toEqual({ jobIds })
    expect(shared.practice.ledger().slice(before).map(work => work.kind)).toEqual(['chat', 'chat'])
    // Nothing is used by itself, and the job is no work on the line.
    expect((await shared.studio.parts.script.lines(projectId)).map(line => line.text)).toEqual(texts)
    expect((await shared.studio.parts.ledger.row(jobIds[0]!)).line_id).toBeNull()
  })

  it('may be longer than the line, and asked for again: both answers stay', async () => {
    const [lineId] = lines
    await ask(2, [lineId!])
    await settled(lineId!).toBe('whole')
    const short = (await exchange(lineId!)).answer
    await shared.studio.parts.conversations.trash(fitConversationOf(lineId!))
    await ask(9, [lineId!])
    await expect.poll(async () => (await exchange(lineId!)).answer.id, { timeout: hangMs }).not.toBe(short.id)
    await settled(lineId!).toBe('whole')
    const { answer } = await exchange(lineId!)
    expect(readWordings(textOf(answer), texts[0]!).every(wording => wording.length > texts[0]!.length)).toBe(true)
    expect((await shared.studio.parts.conversations.get(fitConversationOf(lineId!))).trashedAt).toBeNull()
    expect(await shared.studio.parts.conversations.find(short.id)).toMatchObject({ state: 'whole' })
  })

  it('are not asked for while an answer is on its way, nor for what nobody speaks: then nothing is queued', async () => {
    const { order, script } = shared.studio.parts
    await order.pauseAll(true)
    const { jobIds: [jobId] } = await ask(2, [lines[0]!])
    await expect(ask(3)).rejects.toMatchObject({ code: 'answer-under-way' })
    const [note] = await script.add(projectId, null, [{ speaker: '', text: 'A door closes.', direction: '', role: 'effect' }])
    await expect(ask(3, [lines[1]!, note!.id])).rejects.toMatchObject({ code: 'not-found' })
    expect((await shared.studio.parts.ledger.open()).filter(row => row.project_id === projectId)).toHaveLength(1)
    await shared.studio.handlers.jobs.cancel({ jobId: jobId! }, call)
  })

  it('that were refused leave no conversation behind', async () => {
    const how = { requestId: newId<RequestId>(), accountId: shared.accountId, modelId: 'no-such-model' as ModelId, projectId }
    await expect(shared.studio.handlers.make.fit({ ...how, lines: [{ lineId: lines[0]!, seconds: 2 }] }, call))
      .rejects
      .toMatchObject({ code: 'unknown-model' })
    expect(await shared.studio.parts.library.all(sql`SELECT id FROM conversations WHERE project_id = ${projectId}`)).toEqual([])
  })

  it('whose request broke off are unsure and not sent again; a refused one is told as not charged', async () => {
    const stop = shared.practice.faults.set({ do: 'reset', at: 'accepted', when: { kind: 'chat' }, times: 1 })
    const { jobIds: [jobId] } = await ask(2, [lines[0]!])
    await settled(lines[0]!).not.toBe('arriving')
    stop()
    await expect.poll(async () => (await shared.studio.parts.ledger.row(jobId!)).state, { timeout: hangMs }).toBe('unsure')
    const after = shared.practice.ledger().length
    const refuse = shared.practice.faults.set({ do: 'refuse', status: 400, when: { kind: 'chat' }, times: 1 })
    const { jobIds: [refused] } = await ask(2, [lines[1]!])
    await settled(lines[1]!).toBe('failed')
    refuse()
    await expect.poll(() => shared.studio.parts.ledger.row(refused!), { timeout: hangMs }).toMatchObject({ state: 'failed', charged: 'no' })
    expect(shared.practice.ledger()).toHaveLength(after)
  })
})
