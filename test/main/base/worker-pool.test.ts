import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { createWorkerPool } from '../../../src-main/base/worker-pool.ts'
import { makeFolder } from '../../kit/folder.ts'

/** Threads that answer with their number, or fail when told to. */
async function openPool() {
  const file = pathToFileURL(join(await makeFolder(), 'answer.mjs'))
  await writeFile(file, `import { parentPort, threadId } from 'node:worker_threads'
parentPort.on('message', (word) => {
  if (word === 'fail')
    throw new Error('as told')
  parentPort.postMessage(threadId)
})`)
  const pool = createWorkerPool('test', [new URL('./missing.mjs', file), file])
  return { take: () => pool.take()!, giveBack: pool.giveBack }
}

async function askIn(worker: ReturnType<Awaited<ReturnType<typeof openPool>>['take']>): Promise<number> {
  const answered = once(worker, 'message')
  worker.postMessage('go')
  return (await answered)[0] as number
}

it('a thread that was given back is used again, by one at a time, and its last user hears no more of it', async () => {
  const pool = await openPool()
  const first = pool.take()
  const heard: unknown[] = []
  first.on('message', answer => heard.push(answer))
  const id = await askIn(first)
  pool.giveBack(first)
  const again = pool.take()
  expect(await askIn(again)).toBe(id)
  expect(heard).toEqual([id])
  const other = pool.take()
  expect(await askIn(other)).not.toBe(id)
  await Promise.all([again.terminate(), other.terminate()])
})

it('a thread that failed is not used again, also when it fails while it is idle', async () => {
  const pool = await openPool()
  const worker = pool.take()
  const id = await askIn(worker)
  pool.giveBack(worker)
  // Not `once`: it would fail for the error that comes first.
  const ended = new Promise(resolve => worker.on('exit', resolve))
  worker.postMessage('fail')
  await ended
  const next = pool.take()
  expect(await askIn(next)).not.toBe(id)
  await next.terminate()
})

it('a missing script is told', () => {
  expect(createWorkerPool('test', [new URL('./missing.mjs', import.meta.url)]).take()).toBeNull()
})
