/**
 * Opening the browser, with the system's commands replaced on PATH: what a confined browser can reach, and what other users can read.
 *
 * @module-tag wide
 */
import { execFile } from 'node:child_process'
import { access, chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDoor } from '../../../src-main/hosts/web/one-time-door.ts'
import { openBrowser } from '../../../src-main/hosts/web/open-browser.ts'
import { knowsPeers, userOfPeer } from '../../../src-main/hosts/web/peer-user.ts'

const address = 'http://127.0.0.1:4711/#code=secret-code'
const newAddress = (): string => address
let folder: string
const path = process.env.PATH

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'takeroom-browser-'))
  // Only what a test installs, and what its scripts need.
  process.env.PATH = join(folder, 'bin')
  for (const name of ['sh', 'mv', 'cat', 'env', 'node', 'sleep'])
    await install(name, `exec ${await whole(name)} "$@"`)
})
afterEach(async () => {
  process.env.PATH = path
  await rm(folder, { recursive: true })
})

async function whole(name: string): Promise<string> {
  if (name === 'node')
    return process.execPath
  for (const place of (path ?? '').split(':')) {
    if (await access(join(place, name)).then(() => true, () => false))
      return join(place, name)
  }
  throw new Error(`${name} is not installed`)
}

async function install(name: string, script: string, place = join(folder, 'bin')): Promise<string> {
  const file = join(place, name)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, `#!/bin/sh\n${script}\n`)
  await chmod(file, 0o755)
  return file
}

const visit = 'fetch(process.argv[1], { redirect: "manual" }).then(a => process.stdout.write(a.status + " " + a.headers.get("location")))'

/**
 * As a browser in a snap: it reads no temporary and no hidden folder, has the network, and says on which page it ended. All that it was
 * given is kept as other users can read it.
 */
function asSnap(kept: string): string {
  return `
printf '%s\\n' "$@" > ${kept}.args
for last in "$@"; do :; done
case "$last" in
  http*) ${process.execPath} -e '${visit}' "$last" > ${kept}.part && mv ${kept}.part ${kept} ;;
  /tmp/*|*/.*) printf 'File not found' > ${kept} ;;
  *) cat "$last" > ${kept} ;;
esac`
}

const onLinux = { platform: 'linux', env: { DISPLAY: ':0' } } as const
const seen = (kept: string): Promise<string> => readFile(kept, 'utf8').catch(() => '')

