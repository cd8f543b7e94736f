/**
 * The marker which says that the last bytes of a request were not sent: when the next studio may rely on it, and when not.
 *
 * @module-tag wide
 */
import type { JobId, ModelId, RequestId } from '#contract/words.ts'
import type { JobEvent } from '../../../src-main/jobs/states.ts'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../../../src-main/base/clock.ts'
import { newId } from '../../../src-main/base/ids.ts'
import { removeHoldMarker, requestWasNotCompleted, writeHoldMarker } from '../../../src-main/jobs/hold-marker.ts'
import { openLedger } from '../../../src-main/jobs/ledger.ts'
import { openDatabase } from '../../../src-main/storage/database.ts'
import { ledgerMigrations } from '../../../src-main/storage/migrations/ledger/index.ts'
import { makeFolder } from '../../kit/folder.ts'
import { connect, ended, openTestPractice, openTestStudio, until } from '../../kit/studio.ts'

// Windows has no identifier of a boot, so there is never a marker.
const itWithMarkers = it.skipIf(process.platform === 'win32')

function noteOf(jobId: JobId): string {
  return join(process.platform === 'linux' ? process.env.XDG_RUNTIME_DIR || '/dev/shm' : tmpdir(), `takeroom-${jobId}.held`)
}

/** A studio that died right after a commit, whose request had been made in full. */
async function diedCommitted() {
  const practice = await openTestPractice()
  const folder = await makeFolder()
  const first = await openTestStudio({ folder })
  const accountId = await connect(first, practice)
  await first.parts.engine.stop(0)
  const [jobId] = await first.parts.make.speech({
    requestId: newId<RequestId>(),
    accountId,
    modelId: 'higgs2p5' as ModelId,
    fields: { text: 'Once.' },
    projectId: null,
    lineId: null,
    voiceId: null,
    isOverSocket: false,
  })
  for (const event of ['claim', 'send', 'commit'] satisfies JobEvent[])
    await first.parts.ledger.move(jobId!, event)
  onTestFinished(() => removeHoldMarker(jobId!))
  return {
    practice,
    jobId: jobId!,
    async openAgain() {
      await first.close()
      return openTestStudio({ folder, ports: { secrets: first.parts.ports.secrets } })
    },
  }
}

itWithMarkers('a request whose last bytes were not sent is sent again, and its marker is removed', async () => {
  const { practice, jobId, openAgain } = await diedCommitted()
  await writeHoldMarker(jobId)
  const studio = await openAgain()
  expect(await ended(studio, jobId)).toMatchObject({ state: 'done', charged: 'yes' })
  expect(practice.ledger()).toHaveLength(1)
  expect(existsSync(noteOf(jobId))).toBe(false)
})

itWithMarkers('a marker from before a reboot is ignored', async () => {
  const { practice, jobId, openAgain } = await diedCommitted()
  await writeHoldMarker(jobId)
  await writeFile(noteOf(jobId), 'another run of the machine')
  expect(await ended(await openAgain(), jobId)).toMatchObject({ state: 'unsure', charged: 'unknown' })
  expect(practice.ledger()).toHaveLength(0)
})

it('without a marker a committed request is unsure', async () => {
  const { jobId, openAgain } = await diedCommitted()
  expect(await requestWasNotCompleted(jobId)).toBe(false)
  expect(await ended(await openAgain(), jobId)).toMatchObject({ state: 'unsure' })
})

itWithMarkers.each([false, true])('the marker exists when the commit is recorded, and is removed once the service has the request (over a socket: %s)', async (isOverSocket) => {
  const practice = await openTestPractice()
  const studio = await openTestStudio()
  const accountId = await connect(studio, practice)
  const answer = practice.faults.set({ do: 'delay', ms: 3_600_000 })
  const { ledger } = studio.parts
  const [jobId] = await studio.parts.make.speech({
    requestId: newId<RequestId>(),
    accountId,
    modelId: 'higgs2p5' as ModelId,
    fields: { text: 'Once.' },
    projectId: null,
    lineId: null,
    voiceId: null,
    isOverSocket,
  })
  await until(studio, jobId, job => job.state === 'committed')
  await expect.poll(() => practice.ledger().length).toBe(1)
  await expect.poll(() => existsSync(noteOf(jobId!))).toBe(false)
  expect((await ledger.row(jobId!)).state).toBe('committed')
  answer()
  await ended(studio, jobId)
  expect((await ledger.row(jobId!)).state).toBe('done')
})

itWithMarkers('a marker can be read by its owner only', async () => {
  const jobId = newId<JobId>()
  await writeHoldMarker(jobId)
  await writeHoldMarker(jobId)
  expect(await requestWasNotCompleted(jobId)).toBe(true)
  expect(await readFile(noteOf(jobId), 'utf8')).toMatch(/^\S+$/)
  removeHoldMarker(jobId)
  removeHoldMarker(jobId)
  expect(await requestWasNotCompleted(jobId)).toBe(false)
})

it(
  'a listener hears of a commit after its caller, so that nothing runs between the commit and the last bytes',
  async () => {
    const db = await openDatabase(join(await makeFolder(), 'ledger.db'), { migrations: ledgerMigrations, clock: systemClock })
    onTestFinished(() => db.close())
    const ledger = await openLedger({ db, clock: systemClock })
    const [job] = await ledger.enqueue([{ requestId: newId<RequestId>(), requestPart: 0, kind: 'speech', title: 'x', plan: {} }])
    const story: string[] = []
    const stop = new AbortController()
    const watching = (async () => {
      for await (const { changed } of ledger.changes(stop.signal)) {
        story.push(...changed.map(each => `heard ${each.state}`))
        if (changed.some(each => each.state === 'committed'))
          return
      }
    })()
    for (const event of ['claim', 'send', 'commit'] satisfies JobEvent[]) {
      await ledger.move(job!.id, event)
      // As many steps from the answer as the last bytes are.
      for (let step = 0; step < 30; step++)
        await Promise.resolve()
      story.push(`did ${event}`)
    }
    await watching
    stop.abort()
    expect(story.slice(-2)).toEqual(['did commit', 'heard committed'])
  },
)
