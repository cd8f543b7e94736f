/** Playing sound while it is made is optional: whatever happens to its file, the paid answer arrives and the program keeps running. */
import type { ModelId, RequestId } from '#contract/words.ts'
import { Buffer } from 'node:buffer'
import { mkdir, readdir, readFile, readlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { describe, expect, it, onTestFinished } from 'vitest'
import { newId } from '../../../src-main/base/ids.ts'
import { livePath, openLiveSound } from '../../../src-main/kinds/live-sound.ts'
import { connect, ended, openTestPractice, openTestStudio } from '../../kit/studio.ts'

const call = { signal: new AbortController().signal, origin: 'page' as const }
const asked = { method: 'GET', range: null, ifRange: null, ifNoneMatch: null }

/** A line that is streamed and waits in a paused queue. */
async function waitingLine() {
  const practice = await openTestPractice()
  const studio = await openTestStudio()
  const accountId = await connect(studio, practice)
  await studio.handlers.jobs.pauseAll({ isPaused: true }, call)
  const [jobId] = await studio.parts.make.speech({
    requestId: newId<RequestId>(),
    accountId,
    modelId: 'higgs2p5' as ModelId,
    fields: { text: 'Heard while it is made.', stream: true },
    projectId: null,
    lineId: null,
    voiceId: null,
    isOverSocket: false,
  })
  const path = livePath(join(studio.folder, 'work'), jobId!)
  await mkdir(join(path, '..'), { recursive: true })
  const goOn = () => studio.handlers.jobs.pauseAll({ isPaused: false }, call)
  return { practice, studio, jobId: jobId!, path, goOn }
}

describe('sound that is played while it is made', () => {
  it('and cannot be written is not played early, and becomes a take all the same', async () => {
    const { practice, studio, jobId, path, goOn } = await waitingLine()
    // No file can be written where a folder is.
    await mkdir(path)
    const thrown: unknown[] = []
    const note = (error: unknown): void => void thrown.push(error)
    process.on('uncaughtException', note)
    onTestFinished(() => void process.off('uncaughtException', note))
    await goOn()
    expect(await ended(studio, jobId)).toMatchObject({ state: 'done', charged: 'yes' })
    expect(thrown).toEqual([])
    expect(practice.ledger()).toHaveLength(1)
  })

  it('can be read in full once it has ended, and is followed from its beginning while it grows', async () => {
    const { studio, jobId, path } = await waitingLine()
    const { body } = await studio.openMedia({ of: 'live', jobId }, asked)
    const listener = body!.getReader()
    const live = openLiveSound({
      workFolder: join(studio.folder, 'work'),
      row: await studio.parts.ledger.row(jobId),
      log: studio.parts.log,
    })
    const first = listener.read()
    live.onAudio(Buffer.alloc(4800, 1), { sampleRate: 24_000, channels: 1 })
    live.onAudio(Buffer.alloc(4800, 2), { sampleRate: 44_100, channels: 2 })
    expect(Buffer.from((await first).value!)).toEqual(Buffer.alloc(4800, 1))
    live.onAudio(Buffer.alloc(1_000_000, 3), { sampleRate: 24_000, channels: 1 })
    await live.end()
    expect(await readFile(path)).toEqual(Buffer.concat([Buffer.alloc(4800, 1), Buffer.alloc(1_000_000, 3)]))
    await listener.cancel()
  })
})

describe.runIf(process.platform === 'linux')('a listener that disconnects', () => {
  const openFiles = async (path: string): Promise<number> => {
    const links = await Promise.all((await readdir('/proc/self/fd')).map(name => readlink(`/proc/self/fd/${name}`).catch(() => '')))
    return links.filter(link => link === path).length
  }

  it.each([0, 1, 2])('after %d pieces leaves no file open, at whatever moment', async (pieces) => {
    const { studio, jobId, path } = await waitingLine()
    await writeFile(path, Buffer.alloc(3 * 256 * 1024))
    for (const late of [false, true]) {
      const { body } = await studio.openMedia({ of: 'live', jobId }, asked)
      const reader = body!.getReader()
      for (let read = 0; read < pieces; read++)
        await reader.read()
      // Disconnects while a piece is being sent, possibly before the file is open.
      const next = late ? reader.read().catch(() => {}) : null
      await reader.cancel()
      await next
      expect(await openFiles(path)).toBe(0)
    }
  })
})
