/** A sample that is stopped leaves nothing. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { runSample } from '../../../src-main/commands/run-sample.ts'
import { makeFolder } from '../../kit/folder.ts'

it('removes its temporary studio', async () => {
  const folder = await makeFolder()
  for (const name of ['TMPDIR', 'TEMP', 'TMP'])
    vi.stubEnv(name, folder)
  onTestFinished(() => void vi.unstubAllEnvs())
  const stop = new AbortController()
  const out = join(await makeFolder(), 'sample')
  const made = runSample({ version: '0', resourcesPath: null }, { out, signal: stop.signal, print: () => stop.abort(new Error('Stopped')) })
  await expect(made).rejects.toThrow('Stopped')
  expect((await readdir(folder)).filter(name => name.startsWith('takeroom-sample-'))).toEqual([])
  expect(await readdir(out)).toEqual([])
})
