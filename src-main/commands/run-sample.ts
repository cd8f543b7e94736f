/** The `sample` command: makes, lays out and delivers the sample film in a temporary studio. */
import type { RequestId } from '#contract/words.ts'
import type { HostPorts } from '../studio/ports.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { saidIn } from '#rules/text/found-words.ts'
import { copyFileAtomic, makeFolder } from '../base/atomic-file.ts'
import { newId } from '../base/ids.ts'
import { inside } from '../base/inside.ts'
import { jobEnd } from '../jobs/job-end.ts'
import { createMemoryStore } from '../secrets/memory-store.ts'
import { openStudio } from '../studio/open-studio.ts'

/**
 * Writes `sample.mp4` (1280×720) and `sample.srt` into `out` and returns their paths. Needs ffmpeg, no key and no network.
 * @throws Error with a sentence that says which step failed and why.
 */
export async function runSample(
  ports: Pick<HostPorts, 'version' | 'resourcesPath'>,
  options: { out: string, print: (line: string) => void },
): Promise<{ video: string, captions: string }> {
  const out = resolve(options.out)
  await makeFolder(out)
  const folder = await mkdtemp(join(tmpdir(), 'takeroom-sample-'))
  const studio = await openStudio({
    ...ports,
    host: 'web',
    folder,
    deliveriesFolder: join(folder, 'deliveries'),
    cacheFolder: join(folder, 'cache'),
    secrets: { store: createMemoryStore(), fallbackReason: null },
    mediaUrl: () => ({ url: '', expiresAt: 0 }),
    pages: null,
    moveOn: null,
    // The practice service is on this machine.
    proxyFor: async () => null,
    reveal: null,
    chooseFolder: null,
    chooseFile: null,
    notices: null,
    startDrag: null,
    tell: () => {},
    showProgress: () => {},
    stayAwake: () => {},
    isOnBattery: async () => false,
  })
  try {
    const { parts } = studio
    if ((await parts.status.get()).ffmpeg === null)
      throw new Error(`ffmpeg 5.1 or newer was not found, and without it nothing can be rendered. Install it: ${(await parts.status.get()).ffmpegHint}`)
    options.print('Making the sample with the practice service: free, offline, no key.')
    const { sequence } = await parts.sample.finish(step => options.print(`  ${step}`))
    const delivery = await parts.deliver.render({
      requestId: newId<RequestId>(),
      sequenceId: sequence.id,
      presetId: 'landscape-720',
      captionMode: 'sidecar',
      name: 'sample',
    })
    parts.engine.wake()
    let shown = -1
    const job = await jobEnd(parts.ledger, delivery.jobId, AbortSignal.timeout(10 * 60_000), ({ progress }) => {
      const percent = Math.floor((progress ?? 0) * 4) * 25
      if (percent > shown)
        options.print(`  rendering ${shown = percent}%`)
    })
    if (job.state !== 'done')
      throw new Error(`Rendering failed: ${saidIn('en', job.failure?.said ?? '')}`)
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
  finally {
    await studio.close({ drainMs: 0 })
    await rm(folder, { recursive: true, force: true })
  }
}
