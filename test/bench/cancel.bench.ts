/** How long it takes until 5,000 jobs are cancelled by one press, while the queue is paused, and while it works. */
import type { ModelId, RequestId } from '#contract/words.ts'
import type { Figure } from './figure.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newId } from '../../src-main/base/ids.ts'
import { openPracticeService } from '../../src-main/practice/index.ts'
import { openStudio } from '../../src-main/studio/open-studio.ts'
import { findFfmpeg } from '../kit/ffmpeg.ts'
import { testPorts } from '../kit/ports.ts'
import { round } from './figure.ts'

const call = { signal: new AbortController().signal, origin: 'page' as const }
const [count, atOnce] = [5000, 500]

export async function* figures(): AsyncGenerator<Figure> {
  const folder = await mkdtemp(join(tmpdir(), 'takeroom-bench-'))
  const practice = await openPracticeService({ ffmpeg: findFfmpeg, voice: 'formant', pace: 0 })
  const studio = await openStudio(testPorts(folder))
  const { handlers, parts } = studio
  const { id: accountId } = await parts.accounts.connect({ name: 'Bench', baseUrl: practice.url, key: practice.key })
  try {
    for (const isPaused of [true, false]) {
      await handlers.jobs.pauseAll({ isPaused: true }, call)
      const jobIds = []
      for (let first = 0; first < count; first += atOnce) {
        const variants = Array.from({ length: atOnce }, (_, at) => ({ text: `Line ${first + at}, ${isPaused ? 'paused' : 'working'}.` }))
        const asked = { requestId: newId<RequestId>(), accountId, modelId: 'higgs2p5' as ModelId, projectId: null, voiceId: null }
        jobIds.push(...(await handlers.make.speeches({ ...asked, variants }, call)).jobIds)
      }
      await handlers.jobs.pauseAll({ isPaused }, call)
      const startedAt = performance.now()
      const { cancelled, sent } = await handlers.jobs.cancelUnsent({ jobIds }, call)
      const name = `cancelling 5,000 jobs, queue ${isPaused ? 'paused' : 'working'} (${cancelled} cancelled, ${sent} sent)`
      yield { name, value: round((performance.now() - startedAt) / 1000), limit: 2, unit: 's' }
    }
  }
  finally {
    await studio.close({ drainMs: 0 })
    await practice.close()
    await rm(folder, { recursive: true, force: true })
  }
}
