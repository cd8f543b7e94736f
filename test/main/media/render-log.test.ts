/** The log of a render stays short, and keeps what was said last. */
import type { Ffmpeg } from '../../../src-main/media/ffmpeg.ts'
import { expect, it } from 'vitest'
import { systemClock } from '../../../src-main/base/clock.ts'
import { createRenderLog } from '../../../src-main/media/render-log.ts'

function saying(words: string): Ffmpeg {
  const [encoders, filters] = [new Set<string>(), new Set<string>()]
  const run: Ffmpeg['run'] = async () => ({ stdout: Buffer.alloc(0), stderr: words })
  return { path: '/opt/my tools/ffmpeg', version: '5.1.9', encoders, filters, run }
}

it('writes a command as a shell would read it', async () => {
  const log = createRenderLog(systemClock)
  await log.of(saying('as usual')).run(['-i', 'it\'s.mp4', '-vf', 'scale=2:2'])
  expect(log.text()).toContain('$ \'/opt/my tools/ffmpeg\' -i \'it\'\\\'\'s.mp4\' -vf scale=2:2\nas usual\n')
})

it('keeps the newest of thousands of long commands', async () => {
  const log = createRenderLog(systemClock)
  const ffmpeg = log.of(saying('x'.repeat(100_000)))
  for (let run = 0; run < 200; run++)
    await ffmpeg.run(['-filter_complex', 'y'.repeat(50_000), `segment-${run}.mp4`])
  expect(log.text().length).toBeLessThan(210_000)
  expect(log.text()).toMatch(/^\(\d+ earlier commands are left out\)/)
  expect(log.text()).toContain('segment-199.mp4')
  expect(log.text()).not.toContain('segment-0.mp4')
})
