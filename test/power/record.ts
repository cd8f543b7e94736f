/** Records what a working studio writes, with strace, against a practice service that keeps its books. */
import type { PracticeService } from '../../src-main/practice/index.ts'
import type { Place } from '../torture/plan.ts'
import type { Orders } from './child.ts'
import type { Disk } from './disk.ts'
import type { Op } from './trace.ts'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { filesBelow } from '../../src-main/base/files-below.ts'
import { openPracticeService } from '../../src-main/practice/index.ts'
import { cacheFolder, findFfmpeg, smallShots } from '../kit/ffmpeg.ts'
import { bundleChild } from '../torture/torture.ts'
import { replay } from './disk.ts'
import { readTrace, straceArgs } from './trace.ts'

export interface Recording {
  readonly place: Place
  readonly root: string
  readonly ops: readonly Op[]
  readonly disk: Disk
  readonly practice: PracticeService
}

/** Why nothing can be recorded on this machine; null where it can. */
export function whyNotRecorded(): string | null {
  if (process.platform !== 'linux')
    return 'writes are recorded with strace, which only Linux has'
  const words = ['-f', '--seccomp-bpf', '-e', 'trace=fsync', '-o', '/dev/null', 'true']
  const { status, stderr } = spawnSync('strace', words, { encoding: 'utf8' })
  return status === 0 ? null : `writes are recorded with strace, which does not run here: ${stderr?.trim() || 'it is not installed'}`
}

/** Close the practice service at the end. `place` says which work is asked for. */
export async function record(folder: string, { place, wishes }: { place: Place, wishes: number }): Promise<Recording> {
  const [root, markers, trace] = ['root', 'markers', 'trace.txt'].map(name => join(folder, name)) as [string, string, string]
  await Promise.all([root, markers].map(path => mkdir(path, { recursive: true })))
  const practice = await openPracticeService({
    ffmpeg: findFfmpeg,
    voice: 'formant',
    pace: 0,
    shotTimes: { pendingMs: 30, processingMs: 60 },
    credits: 1e9,
    ...smallShots,
  })
  const script = await bundleChild(join(folder, 'recorded'), 'test/power/child.ts')
  const orders = { place, root: await realpath(root), cacheFolder, service: { url: practice.url, key: practice.key }, wishes }
  const lives = (['works', 'keeps', 'recovers'] as const).map((life): Orders => ({ ...orders, life }))
  const commands = lives.map((_, at) => `"$0" "$1" "\${${at + 2}}"`).join(' && ')
  const words = [process.execPath, script, ...lives.map(each => JSON.stringify(each))]
  const recorded = spawn('strace', [...straceArgs, '-o', trace, 'sh', '-c', commands, ...words], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    // Writes through a ring in memory are no calls that strace sees.
    env: { ...serviceEnvironment(practice), UV_USE_IO_URING: '0', XDG_RUNTIME_DIR: markers },
  })
  let complaint = ''
  recorded.stderr.on('data', data => complaint = (complaint + data).slice(-4000))
  const [code] = await once(recorded, 'close') as [number | null]
  if (code !== 0)
    throw new Error(`The recorded studio ended with ${code}: ${complaint}`)
  const ops = await readTrace(trace, { folder: orders.root, markers: await realpath(markers), cwd: folder })
  return { place, root: orders.root, ops, disk: replay(ops, orders.root), practice }
}

export function serviceEnvironment({ key, url }: Pick<PracticeService, 'key' | 'url'>): NodeJS.ProcessEnv {
  return { ...process.env, TAKEROOM_API_KEY: key, TAKEROOM_API_URL: url }
}

/**
 * Files below the folder whose bytes are not those that the recording ends with. Shared memory is no file of a disk, and the last line of a
 * log may be written while its process ends.
 */
export async function differencesTo({ root, disk, ops }: Recording): Promise<string[]> {
  const tree = disk.whole(ops.length)
  const real = await filesBelow(root)
  const recorded = [...tree].flatMap(([path, bytes]) => bytes === null ? [] : path)
  const differing: string[] = []
  for (const path of new Set([...real, ...recorded])) {
    const bytes = await readFile(path).catch(() => null)
    const isAlike = bytes !== null && tree.get(path)?.equals(bytes) === true
    if (!isAlike && !path.endsWith('-shm') && !path.includes('/studio/logs/'))
      differing.push(`${path}: ${bytes?.length ?? 'none'} bytes, recorded ${tree.get(path)?.length ?? 'none'}`)
  }
  return differing
}
