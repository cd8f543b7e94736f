/**
 * Answers and their places: what is not wanted any more is not sent, and an answer that was paid for is read again, never lost.
 *
 * @module-tag wide
 */
import type { ConversationId, JobId, ModelId, RequestId } from '#contract/words.ts'
import type { PracticeOptions } from '../../../src-main/practice/index.ts'
import type { OpenStudio } from '../../../src-main/studio/open-studio.ts'
import { appendFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fileExists } from '../../../src-main/base/atomic-file.ts'
import { newId } from '../../../src-main/base/ids.ts'
import { hangMs } from '../../kit/hang.ts'
import { connect, ended, openTestPractice, openTestStudio } from '../../kit/studio.ts'

const call = { signal: AbortSignal.timeout(10 * hangMs), origin: 'page' } as const

async function open(options: Partial<PracticeOptions> = {}) {
  const practice = await openTestPractice(options)
  const studio = await openTestStudio()
  const accountId = await connect(studio, practice)
  const { conversation } = await studio.handlers.conversations.create({ title: 'Fog', projectId: null, system: '' }, call)
  const say = (words: string, conversationId: ConversationId = conversation.id) => studio.handlers.conversations.send({
    requestId: newId<RequestId>(),
    accountId,
    modelId: 'gpt-oss-120b' as ModelId,
    fields: { stream: true },
    conversationId,
    parentId: null,
    parts: [{ type: 'text', text: words }],
  }, call)
  const trash = () => studio.handlers.conversations.trash({ conversationId: conversation.id }, call)
  const purge = () => studio.handlers.trash.purge({ items: [{ kind: 'conversation', id: conversation.id }] }, call)
  const pause = (isPaused: boolean) => studio.handlers.jobs.pauseAll({ isPaused }, call)
  return { practice, studio, conversation, say, trash, purge, pause }
}

async function someTextOf(studio: OpenStudio, jobId: JobId): Promise<void> {
  for await (const output of studio.handlers.jobs.output({ jobId }, call)) {
    if (output.text.length > 5)
      return
  }
}

const answerFile = (studio: OpenStudio & { folder: string }, jobId: JobId): string => join(studio.folder, 'work', jobId, 'answer.part')

describe('a conversation in the trash', () => {
  it('has its question cancelled that had not been sent, and others are asked', async () => {
    const { practice, studio, conversation, say, trash, pause } = await open()
    const other = await studio.handlers.conversations.create({ title: 'Rain', projectId: null, system: '' }, call)
    await pause(true)
    const [asked, elsewhere] = [await say('One line about fog.'), await say('One line about rain.', other.conversation.id)]
    const { conversation: trashed, cancelledJobs } = await trash()
    expect([trashed.id, trashed.trashedAt !== null, cancelledJobs]).toEqual([conversation.id, true, 1])
    await pause(false)
    expect(await ended(studio, elsewhere.jobId)).toMatchObject({ state: 'done' })
    expect(await ended(studio, asked.jobId)).toMatchObject({ state: 'cancelled', charged: 'no' })
    expect(await studio.parts.conversations.find(asked.answer.id)).toMatchObject({ state: 'failed' })
    expect(practice.ledger()).toHaveLength(1)
  })

  it('is kept as long as an answer arrives for it; deleted by hand, with a warning, the paid answer stays on the disk', async () => {
    const { studio, conversation, say, trash, purge } = await open({ pace: 3 })
    const asked = await say('Six lines about a lighthouse.')
    await someTextOf(studio, asked.jobId)
    expect((await trash()).cancelledJobs).toBe(0)
    expect((await studio.handlers.trash.list({}, call)).items).toMatchObject([{ id: conversation.id, isUsed: true }])
    expect(await studio.parts.trash.purgeOlderThan(-1)).toBe(0)
    expect((await studio.handlers.trash.weigh({ items: [{ kind: 'conversation', id: conversation.id }] }, call)).uses)
      .toMatchObject([{ kind: 'job', place: 'Six lines about a lighthouse.' }])
    expect(await purge()).toMatchObject({ count: 1 })
    const job = await ended(studio, asked.jobId)
    expect(job).toMatchObject({ state: 'failed', charged: 'yes', hasAnswer: true, failure: { kind: 'no-conversation' } })
    expect(await readFile(answerFile(studio, asked.jobId), 'utf8')).toContain('[DONE]')
    await studio.handlers.jobs.lookAgain({ jobId: asked.jobId }, call)
    expect(await ended(studio, asked.jobId)).toMatchObject({ state: 'failed', failure: { kind: 'no-conversation' } })
    expect(await readFile(answerFile(studio, asked.jobId), 'utf8')).toContain('[DONE]')
  })

  it('is deleted in time once its answer is there, or its question is cancelled', async () => {
    const { studio, say, trash, pause } = await open()
    await ended(studio, (await say('One line about fog.')).jobId)
    await pause(true)
    const other = await studio.handlers.conversations.create({ title: 'Rain', projectId: null, system: '' }, call)
    await say('One line about rain.', other.conversation.id)
    await trash()
    expect((await studio.handlers.conversations.trash({ conversationId: other.conversation.id }, call)).cancelledJobs).toBe(1)
    expect(await studio.parts.trash.purgeOlderThan(-1)).toBe(2)
  })

  it('that was deleted with a question is named as the reason why that is not sent', async () => {
    const { practice, studio, say, purge, pause, conversation } = await open()
    await pause(true)
    const asked = await say('One line about fog.')
    // As when another version, or a press at the same time, trashed it.
    await studio.parts.conversations.trash(conversation.id)
    await purge()
    await pause(false)
    expect(await ended(studio, asked.jobId)).toMatchObject({ state: 'failed', charged: 'no', failure: { kind: 'no-conversation' } })
    expect(practice.ledger()).toEqual([])
  })
})

