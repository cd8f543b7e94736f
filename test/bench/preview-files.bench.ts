/** Preview files: one pass over a shot against the bare encode of its proxy, and what it leaves of the core's event loop. */
import type { MediaKit } from '../kit/media.ts'
import type { Figure } from './figure.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { fileInput } from '../../src-main/media/ffmpeg/ffmpeg-input.ts'
import { makePoster } from '../../src-main/media/preview/poster.ts'
import { makeShotRenditions } from '../../src-main/media/preview/proxy.ts'
import { probe as probeFile } from '../../src-main/media/probe/probe.ts'
import { makePeaks } from '../../src-main/media/sound/peaks.ts'
import { openMediaKit } from '../kit/media.ts'
import { round } from './figure.ts'

const runs = 3
const seconds = 10.5

export async function* figures(): AsyncGenerator<Figure> {
  const kit = await openMediaKit()
  try {
    const source = 'mandelbrot=s=1920x1080:r=30'
    const args = ['-c:v', 'libx264', '-preset', 'veryfast', '-b:v', '6M', '-c:a', 'aac', '-shortest']
    const shot = await kit.clip('shot.mp4', { seconds, source, withSound: true, args })
    const delay = monitorEventLoopDelay({ resolution: 1 })
    const bare: number[] = []
    const whole: number[] = []
    // In turns, so that other work on the machine weighs on both.
    for (let run = 0; run < runs; run++) {
      bare.push(await timed(() => encodeBare(kit, shot)))
      delay.enable()
      whole.push(await timed(() => makeAll(kit, shot)))
      delay.disable()
    }
    yield { name: `bare encode of the proxy of ${seconds} s in 1080p`, value: round(median(bare) / 1000), limit: null, unit: 's' }
    yield { name: 'proxy, filmstrip, sound, poster and peaks', value: round(median(whole) / 1000), limit: null, unit: 's' }
    const ratio = round(median(whole.map((ms, run) => ms / (bare[run] ?? ms))))
    yield { name: 'all of them, relative to the bare encode', value: ratio, limit: 1.2, unit: '×', ratioOf: 'bare encode of the proxy' }
    yield { name: 'event-loop delay p99 meanwhile', value: round(delay.percentile(99) / 1e6), limit: 20, unit: 'ms' }
  }
  finally {
    await kit.close()
  }
}

async function encodeBare({ ffmpeg, file }: MediaKit, path: string): Promise<void> {
  const codecs = ['-c:v', 'libx264', '-g', '15', '-bf', '0', '-preset', 'veryfast', '-crf', '24', '-c:a', 'aac', '-b:a', '128k']
  await ffmpeg.run(['-y', ...await fileInput(path), '-vf', 'scale=-2:540', ...codecs, '-movflags', '+faststart', file('bare.mp4')])
}

async function makeAll({ ffmpeg, folder, file }: MediaKit, path: string): Promise<void> {
  const made = await mkdtemp(join(folder, 'made-'))
  const probe = await probeFile(path, { ffmpeg })
  await makePoster(path, file('poster.jpg'), { ffmpeg, probe })
  await makePeaks(path, { ffmpeg, probe })
  // At the priority of the bare encode: in the background it takes as long as other programs make it.
  await makeShotRenditions(path, made, { ffmpeg, probe })
  await rm(made, { recursive: true })
}

async function timed(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
