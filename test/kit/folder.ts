/** A temporary folder for one test, removed at its end. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'takeroom-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }))
  return folder
}
