/**
 * The studio whose writes are recorded, life after life in their own processes: `node child.js ORDERS-AS-JSON`. What it promises is
 * written to its output synchronously, and so has its place among the writes. Everything it makes is below `root`.
 */
import type { JobId, RecordingId, RequestId } from '#contract/words.ts'
import type { OpenStudio } from '../../src-main/studio/open-studio.ts'
import type { Place } from '../torture/plan.ts'
import { Buffer } from 'node:buffer'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { backUp, restore } from '../../src-main/backup/backup.ts'
import { systemClock } from '../../src-main/base/clock.ts'
import { saveToFolder } from '../../src-main/files/saved-folder.ts'
import { jobEnd } from '../../src-main/jobs/job-end.ts'
import { openStudio } from '../../src-main/studio/open-studio.ts'
import { testPorts } from '../kit/ports.ts'
import { someSpeech } from '../main/files/some-speech.ts'
import { ask, prepareStudio } from '../torture/ask.ts'
import { wishAt } from '../torture/plan.ts'
import { picture } from '../torture/props.ts'
import { say } from './said.ts'

export interface Orders {
  readonly place: Place
  readonly root: string
  readonly cacheFolder: string
  readonly service: { readonly url: string, readonly key: string }
  readonly wishes: number
  readonly life: 'works' | 'keeps' | 'recovers'
}

const call = { signal: new AbortController().signal, origin: 'page' } as const
const endless = new AbortController().signal

async function main(): Promise<void> {
  const orders = JSON.parse(process.argv[2] ?? '') as Orders
  const folder = join(orders.root, 'studio')
  // Next to the studio, which may be moved.
  const ports = testPorts(folder, { cacheFolder: orders.cacheFolder, deliveriesFolder: join(orders.root, 'deliveries') })
  if (orders.life === 'recovers') {
    await recover(folder, ports)
  }
  else {
    const studio = await openStudio(ports)
    await (orders.life === 'works' ? work : keep)(studio, orders)
    await studio.close({ drainMs: 0 })
  }
  say({ said: 'closed' })
  process.exit(0)
}

/** Every kind of paid work, several at a time, and a sound delivered of it. */
async function work(studio: OpenStudio, { place, service, wishes }: Orders): Promise<void> {
  const accountId = await prepareStudio(studio, service)
  const jobIds: JobId[] = []
  for (let index = 0; index < wishes; index++) {
    say({ said: 'asking', index })
    const made = await ask(studio, accountId, wishAt(place, index))
    say({ said: 'acknowledged', index, jobIds: made })
    jobIds.push(...made)
    // Some at the same time, some alone.
    if (index % 4 === 3)
      await Promise.all(jobIds.splice(0).map(jobId => jobEnd(studio.parts.ledger, jobId, endless)))
  }
  await deliver(studio)
  await Promise.all(jobIds.map(jobId => jobEnd(studio.parts.ledger, jobId, endless)))
}

/** The same delivery alone and as a kit, whose parts are made here. */
async function deliver(studio: OpenStudio): Promise<void> {
  const project = await studio.parts.projects.create('Delivered')
  const bytes = await picture()
  const ticket = await studio.receiveFile('still.png', (async function* () {
    yield bytes
  })(), bytes.length)
  await studio.handlers.takes.import({ ticket, projectId: project.id }, call)
  const layout = { projectId: project.id, width: 1280, height: 720, rate: { numerator: 30, denominator: 1 } }
  const { sequence } = await studio.handlers.sequences.layOut(layout, call)
  for (const [at, kit] of [undefined, ['master', 'stems', 'media'] as ('master' | 'stems' | 'media')[]].entries()) {
    const { delivery } = await studio.handlers.deliveries.render({
      requestId: `01900000-0000-7000-8000-00000000000${at}` as RequestId,
      sequenceId: sequence.id,
      presetId: 'podcast-mp3',
      captionMode: 'none',
      name: `Heard ${at}`,
      ...kit && { kit },
    }, call)
    await jobEnd(studio.parts.ledger, delivery.jobId, endless)
    say({ said: 'delivered', deliveryId: delivery.id })
  }
}

/** A recording, a folder saved out of the studio, a backup, and a studio restored from it. */
async function keep(studio: OpenStudio, { root }: Orders): Promise<void> {
  const { recordings, ledgerDb, library } = studio.parts
  const recordingId: RecordingId = await recordings.begin({ name: 'Recorded', format: 'audio/webm;codecs=pcm', projectId: null })
  let at = 0
  for (const slice of someSpeech(1)) {
    await recordings.append(recordingId, at, slice)
    at += slice.length
    say({ said: 'heard', recordingId, bytes: at })
  }
  const { take } = await recordings.finish(recordingId, [])
  say({ said: 'recorded', takeId: take.id })
  const files = [{ name: 'text.txt', mime: 'text/plain', at: 0, content: { text: 'Saved.' }, sizeBytes: 6 }]
  const saved = await saveToFolder(join(root, 'saved'), { name: 'All.zip', files }, { freeBytes: async () => 2 ** 40 })
  say({ said: 'saved', path: saved, text: 'Saved.' })
  const path = join(root, 'backup.takeroom')
  const how = { clock: systemClock, signal: endless, onProgress: () => {} }
  await backUp(path, { ...how, folder: join(root, 'studio'), ledger: ledgerDb, library, madeBy: 'test', withFilms: true })
  say({ said: 'backed up', path })
  await restore(path, join(root, 'restored'), how)
  say({ said: 'restored', path: join(root, 'restored') })
}

/** A damaged ledger is recovered when the studio opens, a damaged library when its owner asks for that. */
async function recover(folder: string, ports: ReturnType<typeof testPorts>): Promise<void> {
  await spoil(join(folder, 'ledger.db'))
  const studio = await openStudio(ports)
  say({ said: 'recovered' })
  await studio.close({ drainMs: 0 })
  await spoil(join(folder, 'library.db'))
  const next = await openStudio(ports)
  await next.parts.library.repair()
  say({ said: 'repaired' })
  await next.close({ drainMs: 0 })
}

/** Its header: SQLite opens it no more, and every row can still be read. */
async function spoil(path: string): Promise<void> {
  const file = await open(path, 'r+')
  await file.write(Buffer.alloc(100, 1), 0, 100, 0)
  await file.sync()
  await file.close()
}

void main()
