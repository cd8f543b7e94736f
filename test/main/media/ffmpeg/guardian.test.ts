/**
 * No encoder outlives a studio that was killed, nor one that ends; and the guardian keeps no program open.
 *
 * @module-tag wide
 */
import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { startChild } from '../../../kit/child.ts'
import { findFfmpeg } from '../../../kit/ffmpeg.ts'
import { makeFolder } from '../../../kit/folder.ts'

const run = promisify(execFile)
const sizeOf = (path: string): Promise<number> => stat(path).then(({ size }) => size, () => 0)

/** Command lines of all programs that name it. */
async function namingIt(text: string): Promise<string[]> {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,command='])
  return stdout.split('\n').filter(line => line.includes(text) && line.includes('testsrc'))
}

it.skipIf(process.platform === 'win32').each(['SIGKILL', 'SIGTERM'] as const)('what a studio ran ends when it gets %s', async (signal) => {
  const ffmpeg = await findFfmpeg()
  const out = join(await makeFolder(), 'endless')
  const child = startChild(new URL('left-behind-child.ts', import.meta.url), [ffmpeg!.path, out])
  expect(await child.nextLine()).toBe('running')
  await expect.poll(async () => Math.min(await sizeOf(`${out}.1`), await sizeOf(`${out}.2`)), { timeout: 20_000 }).toBeGreaterThan(0)
  expect(await namingIt(out)).toHaveLength(2)
  child.process.kill(signal)
  await expect.poll(() => namingIt(out), { timeout: 20_000 }).toEqual([])
})

it('a program that only ran ffmpeg ends by itself', async () => {
  const ffmpeg = await findFfmpeg()
  const source = new URL('../../../../src-main/media/ffmpeg/ffmpeg.ts', import.meta.url).href
  const script = `
    const { createFfmpegFinder } = await import(${JSON.stringify(source)})
    const ffmpeg = await createFfmpegFinder().find({ env: { FFMPEG_BIN: ${JSON.stringify(ffmpeg!.path)} } })
    await ffmpeg.run(['-f', 'lavfi', '-i', 'testsrc=s=64x48', '-frames:v', '1', '-f', 'null', '-'])`
  await run(process.execPath, ['--input-type=module', '--eval', script], { timeout: 30_000 })
})
