/**
 * The command of a job is run by a real shell and a real curl: the service accepts it, and gets the very request that was sent.
 *
 * @module-tag wide
 */
import type { AssetId, JobId, ModelId, RequestId } from '#contract/words.ts'
import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { newId } from '../../../src-main/base/ids.ts'
import { makeFolder } from '../../kit/folder.ts'
import { hangMs } from '../../kit/hang.ts'
import { connect, ended, openTestPractice, openTestStudio } from '../../kit/studio.ts'

const run = promisify(execFile)
const context = () => ({ signal: AbortSignal.timeout(hangMs), origin: 'page' as const })

const odd = `It's "quoted" $HOME \`id\` \\ 100% ;\n海边的灯塔 & <done>`

async function open() {
  const practice = await openTestPractice()
  // A folder that a shell would take apart.
  const folder = join(await makeFolder(), 'it\'s "mine" & $HOME')
  await mkdir(folder)
  const studio = await openTestStudio({ folder })
  const accountId = await connect(studio, practice)
  const how = { accountId, projectId: null, requestId: newId<RequestId>() }
  async function repeat(jobId: JobId) {
    await ended(studio, jobId)
    const { curl, times } = await studio.handlers.jobs.request({ jobId }, context())
    expect(curl).not.toContain(practice.key)
    expect(times.endedAt).toBeGreaterThanOrEqual(times.sentAt!)
    expect(times.sentAt).toBeGreaterThanOrEqual(times.createdAt)
    await run('sh', ['-c', curl!], { env: { ...process.env, TAKEROOM_KEY: practice.key }, encoding: 'buffer', maxBuffer: 100_000_000 })
    const [sent, again, ...others] = practice.ledger().slice(-2)
    expect(others).toEqual([])
    expect(again!.id).not.toBe(sent!.id)
    expect(again).toMatchObject({ kind: sent!.kind, requestHash: sent!.requestHash, files: sent!.files, ignored: [] })
    return curl!
  }
  async function image(): Promise<{ jobId: JobId, assetId: AssetId }> {
    const [jobId] = await studio.parts.make.image({
      ...how,
      requestId: newId<RequestId>(),
      modelId: 'eigen-image' as ModelId,
      fields: { prompt: odd, width: 512, height: 512 },
    })
    const { takeIds } = await ended(studio, jobId!)
    return { jobId: jobId!, assetId: (await studio.parts.takes.get(takeIds[0]!)).asset.id }
  }
  return { practice, studio, how, repeat, image }
}

it('speech, with every sign that means something to a shell', async () => {
  const { studio, how, repeat } = await open()
  const [jobId] = await studio.parts.make.speech({
    ...how,
    modelId: 'higgs2p5' as ModelId,
    fields: { text: odd },
    lineId: null,
    voiceId: null,
    isOverSocket: false,
  })
  expect(await repeat(jobId!)).toContain('Bearer $TAKEROOM_KEY')
})

it('an image by JSON, and an edit of it as a multi-part form with its file', async () => {
  const { studio, how, repeat, image } = await open()
  const { jobId, assetId } = await image()
  expect(await repeat(jobId)).toContain('--data-raw')
  const [edited] = await studio.parts.make.image({
    ...how,
    requestId: newId<RequestId>(),
    modelId: 'qwen-image-edit-2511' as ModelId,
    // Without a name of the shelf: the sign itself is sent, which means a file to curl.
    fields: { prompt: '@@not a file; type=none', images: [{ assetId }] },
  })
  expect(await repeat(edited!)).toContain('-F ')
})

it('a chat about an image, whose bytes are written as base64 by the shell', async () => {
  const { studio, how, repeat, image } = await open()
  const { conversation } = await studio.handlers.conversations.create({ title: '', projectId: null, system: odd }, context())
  const { jobId } = await studio.handlers.conversations.send({
    requestId: how.requestId,
    conversationId: conversation.id,
    parentId: null,
    accountId: how.accountId,
    modelId: 'qwen3-vl-30b-instruct' as ModelId,
    fields: { stream: true },
    parts: [{ type: 'text', text: odd }, { type: 'image', assetId: (await image()).assetId }],
  }, context())
  expect(await repeat(jobId)).toContain('base64 <')
})

it('there is none for an account that is gone; the request stays', async () => {
  const { studio, how } = await open()
  const [jobId] = await studio.parts.make.speech({
    ...how,
    modelId: 'higgs2p5' as ModelId,
    fields: { text: 'Fog.' },
    lineId: null,
    voiceId: null,
    isOverSocket: false,
  })
  await ended(studio, jobId!)
  await studio.parts.accounts.remove(how.accountId)
  const { curl, request } = await studio.handlers.jobs.request({ jobId: jobId! }, context())
  expect(curl).toBeNull()
  expect(request).not.toBeNull()
})
