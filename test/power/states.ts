/** Lets the power go at many moments of a recording: rebuilds the disk, opens the studio, and compares the books. */
import type { AcceptedWork } from '../../src-main/practice/index.ts'
import type { Asked } from '../torture/live.ts'
import type { Breach } from '../torture/reconcile.ts'
import type { Checked, CheckOrders } from './check-child.ts'
import type { Disk, Model, Tree } from './disk.ts'
import type { Recording } from './record.ts'
import type { Said } from './said.ts'
import type { Op } from './trace.ts'
import { Buffer } from 'node:buffer'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import { readArchive } from '../../src-main/backup/archive.ts'
import { sha256 } from '../../src-main/base/hash.ts'
import { checkStudio } from '../../src-main/commands/check.ts'
import { createRandom } from '../../src-main/practice/seed.ts'
import { cacheFolder } from '../kit/ffmpeg.ts'
import { reconcile } from '../torture/reconcile.ts'
import { bundleChild } from '../torture/torture.ts'
import { serviceEnvironment } from './record.ts'

export interface State { readonly number: number, readonly cut: number, readonly model: Model }

export interface Fate extends State {
  /** Paid requests that the service had accepted when the power went. */
  readonly paid: number
  readonly unsure: number
  readonly breaches: readonly Pick<Breach, 'of' | 'what' | 'known'>[]
}

/** Harmless: nobody was promised these, and a check puts them aside. */
const harmless: ReadonlySet<string> = new Set(['orphan', 'left over'])

/** Moments worth a cut: after names, flushes, promises, and when a request leaves; a good half of them while the ledger moves. */
export function chooseStates(
  ops: readonly Op[],
  { count, seed, models }: { count: number, seed: string, models: readonly Model[] },
): State[] {
  const dice = createRandom(`${seed} cuts`)
  const marks = ops.flatMap((op, at) => op.op === 'write' || op.op === 'copy' || op.op === 'size' ? [] : at + 1)
  const isOfLedger = (op: Op): boolean => op.op === 'leaves' || op.op === 'says' || ('path' in op && op.path.includes('ledger.db'))
  const ofLedger = ops.flatMap((op, at) => isOfLedger(op) ? at + 1 : [])
  return Array.from({ length: count }, (_, number) => {
    const from = dice.next() < 0.5 ? ofLedger : marks
    const cut = Math.min(ops.length, from[Math.floor(dice.next() * from.length)]! + Math.floor(dice.next() * 3))
    return { number, cut, model: models[number % models.length]! }
  })
}

/** The same recording without some of its flushes: a studio that keeps no order. */
export function withoutFlushes(ops: readonly Op[], isThese: (path: string) => boolean): Op[] {
  return ops.map(op => (op.op === 'flush begins' || op.op === 'flush ends') && isThese(op.path) ? { at: op.at, op: 'says', text: '' } : op)
}

export async function letPowerGo(
  recording: Recording,
  states: readonly State[],
  { disk = recording.disk, seed, folder: workFolder, onFate = () => {} }: {
    disk?: Disk
    seed: string
    folder: string
    onFate?: (fate: Fate) => void
  },
): Promise<Fate[]> {
  const { practice, root } = recording
  const script = await bundleChild(join(workFolder, 'checking'), 'test/power/check-child.ts')
  const child = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'], env: serviceEnvironment(practice) })
  const answers = createInterface(child.stdout)[Symbol.asyncIterator]()
  const works = practice.ledger()
  const films = await filmsOf(recording, works)
  const fates: Fate[] = []
  try {
    for (const state of states) {
      const dice = createRandom(`${seed} state ${state.number}`)
      await layOut(root, disk.after(state.cut, state.model, dice))
      const folder = await placeOf(root, state)
      const before = works.filter(work => work.acceptedAt <= recording.ops[state.cut - 1]!.at)
      const said = saidBefore(recording.ops, state.cut)
      const asked = askedBy(said)
      const known = practice.ledger().length
      const orders: CheckOrders = {
        place: recording.place,
        folder,
        deliveriesFolder: join(root, 'deliveries'),
        cacheFolder,
        runtimeFolder: join(workFolder, 'runtime', String(state.number)),
        service: { url: practice.url, key: practice.key },
        again: [...asked.unheard],
      }
      child.stdin.write(`${JSON.stringify(orders)}\n`)
      const { value } = await answers.next()
      const checked = JSON.parse(String(value ?? '{"refused":"The check died","acknowledged":{}}')) as Checked
      for (const [index, jobIds] of Object.entries(checked.acknowledged))
        asked.acknowledged.set(Number(index), jobIds)
      const after = practice.ledger().slice(known)
      const broken: { of: string, what: string, known: readonly string[] }[] = []
      let unsure = 0
      if (checked.refused === null) {
        const books = await reconcile({
          place: recording.place,
          folder,
          works: [...before, ...after],
          films: new Map([...films, ...await filmsOf(recording, after)]),
          refusedAt: new Map(),
          asked,
          lives: [],
        })
        broken.push(...books.breaches.filter(({ of }) => !harmless.has(of)))
        unsure = books.unsure.length
      }
      else {
        broken.push({ of: 'refused', what: checked.refused, known: [] })
      }
      for (const what of checked.refused === null ? await brokenPromises(root, folder, said) : [])
        broken.push({ of: 'promise', what, known: [] })
      const fate = { ...state, paid: before.filter(work => work.charged).length, unsure, breaches: broken as Fate['breaches'] }
      fates.push(fate)
      onFate(fate)
    }
  }
  finally {
    child.stdin.end()
    await once(child, 'close')
  }
  return fates
}

