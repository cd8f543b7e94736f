/**
 * Kills a studio again and again while it delivers, at events that are drawn by lot. After each kill no wrong file may have a final name;
 * in the end each delivery is done, or says why not, and nothing else is left: no part, no work, no stray ffmpeg. Each is signed with
 * Content Credentials, and none may have its name without them.
 */
import type { DeliverOrders, DeliverSaid } from './deliver-child.ts'
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { newId } from '../../src-main/base/ids.ts'
import { createMemoryStore } from '../../src-main/secrets/memory-store.ts'
import { openStudio } from '../../src-main/studio/open-studio.ts'
import { signingPair } from '../kit/certificates.ts'
import { cacheFolder } from '../kit/ffmpeg.ts'
import { addFilm } from '../kit/film-project.ts'
import { openMediaKit } from '../kit/media.ts'
import { testPorts } from '../kit/ports.ts'
import { readCredentials } from '../kit/read-credentials.ts'
import { workingIn } from '../kit/working-in.ts'
import { bundleChild } from './torture.ts'

export interface DeliverOutcome {
  readonly kills: number
  /** Deliveries that were asked for and came to their end. */
  readonly deliveries: number
  /** Kills after which a finished file was there already. */
  readonly killsAfterPlacing: number
  /** Kills while an ffmpeg ran. */
  readonly killsOfFfmpeg: number
  readonly seconds: number
  /** What was promised and not kept; none is how it should be. */
  readonly breaches: readonly string[]
}

export async function tortureDeliveries({ kills, seed, onKill = () => {} }: {
  readonly kills: number
  readonly seed: number
  readonly onKill?: (killed: number) => void
}): Promise<DeliverOutcome> {
  const startedAt = Date.now()
  const home = await mkdtemp(join(tmpdir(), 'takeroom-torture-deliver-'))
  const folder = join(home, 'studio')
  const deliveriesFolder = join(folder, 'deliveries')
  // Next to the packages, where it finds the fonts of captions.
  const built = join(cacheFolder, `torture-deliver-${process.pid}`)
  const script = await bundleChild(built, 'test/torture/deliver-child.ts')
  const media = await openMediaKit()
  const secrets: Record<string, string> = {}
  const store = createMemoryStore()
  const studio = await openStudio(testPorts(folder, { cacheFolder, secrets: { fallbackReason: null, store: {
    ...store,
    write(name, secret) {
      secrets[name] = secret
      return store.write(name, secret)
    },
  } } }))
  const { sequenceId } = await addFilm(studio, media, { shots: 3, fadeIn: 4, captions: ['One', 'Two', 'Three'] })
  await studio.parts.signing.install(signingPair())
  await studio.close({ drainMs: 0 })
  const random = drawing(seed)
  const breaches: string[] = []
  const hashOf = async (name: string): Promise<string> => {
    const { stdout } = await media.ffmpeg.run(['-i', join(deliveriesFolder, name), '-map', '0', '-c:v', 'rawvideo', '-f', 'hash', '-'])
    return stdout.toString()
  }
  let films = 0
  const orderNext = (): Omit<DeliverOrders, 'killAt'> =>
    ({ folder, cacheFolder, secrets, sequenceId, requestId: newId(), name: `Film ${++films}`, isFirst: true })

  let order = orderNext()
  const first = await live(script, { ...order, killAt: null })
  if (first === null || first.state !== 'done')
    throw new Error(`The first delivery ended ${first?.state ?? 'by a signal'}: ${first?.said ?? ''}`)
  const right = await hashOf(`${order.name}.mp4`)
  let [killed, killsAfterPlacing, killsOfFfmpeg] = [0, 0, 0]
  let wasAtWork = false

  async function checkNames(when: string): Promise<string[]> {
    const names = (await readdir(deliveriesFolder)).filter(name => name.startsWith(`${order.name}.`))
    for (const name of names) {
      const found = await hashOf(name).catch((error: Error) => error.message)
      if (found !== right)
        breaches.push(`${name} is wrong ${when}: ${found}`)
      const credentials = await readCredentials(join(deliveriesFolder, name), 'video/mp4').catch(() => null)
      if (credentials?.validation_state !== 'Valid')
        breaches.push(`${name} has no valid Content Credentials ${when}`)
    }
    return names
  }

  async function checkEnd(said: DeliverSaid): Promise<void> {
    const names = await checkNames('at the end')
    if (said.state === 'done' ? names.length !== 1 : said.said === '')
      breaches.push(`${order.name} ended ${said.state} with ${names.length} files: ${said.said}`)
    if (wasAtWork && !said.log.includes('cut off'))
      breaches.push(`The log of ${order.name} does not tell what its kill cut off`)
    const parts = (await readdir(deliveriesFolder)).filter(name => name.endsWith('.part'))
    const left = [...parts, ...await readdir(join(folder, 'work')), ...await workingIn(folder)]
    if (left.length > 0)
      breaches.push(`${order.name} left ${left.join(', ')}`)
  }

  order = orderNext()
  for (let lives = 0; killed < kills || lives > 0;) {
    const killAt = killed < kills ? 1 + Math.floor(random() * first.events) : null
    const said = await live(script, { ...order, isFirst: lives === 0, killAt })
    if (said === null) {
      lives++
      onKill(++killed)
      const isAtWork = (await workingIn(folder)).length > 0
      wasAtWork ||= isAtWork
      killsOfFfmpeg += isAtWork ? 1 : 0
      killsAfterPlacing += (await checkNames(`after kill ${killed}`)).length > 0 ? 1 : 0
      continue
    }
    await checkEnd(said)
    await rm(join(deliveriesFolder, `${order.name}.mp4`), { force: true })
    lives = 0
    wasAtWork = false
    order = orderNext()
  }
  await media.close()
  await rm(built, { recursive: true, force: true })
  if (breaches.length === 0)
    await rm(home, { recursive: true, force: true })
  const seconds = Math.round((Date.now() - startedAt) / 1000)
  // The last order was not given any more.
  return { kills: killed, deliveries: films - 1, killsAfterPlacing, killsOfFfmpeg, seconds, breaches }
}

/** What it said at its end; null when it was killed. */
function live(script: string, orders: DeliverOrders): Promise<DeliverSaid | null> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [script, JSON.stringify(orders)], (error, stdout, stderr) => {
      if (error?.signal === 'SIGKILL')
        resolve(null)
      else if (error)
        reject(new Error(`A life of a studio failed: ${stderr}`, { cause: error }))
      else
        resolve(JSON.parse(stdout) as DeliverSaid)
    })
  })
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function drawing(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6D2B79F5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
