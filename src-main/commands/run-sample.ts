/** The `sample` command: makes, lays out and delivers the sample film in a temporary studio, in the language of the system. */
import type { RequestId } from '#contract/words.ts'
import type { OpenStudio } from '../studio/open-studio.ts'
import type { HostPorts } from '../studio/ports.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { copyFileAtomic, makeFolder } from '../base/atomic-file.ts'
import { newId } from '../base/ids.ts'
import { inside } from '../base/inside.ts'
import { jobEnd } from '../jobs/job-end.ts'
import { SampleStepError } from '../sample/sample.ts'
import { createMemoryStore } from '../secrets/memory-store.ts'
import { openStudio } from '../studio/open-studio.ts'
import { withoutDesktop } from '../studio/without-desktop.ts'
import { CommandError } from './command-error.ts'
import { systemLanguage } from './system-language.ts'
import { terminalTexts } from './terminal-texts.ts'

interface SampleOptions {
  readonly out: string
  readonly print: (line: string) => void
  readonly signal?: AbortSignal
}

/**
 * Writes `sample.mp4` (1280×720) and `sample.srt` into `out` and returns their paths. Needs ffmpeg, no key and no network.
 * @throws CommandError where a step failed or it cannot be rendered, the signal's reason after the temporary
 * studio is removed
 */
export async function runSample(
  ports: Pick<HostPorts, 'version' | 'resourcesPath'>,
  options: SampleOptions,
): Promise<{ video: string, captions: string }> {
  const out = resolve(options.out)
  await makeFolder(out)
  const folder = await mkdtemp(join(tmpdir(), 'takeroom-sample-'))
  let studio: OpenStudio | undefined
  try {
    studio = await openStudio({
      ...ports,
      host: 'web',
      folder,
      deliveriesFolder: join(folder, 'deliveries'),
      cacheFolder: join(folder, 'cache'),
      secrets: { store: createMemoryStore(), fallbackReason: null },
      mediaUrl: () => ({ url: '', goodForMs: 0 }),
      pages: null,
      moveOn: null,
      // The practice service is on this machine.
      proxyFor: async () => null,
      ...withoutDesktop,
      isOnBattery: async () => false,
    })
    return await orStopped(make(studio, { ...options, out }), options.signal)
  }
  finally {
    await studio?.close({ drainMs: 0 })
    // What was stopped in the middle may still write a file.
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** As the work ends, or the signal's reason as soon as it aborts: the studio that the work is done in is then closed. */
async function orStopped<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  const stopped = Promise.withResolvers<never>()
  const stop = (): void => stopped.reject(signal?.reason)
  signal?.addEventListener('abort', stop, { once: true })
  if (signal?.aborted)
    stop()
  try {
    return await Promise.race([work, stopped.promise])
  }
  finally {
    signal?.removeEventListener('abort', stop)
    // It may fail long after nobody awaits it any more.
    work.catch(() => {})
  }
}

async function make({ parts }: OpenStudio, { out, print, signal }: SampleOptions): Promise<{ video: string, captions: string }> {
  const { ffmpeg, ffmpegHint } = await parts.status.get()
  if (ffmpeg === null)
    throw new CommandError('no-ffmpeg', { command: ffmpegHint })
  const words = terminalTexts().sample
  print(words.begins)
  const { sequence } = await parts.sample.finish(systemLanguage(), step => print(`  ${words.step(step)}`)).catch((error) => {
    if (!(error instanceof SampleStepError))
      throw error
    const { title, failure } = error
    throw new CommandError('sample-not-generated', { title, failure }, { cause: error })
  })
  const delivery = await parts.deliver.render({
    requestId: newId<RequestId>(),
    sequenceId: sequence.id,
    presetId: 'landscape-720',
    captionMode: 'sidecar',
    name: 'sample',
  })
  parts.engine.wake()
  const late = AbortSignal.timeout(10 * 60_000)
  const until = signal ? AbortSignal.any([signal, late]) : late
  let shown = -1
  const job = await jobEnd(parts.ledger, delivery.jobId, until, ({ progress }) => {
    const percent = Math.floor((progress ?? 0) * 4) * 25
    if (percent > shown)
      print(`  ${words.rendering(shown = percent)}`)
  })
  if (job.state !== 'done')
    throw new CommandError('sample-not-rendered', { said: job.failure?.said ?? '' })
  const made = await parts.deliveries.get(delivery.id)
  const placed: Record<string, string> = {}
  for (const file of made.files) {
    const target = join(out, file.role === 'video' ? 'sample.mp4' : 'sample.srt')
    await copyFileAtomic(inside(made.folder, file.name), target)
    placed[file.role] = target
  }
  if (!placed.video || !placed.captions)
    throw new Error('A file is missing after rendering')
  return { video: placed.video, captions: placed.captions }
}
