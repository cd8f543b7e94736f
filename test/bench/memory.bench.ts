/** What main keeps in memory after five thousand speech jobs and a minute of rest, against the start. */
import type { JobId, ModelId, RequestId } from '#contract/words.ts'
import type { OpenStudio } from '../../src-main/studio/open-studio.ts'
import type { Figure } from './figure.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import { newId } from '../../src-main/base/ids.ts'
import { limitYoungGeneration } from '../../src-main/base/young-generation.ts'
import { openStudio } from '../../src-main/studio/open-studio.ts'
import { testPorts } from '../kit/ports.ts'
import { startPractice } from '../kit/practice-child.ts'
import { round } from './figure.ts'

const restMs = 60_000
const megabytes = (bytes: number): number => round(bytes / 1e6, 0)

export async function* figures(flags: readonly string[]): AsyncGenerator<Figure> {
  // As both hosts do.
  limitYoungGeneration()
  const count = flags.includes('--short') ? 500 : 5_000
  const folder = await mkdtemp(join(tmpdir(), 'takeroom-bench-'))
  const practice = await startPractice()
  const studio = await openStudio(testPorts(folder))
  try {
    const { id } = await studio.parts.accounts.connect({ name: 'Practice', baseUrl: practice.url, key: practice.key })
    await pause(2_000)
    const start = process.memoryUsage.rss()
    yield { name: 'main at its start', value: megabytes(start), limit: null, unit: 'MB' }
    const ended = allEnded(studio, count)
    for (let number = 0; number < count; number++) {
      await studio.parts.make.speech({
        requestId: newId<RequestId>(),
        projectId: null,
        accountId: id,
        modelId: 'higgs2p5' as ModelId,
        fields: { text: `Number ${number}: one light still burns at the edge of the map.` },
        lineId: null,
        voiceId: null,
        isOverSocket: false,
      })
    }
    yield { name: `main with ${count} jobs queued`, value: megabytes(process.memoryUsage.rss()), limit: null, unit: 'MB' }
    await ended
    yield { name: `main after ${count} jobs`, value: megabytes(process.memoryUsage.rss()), limit: null, unit: 'MB' }
    await pause(restMs)
    const rest = process.memoryUsage()
    yield { name: 'heap used after a minute of rest', value: megabytes(rest.heapUsed), limit: null, unit: 'MB' }
    yield { name: 'heap reserved after a minute of rest', value: megabytes(rest.heapTotal), limit: null, unit: 'MB' }
    yield { name: 'buffers after a minute of rest', value: megabytes(rest.external), limit: null, unit: 'MB' }
    yield { name: 'main after a minute of rest', value: megabytes(rest.rss), limit: megabytes(start * 1.5), unit: 'MB' }
  }
  finally {
    await studio.close({ drainMs: 0 })
    await practice.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Subscribes like a page; resolves when so many jobs have ended. */
async function allEnded({ parts }: OpenStudio, count: number): Promise<void> {
  const ended = new Set<JobId>()
  for await (const { changed } of parts.ledger.changes()) {
    JSON.stringify(changed)
    changed.filter(job => job.state === 'done' || job.state === 'failed').forEach(job => ended.add(job.id))
    if (ended.size >= count)
      return
  }
}
