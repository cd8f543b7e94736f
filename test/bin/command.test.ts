/**
 * The built command in its own process, with a real studio in a new folder.
 *
 * @module-tag wide
 */
import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clientOverSocket, exchangeCode, openSocket } from '../kit/wire-client.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const command = join(root, 'bin', 'takeroom.mjs')
let home: string
let folder: string

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'takeroom-command-'))
  folder = join(home, 'studio')
  await say('build')
})
afterAll(() => rm(home, { recursive: true, force: true }))

/** An environment without display, keychain or anything else of the developer's. */
const env = (): NodeJS.ProcessEnv => ({ PATH: process.env.PATH, HOME: home, TAKEROOM_FOLDER: folder })

async function say(...words: string[]): Promise<{ code: number, out: string, err: string }> {
  return promisify(execFile)(process.execPath, [command, ...words], { env: env(), cwd: home })
    .then(({ stdout, stderr }) => ({ code: 0, out: stdout, err: stderr }), (failed: { code: number, stdout: string, stderr: string }) =>
      ({ code: failed.code, out: failed.stdout, err: failed.stderr }))
}

async function addressOf(child: ChildProcessWithoutNullStreams): Promise<string> {
  let said = ''
  // No encoding is set, so pieces are buffers.
  for await (const piece of child.stdout.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    said += piece.toString()
    const address = /http:\/\/\S+#code=[\w-]+(?=\s)/.exec(said)?.[0]
    if (address !== undefined)
      return address
  }
  throw new Error(`It ended before it had opened: ${said}`)
}

describe('takeroom serve', () => {
  it('serves from its first printed line until SIGTERM, locks its folder, and leaves it undamaged', async () => {
    const child = spawn(process.execPath, [command, 'serve'], { env: env(), cwd: home })
    const address = await addressOf(child)
    const { origin } = new URL(address)
    const page = await fetch(origin)
    const policy = expect.stringContaining(`script-src 'self' 'wasm-unsafe-eval';`)
    expect([page.status, page.headers.get('content-security-policy')]).toEqual([200, policy])
    const { token } = await (await exchangeCode(address)).json() as { token: string } // The shape of the page's schema.
    const socket = await openSocket(origin, token)
    const feed = await clientOverSocket(socket).studio.changes({})
    expect((await feed.next()).value).toMatchObject({ host: 'web', folder })

    const second = await say('serve')
    expect(second).toMatchObject({ code: 0, out: expect.stringContaining('running already') })
    const fresh = /http:\/\/\S+#code=[\w-]+(?=\s)/.exec(second.out)?.[0] ?? ''
    expect([new URL(fresh).origin, (await exchangeCode(fresh)).status], 'a link to the one that runs').toEqual([origin, 200])

    // A second address, for another browser, without a restart.
    child.kill('SIGUSR2')
    expect((await exchangeCode(await addressOf(child))).status).toBe(200)

    const exit = once(child, 'exit')
    const closed = once(socket, 'close')
    child.kill('SIGTERM')
    expect((await closed)[0]).toBe(1012)
    child.stdout.resume()
    expect((await exit)[0]).toBe(0)
    const logs = await readdir(join(folder, 'logs'))
    expect(logs.length).toBeGreaterThan(0)
    for (const name of logs)
      expect(await readFile(join(folder, 'logs', name), 'utf8'), name).not.toContain(token)
    expect(await say('check')).toMatchObject({ code: 0, out: expect.stringContaining('intact') })
  })
})

describe('uncaught errors', () => {
  /** Causes errors from within: SIGWINCH an unhandled rejection, SIGCONT an uncaught exception. */
  const breaking = `data:text/javascript,${encodeURIComponent(`process.on('SIGWINCH', () => { Promise.reject(new Error('left alone')) }); process.on('SIGCONT', () => { throw new Error('out of the blue') })`)}`

  it('an unhandled rejection is only logged; after an uncaught exception the program says what to do and ends, its folder undamaged', async () => {
    const child = spawn(process.execPath, [command, 'serve'], { env: { ...env(), NODE_OPTIONS: `--import ${breaking}` }, cwd: home })
    let said = ''
    child.stderr.on('data', (piece: Buffer) => {
      said += piece.toString()
    })
    const address = await addressOf(child)
    const log = (): Promise<string> => readFile(join(folder, 'logs', 'host.log'), 'utf8')
    child.kill('SIGWINCH')
    await expect.poll(log).toContain('left alone')
    expect((await exchangeCode(address)).status).toBe(200)
    expect(said).toBe('')

    const exit = once(child, 'exit')
    child.kill('SIGCONT')
    child.stdout.resume()
    expect((await exit)[0]).toBe(1)
    const reference = /^Takeroom has to close .* under (\w{8})\.\n$/.exec(said)?.[1] ?? said
    expect((await log()).split('\n').find(line => line.includes(reference))).toContain('out of the blue')
    expect(await say('check')).toMatchObject({ code: 0, out: expect.stringContaining('intact') })
  })
})

describe('takeroom', () => {
  it('prints in one line which host it chose and why', async () => {
    const child = spawn(process.execPath, [command], { env: env(), cwd: home })
    let said = ''
    child.stderr.on('data', (piece: Buffer) => {
      said += piece.toString()
    })
    await addressOf(child)
    expect(said).toBe('Takeroom opens in the browser: this session has no display for an app.\n')
    const exit = once(child, 'exit')
    child.kill('SIGINT')
    child.stdout.resume()
    expect((await exit)[0]).toBe(0)
  })

  it.each([
    [['--help'], 0, 'takeroom serve'],
    [['--version'], 0, '.'],
    [['opne'], 2, 'Unknown command "opne"'],
    [['--host', 'electron'], 1, 'Electron cannot be used: this session has no display for an app.'],
    [['--host', 'firefox'], 1, '--host is followed by electron or web.'],
    [['check', '--folder', '/nowhere/at/all'], 2, 'There is no studio folder at /nowhere/at/all.'],
  ])('answers %j with exit code %d and a message', async (words, code, sentence) => {
    const { out, err, ...rest } = await say(...words)
    expect(rest.code).toBe(code)
    expect(out + err).toContain(sentence)
    expect(out + err).not.toMatch(/\n\s+at /)
  })
})