function eventOf(content: string, finish: string | null = null): string {
  return `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason: finish }] })}\n\n`
}

describe('looking again at an answer that was cut', () => {
  async function cut() {
    const { practice, studio, say } = await open()
    practice.faults.set({ do: 'wrong-body', as: 'truncated' })
    const asked = await say('Six lines about a lighthouse.')
    const job = await ended(studio, asked.jobId)
    expect(job).toMatchObject({ state: 'unsure', charged: 'unknown', hasAnswer: true })
    const look = async () => {
      await studio.handlers.jobs.lookAgain({ jobId: asked.jobId }, call)
      return ended(studio, asked.jobId)
    }
    const message = async () => (await studio.parts.conversations.find(asked.answer.id))!
    const [part] = (await message()).parts
    const words = part?.type === 'text' ? part.text : ''
    expect(words).not.toBe('')
    return { path: answerFile(studio, asked.jobId), look, message, words, practice }
  }

  it('finishes the job where all of it is on the disk, and removes the file only then', async () => {
    const { path, look, message, practice } = await cut()
    await writeFile(path, `${eventOf('All of')}${eventOf(' it.', 'stop')}data: [DONE]\n\n`)
    expect(await look()).toMatchObject({ state: 'done', charged: 'yes', failure: null })
    expect(await message()).toMatchObject({ state: 'whole', parts: [{ type: 'text', text: 'All of it.' }], finishReason: 'stop' })
    await expect.poll(() => fileExists(path), { timeout: hangMs }).toBe(false)
    expect(practice.ledger()).toHaveLength(1)
  })

  it('shows what this version reads of it, in place of what another one did', async () => {
    const { path, look, message } = await cut()
    await writeFile(path, eventOf('Some'))
    expect(await look()).toMatchObject({ state: 'unsure', charged: 'unknown', hasAnswer: true })
    expect(await message()).toMatchObject({ state: 'partial', parts: [{ type: 'text', text: 'Some' }] })
    await appendFile(path, eventOf(' of it.'))
    await look()
    expect(await message()).toMatchObject({ state: 'partial', parts: [{ type: 'text', text: 'Some of it.' }] })
  })

  it('never takes words away where nothing can be read', async () => {
    const { path, look, message, words } = await cut()
    await writeFile(path, '')
    expect(await look()).toMatchObject({ state: 'unsure' })
    expect(await message()).toMatchObject({ state: 'partial', parts: [{ type: 'text', text: words }] })
  })
})
