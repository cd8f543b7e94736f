/**
 * A second start on the same studio asks the running one for a fresh one-time link, through a socket that only the folder's owner can
 * open. The studio that has the folder's lock serves it; a file that a killed one has left is replaced.
 */
import type { Server } from 'node:net'
import { createHash } from 'node:crypto'
import { chmod, lstat, mkdir, realpath, rm } from 'node:fs/promises'
import { createConnection, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'

export const linkFileName = 'link.sock'
const question = 'takeroom link\n'
const mostBytes = 2048
/** Of `sockaddr_un` on macOS, the shortest; Linux takes 107. */
const longestPath = 103

export interface LinkTimes {
  /** One that has just taken the lock is not listening yet. */
  readonly startsWithinMs: number
  /** How long the other one may take to answer. */
  readonly answersWithinMs: number
}
const usualTimes: LinkTimes = { startsWithinMs: 8_000, answersWithinMs: 5_000 }

/** Why no link could be had: nobody listens (the app has the folder), it does not answer, or the socket is not ours to trust. */
export type NoLink = 'nobody' | 'silent' | 'foreign'

/** Where the studio of this folder listens: in it, or, where its path is too long for a socket, in a folder of this user's own. */
export async function linkPath(folder: string, platform: NodeJS.Platform = process.platform): Promise<string> {
  const real = await realpath(folder)
  const name = createHash('sha256').update(real).digest('hex').slice(0, 24)
  if (platform === 'win32')
    return `\\\\.\\pipe\\takeroom-${name}`
  const path = join(real, linkFileName)
  return Buffer.byteLength(path) <= longestPath ? path : join(tmpdir(), `takeroom-${process.getuid?.() ?? 0}`, `${name}.sock`)
}

/** Answers with `newAddress` for as long as it is open. Call it with the folder's lock: what is there is then a leftover. */
export async function answerLinks(folder: string, newAddress: () => string): Promise<{ close: () => Promise<void> }> {
  const path = await linkPath(folder)
  if (process.platform !== 'win32') {
    await ownFolder(folder, path)
    await rm(path, { force: true })
  }
  const server = createServer((socket) => {
    let asked = ''
    socket.setTimeout(usualTimes.answersWithinMs, () => socket.destroy())
    socket.on('error', () => socket.destroy())
    socket.setEncoding('utf8').on('data', (text: string) => {
      asked += text
      if (asked === question)
        socket.end(`${newAddress()}\n`)
      else if (!question.startsWith(asked))
        socket.destroy()
    })
  })
  server.maxConnections = 8
  await listening(server, path)
  if (process.platform !== 'win32')
    await chmod(path, 0o600)
  return { close: () => new Promise(resolve => server.close(() => resolve())) }
}

/**
 * Asks the process that has the folder open. Waits a while for one that is only starting. An address is believed only when its host is this
 * machine's: what is printed here is opened.
 */
export async function askForLink(
  folder: string,
  isOwn: (host: string) => boolean,
  times: LinkTimes = usualTimes,
): Promise<string | NoLink> {
  const path = await linkPath(folder)
  const end = Date.now() + times.startsWithinMs
  for (;;) {
    if (process.platform !== 'win32' && await isForeign(path))
      return 'foreign'
    const answer = await askOnce(path, isOwn, times.answersWithinMs)
    if (answer !== 'nobody' || Date.now() >= end)
      return answer
    await sleep(Math.min(200, times.startsWithinMs / 10))
  }
}

function askOnce(path: string, isOwn: (host: string) => boolean, withinMs: number): Promise<string | NoLink> {
  return new Promise((resolve) => {
    let said = ''
    let isOpen = false
    const socket = createConnection(path)
    function end(answer: string | NoLink): void {
      socket.destroy()
      resolve(answer)
    }
    const late = setTimeout(end, withinMs, 'silent')
    socket.once('close', () => clearTimeout(late))
    socket.setEncoding('utf8')
    socket.once('connect', () => {
      isOpen = true
      socket.write(question)
    })
    socket.on('data', (text: string) => {
      said += text
      if (said.length > mostBytes)
        end('foreign')
    })
    socket.once('error', () => end(isOpen ? 'silent' : 'nobody'))
    socket.once('end', () => end(addressIn(said, isOwn)))
  })
}

/** What is printed and opened is an address of this machine with a code, and nothing else. */
function addressIn(said: string, isOwn: (host: string) => boolean): string | NoLink {
  if (said === '')
    return 'silent'
  const isAddress = /^https?:\/\/[\w.:[\]-]+\/#code=[\w-]{1,100}\n$/.test(said) && URL.canParse(said.trimEnd())
  return isAddress && isOwn(new URL(said.trimEnd()).hostname) ? said.trimEnd() : 'foreign'
}

/** A socket that another user has made, or may listen at, could be anyone's. */
async function isForeign(path: string): Promise<boolean> {
  const own = process.getuid?.()
  for (const each of [dirname(path), path]) {
    const found = await lstat(each).catch(() => null)
    if (found !== null && (found.uid !== own || (each === path && (!found.isSocket() || (found.mode & 0o077) !== 0))))
      return true
  }
  return false
}

/** The folder for sockets of studios with long paths; in a temporary folder anyone may have made it. */
async function ownFolder(folder: string, path: string): Promise<void> {
  const place = dirname(path)
  if (place === await realpath(folder))
    return
  await mkdir(place, { recursive: true, mode: 0o700 })
  const { uid, mode } = await lstat(place)
  if (uid !== process.getuid?.() || (mode & 0o077) !== 0)
    throw new Error(`The folder ${place} is not only this user's.`)
}

function listening(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, () => {
      server.off('error', reject)
      resolve()
    })
  })
}