describe.runIf(process.platform === 'linux')('on Linux', () => {
  it('a browser that can read neither temporary nor hidden folders comes to the studio, and no code is in a command line', async () => {
    const kept = join(folder, 'kept')
    await install('xdg-open', asSnap(kept))
    const opening = await openBrowser(newAddress, onLinux)
    expect(opening.isOpened).toBe(true)
    await opening.whenCome
    await expect.poll(() => seen(kept)).toBe(`303 ${address}`)
    expect(await readFile(`${kept}.args`, 'utf8')).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/open-[\w-]{22}\n$/)
    await opening.close()
  })

  it.each<[string, Record<string, string>, string, Record<string, string>]>([
    [
      'the person\'s BROWSER before the desktop\'s',
      { 'my-browser': '@', 'xdg-open': 'exit 9' },
      'my-browser',
      { DISPLAY: ':0', BROWSER: 'my-browser' },
    ],
    [
      'an entry of BROWSER with %s, where another is missing',
      { 'my-browser': '@' },
      '--new-window\n',
      { BROWSER: 'gone:my-browser --new-window %s' },
    ],
    ['gio where xdg-open finds no browser', { 'xdg-open': 'exit 3', 'gio': '@' }, 'open\n', { DISPLAY: ':0' }],
    ['gio where there is no xdg-open', { gio: '@' }, 'open\n', { WAYLAND_DISPLAY: 'wayland-0' }],
    ['an installed browser where there is no desktop', { firefox: '@' }, '', { DISPLAY: ':0' }],
    [
      'the browser of Windows, from a Linux inside it',
      { 'rundll32.exe': '@' },
      'url.dll,FileProtocolHandler\n',
      { WSL_DISTRO_NAME: 'Ubuntu' },
    ],
    ['a browser that stays in the foreground', { 'xdg-open': '@; sleep 60' }, '', { DISPLAY: ':0' }],
  ])('opens %s', async (_, programs, args, env) => {
    const kept = join(folder, 'kept')
    for (const [name, script] of Object.entries(programs))
      await install(name, script.replace('@', asSnap(kept)))
    const opening = await openBrowser(newAddress, { platform: 'linux', env })
    expect(opening.isOpened).toBe(true)
    await expect.poll(() => seen(kept)).toBe(`303 ${address}`)
    const given = await readFile(`${kept}.args`, 'utf8')
    expect(given.startsWith(args === 'my-browser' ? 'http' : args), given).toBe(true)
    await opening.close()
  })

  it.each<[string, Record<string, string>]>([
    ['there is no display', {}],
    ['there is no program that opens a browser', { WAYLAND_DISPLAY: 'wayland-0' }],
    ['none is wanted', { DISPLAY: ':0', BROWSER: 'none' }],
  ])('says so where %s', async (_, env) => {
    const opening = await openBrowser(newAddress, { platform: 'linux', env })
    expect(opening.isOpened).toBe(false)
    await opening.whenCome
    await opening.close()
  })

  it('a path in BROWSER may contain spaces', async () => {
    const kept = join(folder, 'kept')
    const program = await install('my browser', asSnap(kept), join(folder, 'Program Files'))
    const opening = await openBrowser(newAddress, { platform: 'linux', env: { BROWSER: program } })
    await expect.poll(() => seen(kept)).toBe(`303 ${address}`)
    await opening.close()
  })
})

describe('elsewhere', () => {
  it.each<[NodeJS.Platform, string]>([['darwin', 'open'], ['win32', 'rundll32']])('on %s the code is in a private file, not in the command line', async (platform, command) => {
    const said = join(folder, 'said')
    await install(command, `printf '%s\\n' "$@" > ${said}`)
    const opening = await openBrowser(newAddress, { platform, env: {} })
    expect(opening.isOpened).toBe(true)
    const file = (await readFile(said, 'utf8')).trim().split('\n').at(-1)!
    expect(file).not.toContain('secret-code')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await readFile(file, 'utf8')).toContain(`location.replace("${address}")`)
    await opening.close()
    expect(await stat(file).catch(() => null)).toBe(null)
  })

  it('says so where the command fails, or none is known', async () => {
    await install('open', 'exit 1')
    for (const platform of ['darwin', 'win32', 'aix'] as const)
      expect((await openBrowser(newAddress, { platform, env: { DISPLAY: ':0' } })).isOpened, platform).toBe(false)
  })
})

