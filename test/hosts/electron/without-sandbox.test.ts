/**
 * The built Electron bundle where the system forbids the sandbox: no window, a clear message, and the studio in the browser.
 *
 * @module-tag wide
 */
import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { loadMain } from '../../kit/electron-stand-in-loader.ts'
import { clientOverSocket, openSocket, tokenFor } from '../../kit/wire-client.ts'

let folder: string

beforeAll(async () => {
  await promisify(execFile)(process.execPath, [fileURLToPath(new URL('../../../bin/takeroom.mjs', import.meta.url)), 'build'])
  folder = await mkdtemp(join(tmpdir(), 'takeroom-no-sandbox-'))
  // In place of the system's opener, with a browser that reads no file: keeps where the address leads.
  await mkdir(join(folder, 'bin'))
  const visit = `fetch(process.argv[1], { redirect: 'manual' }).then(answer => process.stdout.write(answer.headers.get('location')))`
  await writeFile(join(folder, 'bin', 'xdg-open'), `#!/bin/sh\ncd ${folder} && ${process.execPath} -e "${visit}" "$1" > opened.new && mv opened.new opened\n`)
  await chmod(join(folder, 'bin', 'xdg-open'), 0o755)
  Object.assign(process.env, {
    PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
    DISPLAY: ':0',
    TAKEROOM_FOLDER: join(folder, 'studio'),
    STAND_IN_HOME: folder,
    STAND_IN_PACKAGED: 'yes',
    STAND_IN_USERDATA: join(folder, 'settings'),
  })
  process.argv.push('--no-sandbox')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

it('says so, opens the browser on the same studio, and closes it when the user quits', async () => {
  const electron = loadMain()
  const thinking = Promise.withResolvers<void>()
  Object.assign(electron.person, { thinks: thinking.promise, answers: 1 })
  await expect.poll(() => electron.asked.questions.length + electron.asked.errors.length).toBe(1)
  expect(electron.asked.questions[0]).toMatchObject({
    message: 'Takeroom opens in your browser.',
    detail: expect.stringMatching(/^This system blocks the app’s sandbox[\s\S]*\.deb package[\s\S]*http:\/\/127\.0\.0\.1:\d+\/#code=[\w-]+$/),
    buttons: ['Open again', 'Copy address', 'Quit'],
  })
  const opened = async (): Promise<string> =>
    /http:\/\/127\.0\.0\.1:\d+\/#code=[\w-]+/.exec(await readFile(join(folder, 'opened'), 'utf8').catch(() => ''))?.[0] ?? ''
  await expect.poll(opened).not.toBe('')
  const address = await opened()
  const socket = await openSocket(new URL(address).origin, await tokenFor(address))
  const feed = await clientOverSocket(socket).studio.changes({})
  expect((await feed.next()).value).toMatchObject({ host: 'web', folder: join(folder, 'studio') })
  expect([electron.asked.windows, electron.asked.isSandboxed]).toEqual([[], false])

  // Nothing has come up, or in the wrong browser: another address by hand.
  const last = Promise.withResolvers<void>()
  Object.assign(electron.person, { thinks: last.promise })
  thinking.resolve()
  await expect.poll(() => electron.asked.questions.length).toBe(2)
  const [copied = ''] = electron.asked.copied
  expect([electron.asked.copied.length, copied === address]).toEqual([1, false])
  expect(await tokenFor(copied)).toMatch(/^[\w-]{20,}$/)
  Object.assign(electron.person, { answers: 2 })
  last.resolve()
  expect(await electron.asked.exitCode.promise).toBe(0)
  expect(await readFile(join(folder, 'studio', 'logs', 'host.log'), 'utf8')).toContain('"event":"no-sandbox"')
})
