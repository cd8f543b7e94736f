/** A studio that is used for a long time, in one page: what page and program hold after each round. */
import type { Browser } from '@playwright/test'
import type { Round } from './acts.ts'
import type { PageFigures } from './page-figures.ts'
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStudio } from '../../src-main/studio/open-studio.ts'
import { addFilm } from '../kit/film-project.ts'
import { openMediaKit } from '../kit/media.ts'
import { testPorts } from '../kit/ports.ts'
import { startStudio } from '../kit/web-studio.ts'
import { clientOverSocket, openSocket, tokenFor } from '../kit/wire-client.ts'
import { doRound } from './acts.ts'
import { watchPage } from './page-figures.ts'

export interface Held {
  readonly page: PageFigures
  /** Of the program, in MB; null where the system does not tell. */
  readonly rssMb: number | null
  /** Since the first measured round, in seconds. */
  readonly seconds: number
}

/**
 * Answers what was held after the first round that counts and after each that follows, until `goesOn` says no. `warmUps` are the rounds
 * before: each room's code is loaded and compiled, and lists and caches that have a limit fill.
 */
export async function* soak(
  browser: Browser,
  round: Round,
  goesOn: (rounds: number) => boolean,
  warmUps = 2,
): AsyncGenerator<Held, void, void> {
  const folder = await mkdtemp(join(tmpdir(), 'takeroom-soak-'))
  const film = await makeFilm(folder)
  const studio = await startStudio({ folder })
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    const address = await studio.newAddress()
    const socket = await openSocket(new URL(address).origin, await tokenFor(address))
    const client = clientOverSocket(socket)
    const page = await context.newPage()
    const watch = await watchPage(page)
    await page.goto(await studio.newAddress())
    const person = { page, client, ...film }
    for (let warm = 0; warm < warmUps; warm++)
      await doRound(person, round)
    const from = Date.now()
    for (let rounds = 0; rounds === 0 || goesOn(rounds); rounds++) {
      await doRound(person, round)
      yield { page: await watch.read(), rssMb: rssOf(studio.pid), seconds: Math.round((Date.now() - from) / 1000) }
    }
    socket.close()
  }
  finally {
    await context.close()
    await studio.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

async function makeFilm(folder: string) {
  const media = await openMediaKit()
  const studio = await openStudio(testPorts(folder))
  try {
    await studio.parts.settings.change({ hasSeenWelcome: true })
    return await addFilm(studio, media, { shots: 3, shotFrames: 25, captions: ['One.', 'Two.', 'Three.'] })
  }
  finally {
    await studio.close({ drainMs: 0 })
    await media.close()
  }
}

function rssOf(pid: number): number | null {
  try {
    return Math.round(Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024)
  }
  catch {
    return null // No ps, as on Windows.
  }
}
