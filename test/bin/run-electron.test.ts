/**
 * Starting Electron from the command: what its process is given, and when another host is tried instead.
 *
 * @module-tag wide
 */
import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const module = new URL('../../bin/run-electron.mjs', import.meta.url).href
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'takeroom-run-electron-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Starts a program in place of Electron; `leaves` is what `runElectron` answered. */
async function start(
  program: string,
  words: string[],
  env: Record<string, string> = {},
  files: string[] = [],
): Promise<{ prints: string, leaves: unknown }> {
  const path = join(folder, 'electron')
  await writeFile(path, `#!/bin/sh\n${program}\n`)
  await chmod(path, 0o755)
  const given = [path, '/the/program', words, files].map(each => JSON.stringify(each)).join(', ')
  const text = `
    import { runElectron } from ${JSON.stringify(module)}
    process.stderr.write(JSON.stringify(await runElectron(${given})))`
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

it('passes on the files, whatever their names are', async () => {
  const files = ['/a b/ö!$(id).wav', '/-x.wav']
  expect((await start('printf "%s|" "$@"', [], {}, files)).prints).toBe(`/the/program|--|${files.join('|')}|`)
})

it('answers with its exit code, and with null when it fell at once', async () => {
  expect((await start('exit 3', [])).leaves).toBe(3)
  expect((await start('exit 127', [])).leaves).toBeNull()
  expect((await start('kill -TRAP $$', [])).leaves).toBeNull()
})

describe('signals', () => {
  /** In place of Electron: says when it runs, notes each signal, and ends when it is told to. */
  async function fakeElectron(): Promise<{ path: string, log: string, stop: string }> {
    const [path, log, stop] = ['electron-signals', 'signals', 'stop'].map(name => join(folder, name)) as [string, string, string] // as many
    await Promise.all([log, stop].map(file => rm(file, { force: true })))
    await writeFile(path, `#!${process.execPath}
      const fs = require('node:fs')
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
        process.on(signal, () => fs.appendFileSync(${JSON.stringify(log)}, signal + ' '))
      fs.appendFileSync(${JSON.stringify(log)}, 'ready ')
      setInterval(() => fs.existsSync(${JSON.stringify(stop)}) && process.exit(0), 20)
    `)
    await chmod(path, 0o755)
    return { path, log, stop }
  }
  const program = (path: string): string => `
    import { runElectron } from ${JSON.stringify(module)}
    process.exitCode = await runElectron(${JSON.stringify(path)}, '/the/program', [])`
  const heard = (log: string): Promise<string> => readFile(log, 'utf8').catch(() => '')
  /** Long enough for a second signal to arrive, were there one. */
  const settle = (): Promise<void> => sleep(1_500)

  const noTerminal = spawnSync('script', ['--version']).status === 0 ? null : 'script (util-linux) is not on this machine'
  if (noTerminal !== null)
    process.stderr.write(`Signals of a terminal are not tested: ${noTerminal}.\n`)

  it.skipIf(noTerminal !== null)('of a terminal reach Electron once for each press, through everything that passes them on', async () => {
    const { path, log, stop } = await fakeElectron()
    const inner = join(folder, 'start.mjs')
    await writeFile(inner, program(path))
    // Passes signals on as npm does.
    const outer = join(folder, 'npm.mjs')
    await writeFile(outer, `
      import { spawn } from 'node:child_process'
      const child = spawn(process.execPath, [${JSON.stringify(inner)}], { stdio: 'inherit' })
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
        process.on(signal, () => child.kill(signal))
      child.once('exit', code => process.exit(code ?? 1))`)
    const terminal = spawn('script', ['-qec', `${process.execPath} ${outer}`, '/dev/null'], { stdio: ['pipe', 'ignore', 'inherit'] })
    await expect.poll(() => heard(log)).toBe('ready ')
    terminal.stdin.write('\x03')
    await expect.poll(() => heard(log)).toBe('ready SIGINT ')
    await settle()
    expect(await heard(log), 'one press').toBe('ready SIGINT ')
    terminal.stdin.write('\x03')
    // Whoever presses again means it.
    await expect.poll(() => heard(log)).toBe('ready SIGINT SIGINT ')
    await settle()
    expect(await heard(log)).toBe('ready SIGINT SIGINT ')
    await writeFile(stop, '')
    await once(terminal, 'exit')
  })

  it.skipIf(noTerminal !== null)('of a terminal that is closed reach Electron once, and it lives on to close its studio', async () => {
    const { path, log, stop } = await fakeElectron()
    const inner = join(folder, 'start.mjs')
    await writeFile(inner, program(path))
    const terminal = spawn('script', ['-qec', `${process.execPath} ${inner}`, '/dev/null'], { stdio: ['pipe', 'ignore', 'ignore'] })
    await expect.poll(() => heard(log)).toBe('ready ')
    terminal.kill('SIGKILL')
    await expect.poll(() => heard(log)).toBe('ready SIGHUP ')
    await settle()
    expect(await heard(log)).toBe('ready SIGHUP ')
    await writeFile(stop, '')
  })

  it.each(['SIGTERM', 'SIGINT'] as const)('%s to the command alone reaches Electron', async (signal) => {
    const { path, log, stop } = await fakeElectron()
    const child = spawn(process.execPath, ['--input-type=module', '--eval', program(path)], { stdio: 'ignore' })
    await expect.poll(() => heard(log)).toBe('ready ')
    child.kill(signal)
    await expect.poll(() => heard(log)).toBe(`ready ${signal} `)
    await writeFile(stop, '')
    expect(await once(child, 'exit')).toEqual([0, null])
  })
})
