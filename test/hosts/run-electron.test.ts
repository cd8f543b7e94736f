/** Starting Electron from the command: what its process is given, and when another host is tried instead. */
import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'

const module = new URL('../../bin/run-electron.mjs', import.meta.url).href
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'takeroom-run-electron-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Starts a program in place of Electron; `leaves` is what `runElectron` answered. */
async function start(program: string, words: string[], env: Record<string, string> = {}): Promise<{ prints: string, leaves: unknown }> {
  const path = join(folder, 'electron')
  await writeFile(path, `#!/bin/sh\n${program}\n`)
  await chmod(path, 0o755)
  const text = `
    import { runElectron } from ${JSON.stringify(module)}
    process.stderr.write(JSON.stringify(await runElectron(${JSON.stringify(path)}, '/the/program', ${JSON.stringify(words)})))`
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', text], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { PATH: process.env.PATH, ...env },
  })
  return { prints: stdout.trim(), leaves: JSON.parse(stderr) }
}

it('starts the app and no bare Node, though an editor asks its terminals for that', async () => {
  const asked = { ELECTRON_RUN_AS_NODE: '1', LANG: 'C.UTF-8' }
  expect(await start('echo "$1 [$ELECTRON_RUN_AS_NODE] $LANG"', [], asked)).toEqual({ prints: '/the/program [] C.UTF-8', leaves: 0 })
})

it.each([[['--folder', '/films']], [['--folder=/films']]])('passes on the studio folder of %j', async (words) => {
  expect((await start('echo "$TAKEROOM_FOLDER"', words)).prints).toBe('/films')
})

it('answers with its exit code, and with null when it fell at once', async () => {
  expect((await start('exit 3', [])).leaves).toBe(3)
  expect((await start('exit 127', [])).leaves).toBeNull()
  expect((await start('kill -TRAP $$', [])).leaves).toBeNull()
})
