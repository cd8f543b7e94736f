/** A second start asks the running studio for a link: leftovers, foreign sockets, long paths, silence, and two at once. */
import type { Server } from 'node:net'
import { chmod, mkdir, stat, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { hostname, networkInterfaces } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { expect, it, onTestFinished } from 'vitest'
import { isOwnHost } from '../../../src-main/hosts/own-hosts.ts'
import { answerLinks, askForLink, linkFileName, linkPath } from '../../../src-main/hosts/web/link.ts'
import { makeFolder } from '../../kit/folder.ts'

const quick = { startsWithinMs: 60, answersWithinMs: 60 }
const address = 'http://127.0.0.1:4711/#code=abc-_1'

async function listenAt(path: string, answer: (server: Server) => void = () => {}): Promise<Server> {
  const server = createServer()
  answer(server)
  await new Promise<void>(resolve => server.listen(path, resolve))
  await chmod(path, 0o600)
  onTestFinished(() => void server.close())
  return server
}

it('gives a fresh link each time, by a socket for the owner alone, which goes when it closes', async () => {
  const folder = await makeFolder()
  let count = 0
  const link = await answerLinks(folder, () => `http://127.0.0.1:4711/#code=${++count}`)
  expect((await stat(join(folder, linkFileName))).mode & 0o777).toBe(0o600)
  expect(await Promise.all([askForLink(folder, isOwnHost), askForLink(folder, isOwnHost)])).toEqual(expect.arrayContaining(['http://127.0.0.1:4711/#code=1', 'http://127.0.0.1:4711/#code=2']))
  await link.close()
  expect(await askForLink(folder, isOwnHost, quick)).toBe('nobody')
})

it('replaces what a killed one has left', async () => {
  const folder = await makeFolder()
  await writeFile(join(folder, linkFileName), '')
  const link = await answerLinks(folder, () => address)
  onTestFinished(link.close)
  expect(await askForLink(folder, isOwnHost, quick)).toBe(address)
})

it('waits for one that is only starting', async () => {
  const folder = await makeFolder()
  const asked = askForLink(folder, isOwnHost, { startsWithinMs: 5_000, answersWithinMs: 5_000 })
  const link = await answerLinks(folder, () => address)
  onTestFinished(link.close)
  expect(await asked).toBe(address)
})

it('answers nothing but its one question', async () => {
  const folder = await makeFolder()
  let count = 0
  const link = await answerLinks(folder, () => `${address}${++count}`)
  onTestFinished(link.close)
  const { createConnection } = await import('node:net')
  const said = await new Promise<string>((resolve) => {
    const socket = createConnection(join(folder, linkFileName), () => socket.write('GET / HTTP/1.1\r\n\r\n'))
    let text = ''
    socket.on('data', piece => text += String(piece)).on('error', () => {}).on('close', () => resolve(text))
  })
  expect([said, count]).toEqual(['', 0])
})

it('does not wait for one that hangs', async () => {
  const folder = await makeFolder()
  await listenAt(join(folder, linkFileName))
  expect(await askForLink(folder, isOwnHost, quick)).toBe('silent')
})

it.each([
  ['another address', 'file:///etc/passwd#code=a\n'],
  ['something behind it', `${address}\nmore\n`],
  ['signs of a terminal', `http://127.0.0.1:1/#code=\u001B[2J\n`],
  ['a host elsewhere', 'http://evil.example/#code=abc\n'],
  ['a host that only looks like this machine', 'http://127.0.0.1.evil.example:4711/#code=abc\n'],
  ['an address of another machine', 'https://203.0.113.77:4711/#code=abc\n'],
  ['an address that is none', 'http://[::1/#code=abc\n'],
  ['too much', 'x'.repeat(5_000)],
])('believes no answer with %s', async (_, answer) => {
  const folder = await makeFolder()
  await listenAt(join(folder, linkFileName), server => server.on('connection', socket => socket.on('error', () => {}).end(answer)))
  expect(await askForLink(folder, isOwnHost, quick)).toBe('foreign')
})

it('believes an address of this machine, by number, by name, or as the user named it', async () => {
  const own = Object.values(networkInterfaces()).flatMap(list => list ?? []).map(one =>
    one.family === 'IPv6' ? `[${one.address}]` : one.address)
  for (const host of ['localhost', '127.0.0.1', '[::1]', ...own, hostname().toLowerCase()]) {
    const folder = await makeFolder()
    const link = await answerLinks(folder, () => `https://${host}:4711/#code=abc`)
    expect(await askForLink(folder, isOwnHost)).toBe(`https://${host}:4711/#code=abc`)
    await link.close()
  }
})

it('believes no socket that others may listen at, no link to one, and no other file', async () => {
  const [open, linked, plain, far] = [await makeFolder(), await makeFolder(), await makeFolder(), await makeFolder()]
  await listenAt(join(open, linkFileName))
  await chmod(join(open, linkFileName), 0o666)
  expect(await askForLink(open, isOwnHost, quick)).toBe('foreign')
  await listenAt(join(far, linkFileName))
  await symlink(join(far, linkFileName), join(linked, linkFileName))
  expect(await askForLink(linked, isOwnHost, quick)).toBe('foreign')
  await writeFile(join(plain, linkFileName), '')
  expect(await askForLink(plain, isOwnHost, quick)).toBe('foreign')
})

it('goes elsewhere where the path of the folder is too long for a socket', async () => {
  const folder = join(await makeFolder(), 'long'.repeat(40))
  await mkdir(folder)
  const link = await answerLinks(folder, () => address)
  onTestFinished(link.close)
  const path = await linkPath(folder)
  expect(path.length).toBeLessThan(108)
  expect((await stat(join(path, '..'))).mode & 0o777).toBe(0o700)
  expect(await askForLink(folder, isOwnHost, quick)).toBe(address)
})

it.runIf(process.getuid?.() === 0)('believes no socket of another user', async () => {
  const { chown } = await import('node:fs/promises')
  const folder = await makeFolder()
  await listenAt(join(folder, linkFileName))
  await chown(join(folder, linkFileName), 65_534, 65_534)
  expect(await askForLink(folder, isOwnHost, quick)).toBe('foreign')
})

it('is a pipe on Windows, the same for the same folder', async () => {
  const folder = await makeFolder()
  expect(await linkPath(folder, 'win32')).toMatch(/^\\\\\.\\pipe\\takeroom-[0-9a-f]{24}$/)
})
