/** The practice service in its own process, so that measurements of the studio's process are of the studio alone. */
import type { Ffmpeg } from '../../src-main/media/ffmpeg/ffmpeg.ts'
import type { Fault } from '../../src-main/practice/index.ts'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { openPracticeService } from '../../src-main/practice/index.ts'

export interface PracticeChild { readonly url: string, readonly key: string, readonly close: () => Promise<void> }

interface Wish { readonly faults?: readonly Fault[], readonly maxBodyBytes?: number }

/** Shots are accepted and never finish: their ffmpeg never answers and uses no CPU. */
export async function startPractice(wish: Wish = {}): Promise<PracticeChild> {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), JSON.stringify(wish)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  const line = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).once('line', resolve)
    child.once('exit', () => reject(new Error('The practice service did not start')))
  })
  return {
    // Written by this same file, below.
    ...JSON.parse(line) as { url: string, key: string },
    async close() {
      child.kill('SIGKILL')
      await exited
    },
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const wish = JSON.parse(process.argv[2] ?? '{}') as Wish // from `startPractice`
  const idle: Ffmpeg = { path: '', version: '', encoders: new Set(['libx264']), filters: new Set(), run: () => new Promise(() => {}) }
  void openPracticeService({ ffmpeg: async () => idle, voice: 'formant', pace: 0, ...wish })
    .then(({ url, key }) => process.stdout.write(`${JSON.stringify({ url, key })}\n`))
}
