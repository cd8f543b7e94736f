/** A studio with thousands of lines waiting in its paused queue, and a practice service in its own process. */
import type { StudioClient } from '#contract/index.ts'
import type { Job } from '#contract/jobs.ts'
import type { JobId, ModelId, RequestId } from '#contract/words.ts'
import type { WebStudio } from '../../kit/web-studio.ts'
import { newId } from '../../../src-main/base/ids.ts'
import { startPractice } from '../../kit/practice-child.ts'
import { startStudio } from '../../kit/web-studio.ts'
import { clientOverSocket, openSocket, tokenFor } from '../../kit/wire-client.ts'

export interface LongQueue {
  readonly studio: WebStudio
  readonly client: StudioClient
  /** How many jobs wait in main, each time this changes: at the moment (as of `Date.now()`) when main said so. */
  readonly told: { readonly at: number, readonly waiting: number }[]
  /** How many changes of jobs main has told so far. */
  changes: () => number
  close: () => Promise<void>
}

/** At most as many as one call queues. */
export async function openLongQueue(lines: number): Promise<LongQueue> {
  const practice = await startPractice()
  const studio = await startStudio()
  const address = await studio.newAddress()
  const socket = await openSocket(new URL(address).origin, await tokenFor(address))
  const client = clientOverSocket(socket)
  await client.settings.change({ settings: { hasSeenWelcome: true } })
  const { account } = await client.accounts.connect({ name: 'Practice', baseUrl: practice.url, key: practice.key })
  const { project } = await client.projects.create({ name: 'A long queue' })
  await client.script.cast({
    projectId: project.id,
    casting: { speaker: '', modelId: 'qwen3-tts' as ModelId, voiceId: null, fields: { voice: 'Ryan' } },
  })
  const added = await client.script.add({
    projectId: project.id,
    afterLineId: null,
    lines: Array.from({ length: lines }, (_, index) => ({ speaker: '', text: `Line ${index + 1}.`, direction: '' })),
  })
  await client.jobs.pauseAll({ isPaused: true })
  await client.make.lines({
    requestId: newId<RequestId>(),
    accountId: account.id,
    projectId: project.id,
    lineIds: added.lines.map(line => line.id),
  })
  const told: { at: number, waiting: number }[] = []
  let changes = 0
  const stop = new AbortController()
  const followed = follow()

  async function follow(): Promise<void> {
    const waiting = new Set<JobId>()
    const note = (job: Job): unknown => job.state === 'queued' || job.state === 'blocked' ? waiting.add(job.id) : waiting.delete(job.id)
    for await (const event of await client.jobs.changes({}, { signal: stop.signal })) {
      event.changed.forEach(note)
      changes += event.changed.length
      if (told.at(-1)?.waiting !== waiting.size)
        told.push({ at: Date.now(), waiting: waiting.size })
    }
  }

  return {
    studio,
    client,
    told,
    changes: () => changes,
    async close() {
      stop.abort()
      await followed.catch(() => {}) // It ends by being aborted.
      socket.close()
      await studio.close({ forget: true })
      await practice.close()
    },
  }
}
