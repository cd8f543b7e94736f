/** Event-loop delay of the core with five hundred jobs in flight. */
import type { JobId, ModelId, RequestId } from '#contract/words.ts'
import type { OpenStudio } from '../../src-main/studio/open-studio.ts'
import type { Figure } from './figure.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { newId } from '../../src-main/base/ids.ts'
import { drawLandscape } from '../../src-main/practice/drawing/landscape.ts'
import { encodePng } from '../../src-main/practice/drawing/png.ts'
import { openStudio } from '../../src-main/studio/open-studio.ts'
import { testPorts } from '../kit/ports.ts'
import { startPractice } from '../kit/practice-child.ts'
import { round } from './figure.ts'

const [shots, speeches] = [450, 50]
const limitMs = 20
const watchedMs = 30_000

export async function* figures(): AsyncGenerator<Figure> {
  const folder = await mkdtemp(join(tmpdir(), 'takeroom-bench-'))
  // Speech is accepted and never answered, so the other speech jobs stay queued.
  const practice = await startPractice({ faults: [{ do: 'delay', ms: 600_000, at: 'answer', when: { kind: 'speech' } }] })
  const studio = await openStudio(testPorts(folder))
  try {
    await studio.parts.settings.change({ requestsAtOnce: 16 })
    // Subscribes like a page.
    void listen(studio)
    yield await figureOf('event-loop delay p99 while 450 shots are being sent', () => send(studio, practice))
    yield await figureOf('event-loop delay p99 with 500 jobs in flight', () => pause(watchedMs))
  }
  finally {
    await studio.close({ drainMs: 0 })
    await practice.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function figureOf(name: string, work: () => Promise<unknown>): Promise<Figure> {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  await work()
  delay.disable()
  return { name, value: round(delay.percentile(99) / 1e6, 1), limit: limitMs, unit: 'ms' }
}

async function listen(studio: OpenStudio): Promise<void> {
  for await (const { changed } of studio.parts.ledger.changes())
    JSON.stringify(changed)
}

/** Resolves when every shot has its task and the speech has been sent. */
async function send({ parts, receiveFile }: OpenStudio, practice: { url: string, key: string }): Promise<void> {
  const account = async (name: string) => (await parts.accounts.connect({ name, baseUrl: practice.url, key: practice.key })).id
  const [filming, speaking] = [await account('Filming'), await account('Speaking')]
  const bytes = await encodePng(drawLandscape('sea', 'bench', { width: 256, height: 256 }))
  const ticket = await receiveFile('still.png', (async function* () {
    yield bytes
  })(), bytes.length)
  const { asset } = await parts.imports.file(ticket, null)
  const wish = () => ({ requestId: newId<RequestId>(), projectId: null })
  const open = new Set<JobId>()
  for (let shot = 0; shot < shots; shot++) {
    (await parts.make.video({
      ...wish(),
      accountId: filming,
      modelId: 'wan2p2-i2v-14b-turbo' as ModelId,
      fields: { prompt: `waves ${shot}`, image: { assetId: asset.id } },
    })).forEach(id => open.add(id))
  }
  for (let text = 0; text < speeches; text++) {
    await parts.make.speech({
      ...wish(),
      accountId: speaking,
      modelId: 'higgs2p5' as ModelId,
      fields: { text: `Number ${text}.` },
      lineId: null,
      voiceId: null,
      isOverSocket: false,
    })
  }
  for await (const { changed } of parts.ledger.changes(AbortSignal.timeout(300_000))) {
    changed.filter(job => job.taskId !== null).forEach(job => open.delete(job.id))
    if (open.size === 0)
      return
  }
}
