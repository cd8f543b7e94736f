/** Opening the browser, with the system's command replaced on PATH: what other users of the machine could read. */
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openBrowser } from '../../../src-main/hosts/web/open-browser.ts'

const address = 'http://127.0.0.1:4711/#code=secret-code'
let folder: string
const path = process.env.PATH

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'takeroom-browser-'))
})
afterEach(async () => {
  process.env.PATH = path
  await rm(folder, { recursive: true })
})

it('passes the code in a private file, not on the command line', async () => {
  const said = join(folder, 'said')
  await writeFile(join(folder, 'xdg-open'), `#!/bin/sh\nprintf '%s\\n' "$@" > ${said}.part && mv ${said}.part ${said}\n`)
  await chmod(join(folder, 'xdg-open'), 0o755)
  process.env.PATH = `${folder}:${path}`
  const { isOpened, whenDone } = await openBrowser(address, { platform: 'linux', env: { DISPLAY: ':0' } })
  expect(isOpened).toBe(true)
  while (!await stat(said).catch(() => null))
    await sleep(5)
  const file = (await readFile(said, 'utf8')).trim()
  expect(file).not.toContain('secret-code')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await readFile(file, 'utf8')).toContain(`location.replace("${address}")`)
  await whenDone()
  expect(await stat(file).catch(() => null)).toBe(null)
})

it('says so when there is no display or no command to open it', async () => {
  expect((await openBrowser(address, { platform: 'linux', env: {} })).isOpened).toBe(false)
  process.env.PATH = folder
  const { isOpened, whenDone } = await openBrowser(address, { platform: 'linux', env: { WAYLAND_DISPLAY: 'wayland-0' } })
  expect(isOpened).toBe(false)
  await whenDone()
  expect((await openBrowser(address, { platform: 'aix', env: { DISPLAY: ':0' } })).isOpened).toBe(false)
})
