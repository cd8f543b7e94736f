/** A folder of its own for a test, gone when the test is. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'takeroom-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }))
  return folder
}