/** Every fourth studio is moved before it is opened again. */
async function placeOf(root: string, { number }: State): Promise<string> {
  const folder = join(root, 'studio')
  if (number % 4 !== 3 || !existsSync(folder))
    return folder
  await rename(folder, join(root, 'moved'))
  return join(root, 'moved')
}

async function layOut(root: string, tree: Tree): Promise<void> {
  await rm(root, { recursive: true, force: true })
  await mkdir(root)
  for (const [path, bytes] of tree) {
    if (bytes === null)
      await mkdir(path, { recursive: true })
    else if (!path.endsWith('-shm'))
      await writeFile(path, bytes, { mode: 0o600 })
  }
}

function saidBefore(ops: readonly Op[], cut: number): Said[] {
  return ops.slice(0, cut).flatMap(op => op.op === 'says' && op.text !== '' ? JSON.parse(op.text) as Said : [])
}

function askedBy(said: readonly Said[]): Asked {
  const asked: Asked = { next: 0, unheard: new Set(), acknowledged: new Map(), refused: new Map(), presses: [], pressing: new Map() }
  for (const each of said) {
    if (each.said === 'asking') {
      asked.next = each.index + 1
      asked.unheard.add(each.index)
    }
    else if (each.said === 'acknowledged') {
      asked.unheard.delete(each.index)
      asked.acknowledged.set(each.index, each.jobIds)
    }
  }
  return asked
}

/** What the studio owes besides paid work; and whatever has its final name is whole, promised or not. */
async function brokenPromises(root: string, folder: string, said: readonly Said[]): Promise<string[]> {
  const broken: string[] = []
  const signal = new AbortController().signal
  const takes = said.flatMap(each => each.said === 'recorded' ? each.takeId : [])
  for (const each of said.filter(one => one.said === 'delivered')) {
    const library = new DatabaseSync(join(folder, 'library.db'), { readOnly: true })
    if (!library.prepare(`SELECT 1 FROM deliveries WHERE id = ? AND files <> '[]'`).get(each.deliveryId))
      broken.push(`${each.deliveryId} was delivered and has no files`)
    library.close()
  }
  if (takes.length > 0) {
    const library = new DatabaseSync(join(folder, 'library.db'), { readOnly: true })
    const isTake = library.prepare('SELECT 1 FROM takes WHERE id = ?')
    broken.push(...takes.filter(id => !isTake.get(id)).map(id => `the recording ${id} is no take`))
    library.close()
  }
  const heard = said.findLast(each => each.said === 'heard')
  if (heard && takes.length === 0 && heard.bytes > 0) {
    const library = new DatabaseSync(join(folder, 'library.db'), { readOnly: true })
    const kept = library.prepare(`SELECT 1 FROM takes WHERE title = 'Recorded'`).get() !== undefined
      || await stat(join(folder, 'recordings', `${heard.recordingId}.webm`)).then(({ size }) => size >= heard.bytes, () => false)
    library.close()
    if (!kept)
      broken.push(`the recording of which ${heard.bytes} bytes were on the disk is gone`)
  }
  for (const each of said) {
    if (each.said === 'saved' && await readFile(join(each.path, 'text.txt'), 'utf8').catch(() => null) !== each.text)
      broken.push(`${each.path} was saved and is not whole`)
    if ((each.said === 'backed up' || each.said === 'restored') && !existsSync(each.path))
      broken.push(`${each.path} was ${each.said} and is not there`)
  }
  const backup = join(root, 'backup.takeroom')
  if (existsSync(backup)) {
    await readArchive(backup, drain, { signal, onBytes: () => {} })
      .catch((error: Error) => broken.push(`the backup is not whole: ${error.message}`))
  }
  const restored = join(root, 'restored')
  if (existsSync(restored)) {
    const report = await checkStudio(restored, { print: () => {}, isDeep: true, isRepairing: false }).catch((error: Error) => error)
    if (report === null || report instanceof Error)
      broken.push(`the restored studio does not open: ${report?.message ?? 'it is damaged'}`)
    else if (report.damage.length + report.missing.count + report.wrong.count > 0)
      broken.push(`the restored studio is not whole: ${JSON.stringify(report)}`)
  }
  return broken
}

async function drain(_name: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _piece of bytes) {
    // It is compared with its hash while it is read.
  }
}

/** Hashes of the films that the service made, by task. */
async function filmsOf({ practice }: Recording, works: readonly AcceptedWork[]): Promise<Map<string, string>> {
  const films = new Map<string, string>()
  for (const { id, model } of works.filter(work => work.kind === 'video' && work.charged)) {
    const address = `${practice.url}/api/v1/generate/result?jobId=${id}&model=${model}`
    const answer = await fetch(address, { headers: { authorization: `Bearer ${practice.key}` } })
    films.set(id, sha256(Buffer.from(await answer.arrayBuffer())))
  }
  return films
}

/** A line for each model. */
export function figuresOf(fates: readonly Fate[]): string {
  return [...Map.groupBy(fates, fate => fate.model)].map(([model, of]) => {
    const paid = of.reduce((sum, fate) => sum + fate.paid, 0)
    const unsure = of.reduce((sum, fate) => sum + fate.unsure, 0)
    const broken = of.filter(fate => fate.breaches.length > 0).length
    return `${model}: ${of.length} states, ${paid} paid requests before the cuts, ${unsure} unsure, ${broken} states with a broken promise`
  }).join('\n')
}

/** For a report: where it was, and what is wrong. */
export function tell(fates: readonly Fate[]): string {
  return fates.filter(fate => fate.breaches.length > 0).map(({ number, cut, model, breaches }) => {
    const lines = breaches.flatMap(({ of, what, known }) => [`  ${of}: ${what}`, ...known.map(each => `    ${each}`)])
    return [`state ${number}, ${model}, after operation ${cut}:`, ...lines].join('\n')
  }).join('\n\n')
}
