/** The log of a render stays short, and keeps what was said last. */
import type { Ffmpeg } from '../../../../src-main/media/ffmpeg/ffmpeg.ts'
import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { systemClock } from '../../../../src-main/base/clock.ts'
import { createRenderLog, readCutOffLog } from '../../../../src-main/media/render/render-log.ts'
import { makeFolder } from '../../../kit/folder.ts'

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

it('has each command in its file as soon as it begins, also those that never end', async () => {
  const path = join(await makeFolder(), 'render.log')
  const log = createRenderLog(systemClock, path)
  await log.of(saying('as usual')).run(['-i', 'one.mp4', 'segment-0.mp4'])
  let end = (): void => {}
  const hanging = log.of({ ...saying(''), run: () => new Promise((_, reject) => {
    end = () => reject(new Error('killed'))
  }) }).run(['-i', 'two.mp4', 'segment-1.mp4']).catch(() => {})
  await expect.poll(() => readCutOffLog(path)).toContain('segment-1.mp4')
  // As kill -9 leaves it, in the middle of a line.
  await appendFile(path, '{"ended":1,"ent')
  const text = await readCutOffLog(path)
  expect(text).toMatch(/done after [\d.]+ s\n\$ .*segment-0\.mp4\nas usual\n/)
  expect(text).toMatch(/ffmpeg 5\.1\.9, cut off\n\$ .*segment-1\.mp4\n/)
  end()
  await hanging
  expect(await readCutOffLog(`${path}.none`)).toBe('')
})

it('makes the film also where its file cannot be written', async () => {
  const log = createRenderLog(systemClock, '/nowhere/at/all/render.log')
  await log.of(saying('fine')).run(['out.mp4'])
  expect(log.text()).toContain('out.mp4\nfine\n')
})