describe('the door', () => {
  const open = (user: number | null, isWsl = false) =>
    openDoor({ leadsTo: newAddress, isWsl, whoAsks: async () => user })
  const own = process.getuid?.() ?? 0
  const ask = (url: string, init: RequestInit = {}): Promise<Response> => fetch(url, { redirect: 'manual', ...init })

  it('leads on once, and is closed then', async () => {
    const door = await open(own)
    const [first, second] = [await ask(door.url), await ask(door.url).catch(() => null)]
    expect([first.status, first.headers.get('location')]).toEqual([303, address])
    expect(second?.status ?? 410).toBe(410)
    await door.passed
    await expect(ask(door.url)).rejects.toThrow()
  })

  it.each<[string, number | null, boolean, number]>([
    ['another user', own + 1, false, 403],
    ['somebody unknown', null, false, 403],
    ['root, from Windows', 0, true, 303],
    ['another user, from Windows', own + 1, true, 403],
  ])('answers %s', async (_, user, isWsl, status) => {
    const door = await open(user, isWsl)
    const answer = await ask(door.url)
    expect(answer.status).toBe(status)
    expect((await answer.text()).includes('secret-code')).toBe(false)
    door.close()
  })

  it('is not used up by others, by a wrong address, by a question for its head, or under another name', async () => {
    let user = own + 1
    const door = await openDoor({ leadsTo: newAddress, isWsl: false, whoAsks: async () => user })
    expect((await ask(door.url)).status).toBe(403)
    user = own
    expect((await ask(`${door.url}x`)).status).toBe(404)
    expect((await ask(new URL('/', door.url).href)).status).toBe(404)
    expect((await ask(door.url, { method: 'HEAD' })).status).toBe(405)
    expect((await ask(door.url.replace('127.0.0.1', 'localhost')).catch(() => ({ status: 404 }))).status).toBe(404)
    expect((await ask(door.url)).status).toBe(303)
  })

  it('closes after its life', async () => {
    const door = await openDoor({ leadsTo: newAddress, isWsl: false, lifeMs: 1 })
    await expect.poll(() => ask(door.url).then(() => 'open', () => 'closed')).toBe('closed')
  })

  it.runIf(process.platform === 'linux' && process.getuid?.() === 0)('refuses a program of another user, as the kernel names it', async () => {
    const door = await openDoor({ leadsTo: newAddress, isWsl: false })
    const text = `fetch(${JSON.stringify(door.url)}, { redirect: 'manual' }).then(a => process.stdout.write(String(a.status)))`
    const asUser = async (uid: number): Promise<string> => {
      // A program that everybody may start: this one's folder may be closed to others.

      const client = `import http.client as h,sys\nc=h.HTTPConnection(sys.argv[1]);c.request('GET',sys.argv[2]);print(c.getresponse().status,end='')`
      const { host, pathname } = new URL(door.url)
      return uid === 0
        ? (await promisify(execFile)(process.execPath, ['--eval', text])).stdout
        : (await promisify(execFile)('/usr/bin/python3', ['-c', client, host, pathname], { uid, cwd: '/' })).stdout
    }
    expect(await asUser(65534)).toBe('403')
    expect(await asUser(0)).toBe('303')
  })
})

describe('the user of a connection', () => {
  const head = '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode'
  const line = (near: string, far: string, state: string, user: number): string =>
    `   0: ${near} ${far} ${state} 00000000:00000000 00:00000000 00000000  ${user}        0 12345 1 0000000000000000 20 4 30 10 -1`
  const table = (lines: string[]) => async (file: string): Promise<string> => {
    if (file === '/proc/net/tcp')
      return [head, ...lines.filter(each => !each.includes('FFFF0000'))].join('\n')
    return [head, ...lines.filter(each => each.includes('FFFF0000'))].join('\n')
  }
  const ends = { remoteAddress: '127.0.0.1', remotePort: 0xABCD, localPort: 0x1F90 }
  const near = '0100007F:ABCD'
  const far = '0100007F:1F90'

  it.each<[string, string[], number | null]>([
    ['in the line of the far end, not in that of this one', [line(far, near, '01', 7), line(near, far, '01', 1000)], 1000],
    [
      'of a socket of both kinds of addresses',
      [line('0000000000000000FFFF00000100007F:ABCD', '0000000000000000FFFF00000100007F:1F90', '01', 1001)],
      1001,
    ],
    ['not of a connection that has ended, which is root\'s', [line(near, far, '06', 0)], null],
    ['not of another connection', [line(near, '0100007F:1F91', '01', 5), line('0200007F:ABCD', far, '01', 5)], null],
    ['of no line', [], null],
  ])('is found %s', async (_, lines, user) => {
    expect(await userOfPeer(ends, table(lines))).toBe(user)
  })

  it('is unknown for other machines, and where the kernel says nothing', async () => {
    expect(await userOfPeer({ ...ends, remoteAddress: '192.168.0.4' }, table([line(near, far, '01', 0)]))).toBe(null)
    expect(await userOfPeer(ends, () => Promise.reject(new Error('ENOENT')))).toBe(null)
    expect(await knowsPeers(() => Promise.reject(new Error('ENOENT')))).toBe(false)
    expect(await knowsPeers(async () => 'nothing')).toBe(false)
  })
})
