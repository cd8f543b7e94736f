/** A studio in its own process that imports one large file, uploads it, and prints its memory growth. */
import type { ModelId, RequestId } from '#contract/words.ts'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { isEnded } from '#rules/jobs/state-groups.ts'
import { newId } from '../../src-main/base/ids.ts'
import { openStudio } from '../../src-main/studio/open-studio.ts'
import { testPorts } from './ports.ts'

export interface UploadWish { readonly folder: string, readonly path: string, readonly url: string, readonly key: string }
/** Peak memory above that of the idle studio, in megabytes. */
export interface UploadFigures { readonly takingIn: number, readonly sending: number, readonly state: string }

const megabyte = 2 ** 20

async function grownBy(work: () => Promise<unknown>): Promise<number> {
  globalThis.gc?.()
  const before = process.memoryUsage.rss()
  let most = before
  const timer = setInterval(() => most = Math.max(most, process.memoryUsage.rss()), 10)
  await work()
  clearInterval(timer)
  return Math.round((most - before) / megabyte)
}

async function run({ folder, path, url, key }: UploadWish): Promise<UploadFigures> {
  const { parts, receiveFile, close } = await openStudio(testPorts(join(folder, 'studio')))
  const account = await parts.accounts.connect({ name: 'Bench', baseUrl: url, key })
  const { size } = await stat(path)
  let assetId
  const takingIn = await grownBy(async () => {
    const ticket = await receiveFile('long.wav', createReadStream(path), size)
    assetId = (await parts.imports.file(ticket, null)).asset.id
  })
  let state = ''
  const sending = await grownBy(async () => {
    const [jobId] = await parts.make.transcribe({
      requestId: newId<RequestId>(),
      accountId: account.id,
      modelId: 'whisper_v3_turbo' as ModelId,
      fields: { file: { assetId: assetId! } },
      projectId: null,
    })
    for await (const { changed } of parts.ledger.changes()) {
      const job = changed.find(each => each.id === jobId)
      if (job && isEnded(job.state)) {
        state = `${job.state} ${job.failure?.status ?? ''}`.trim()
        return
      }
    }
  })
  await close({ drainMs: 0 })
  return { takingIn, sending, state }
}

void run(JSON.parse(process.argv[2] ?? '') as UploadWish) // from the bench
  .then(figures => process.stdout.write(`${JSON.stringify(figures)}\n`))
