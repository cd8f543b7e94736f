/** Memory growth of the studio's process for a file of 400 MB: during import and during upload. */
import type { UploadFigures, UploadWish } from '../kit/uploading-child.ts'
import type { Figure } from './figure.ts'
import { execFile } from 'node:child_process'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { pcm16Header } from '../../src-main/base/wav.ts'
import { startPractice } from '../kit/practice-child.ts'

const fileBytes = 400 * 2 ** 20
const limit = 150

export async function* figures(): AsyncGenerator<Figure> {
  const folder = await mkdtemp(join(tmpdir(), 'takeroom-bench-'))
  // The service reads all of it and then refuses, so that only the upload is measured.
  const practice = await startPractice({
    maxBodyBytes: 2 * fileBytes,
    faults: [{ do: 'refuse', status: 402, when: { path: '/api/v1/generate' } }],
  })
  try {
    const path = join(folder, 'long.wav')
    await writeSilence(path)
    const wish: UploadWish = { folder, path, url: practice.url, key: practice.key }
    const child = fileURLToPath(new URL('../kit/uploading-child.ts', import.meta.url))
    const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', child, JSON.stringify(wish)])
    const { takingIn, sending, state } = JSON.parse(stdout) as UploadFigures // the child's output
    if (state !== 'failed 402')
      throw new Error(`The upload did not arrive completely: ${state}`)
    yield { name: 'memory growth while a 400 MB file is imported', value: takingIn, limit, unit: 'MB' }
    yield { name: 'memory growth while a 400 MB file is sent', value: sending, limit, unit: 'MB' }
  }
  finally {
    await practice.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function writeSilence(path: string): Promise<void> {
  const file = await open(path, 'w')
  try {
    await file.write(pcm16Header({ sampleRate: 48_000, channels: 2 }, fileBytes))
    await file.truncate(44 + fileBytes)
  }
  finally {
    await file.close()
  }
}
