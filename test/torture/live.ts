/** Runs the lives of one studio one after another: start, watch, kill; on one folder with one practice service. */
import type { ChildProcessByStdio } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import type { PracticeService } from '../../src-main/practice/index.ts'
import type { Orders, Said } from './child.ts'
import type { Kill, Life, Place } from './plan.ts'
import type { Wire } from './wire.ts'
import { spawn } from 'node:child_process'
import { watch } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { createRandom } from '../../src-main/practice/seed.ts'
import { cacheFolder } from '../kit/ffmpeg.ts'
import { lifeAt, longestLifeMs } from './plan.ts'

/** The record of a finished life. */
export interface Lived {
  readonly number: number
  readonly kill: Kill
  /** Killed at the planned moment; false when it was killed at the time limit instead. */
  readonly isStruck: boolean
  /** Milliseconds since the epoch. */
  readonly from: number
  readonly to: number
  readonly openAfterMs: number | null
}

/** What the studio has reported about wishes, over all its lives. */
export interface Asked {
  next: number
  readonly unheard: Set<number>
  readonly acknowledged: Map<number, readonly string[]>
  readonly refused: Map<number, string>
  /** Presses of *cancel* that were answered. */
  readonly presses: Pressed[]
  /** Those that are not, by their number. */
  readonly pressing: Map<number, Pressed>
}

/** When it was pressed, in milliseconds since the epoch, and for which jobs. */
export interface Pressed { readonly at: number, readonly jobIds: readonly string[] }

export interface Stage {
  readonly place: Place
  readonly folder: string
  readonly practice: PracticeService
  readonly wire: Wire
  readonly childScript: string
  readonly asked: Asked
  /** Time that each life took to open, in milliseconds. */
  readonly opened: number[]
}

interface Child {
  readonly process: ChildProcessByStdio<Writable, Readable, Readable>
  readonly dead: Promise<{ code: number | null, signal: NodeJS.Signals | null }>
  complaint: string
  onSaid: (said: Said) => void
}

/** Starts a studio process that waits for its orders. */
export function load({ childScript, practice, wire }: Stage): Child {
  const started = spawn(process.execPath, [childScript], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, TAKEROOM_API_KEY: practice.key, TAKEROOM_API_URL: `${practice.url} ${wire.url}` },
  })
  const child: Child = {
    process: started,
    dead: new Promise(resolve => started.on('close', (code, signal) => resolve({ code, signal }))),
    complaint: '',
    onSaid: () => {},
  }
  started.stdin.on('error', () => {}) // It died before its orders arrived; `dead` reports that.
  started.stderr.on('data', data => child.complaint = (child.complaint + data).slice(-4000))
  createInterface(started.stdout).on('line', line => child.onSaid(JSON.parse(line) as Said))
  return child
}

export async function live(stage: Stage, child: Child, number: number): Promise<Lived> {
  const life = lifeAt(stage.place, number)
  const { practice, wire } = stage
  practice.faults.clear()
  for (const fault of life.faults)
    practice.faults.set(fault)
  let isStruck = false
  let openAfterMs: number | null = null
  const from = Date.now()
  // Faults end with their life: a refusal after the kill would only blur the reconciliation.
  const cutOff = (): void => {
    child.process.kill('SIGKILL')
    practice.faults.clear()
  }
  const strike = (): void => {
    isStruck = true
    cutOff()
  }
  const timers: NodeJS.Timeout[] = []
  // A busy machine is as slow at its work as at getting there.
  const begin = (): void => void timers.push(setTimeout(cutOff, Math.max(longestLifeMs.activeJobs, Date.now() - from)))
  const strikeIn = (ms: number): void => {
    if (ms === 0)
      strike()
    else
      timers.push(setTimeout(strike, ms))
  }
  child.onSaid = (said) => {
    note(stage.asked, said)
    if (said.said === 'struck')
      strike()
    if (said.said === 'at work')
      begin()
    if (said.said === 'open') {
      openAfterMs = Date.now() - from
      if (life.kill.at === 'any time')
        strikeIn(life.kill.afterMs)
    }
  }
  if (life.kill.at === 'start')
    strikeIn(life.kill.share * usualOpenMs(stage.opened))
  const stopWatching = arm(life.kill, stage, strikeIn)
  timers.push(setTimeout(cutOff, longestLifeMs.inAll))
  tell(child, ordersOf(stage, life))
  const { code, signal } = await child.dead
  timers.forEach(clearTimeout)
  stopWatching()
  if (openAfterMs !== null)
    stage.opened.push(openAfterMs)
  wire.onSeen = () => {}
  if (signal !== 'SIGKILL')
    throw new Error(`Life ${number} of studio ${stage.place.studio} ended by itself (${code ?? signal}): ${child.complaint}`)
  return { number, kill: life.kill, isStruck, from, to: Date.now(), openAfterMs }
}

/** The last life: no faults, and it runs until no job is open. */
export async function liveOut(stage: Stage, child: Child, patienceMs: number): Promise<void> {
  stage.practice.faults.clear()
  let isDrained = false
  child.onSaid = (said) => {
    note(stage.asked, said)
    isDrained ||= said.said === 'drained'
  }
  const patience = setTimeout(() => child.process.kill('SIGKILL'), patienceMs)
  tell(child, { ...ordersOf(stage, {
    ...lifeAt(stage.place, 0),
    isImpatient: false,
    checksAccount: true,
    kill: { at: 'any time', afterMs: patienceMs },
  }), isLast: true })
  const { code, signal } = await child.dead
  clearTimeout(patience)
  if (!isDrained) {
    throw new Error(signal === 'SIGKILL'
      ? `Studio ${stage.place.studio} still has open jobs after ${patienceMs / 1000} s`
      : `The last life ended by itself (${code ?? signal}): ${child.complaint}`)
  }
}

/** The median of the last five; 100 ms before there are any. */
function usualOpenMs(opened: readonly number[]): number {
  const last = opened.slice(-5).sort((a, b) => a - b)
  return last[last.length >> 1] ?? 100
}

function ordersOf({ place, folder, wire, practice, asked }: Stage, life: Life): Orders {
  const { number, ahead, isImpatient, checksAccount, presses, kill } = life
  const dice = createRandom(`${place.seed} ${place.studio} ${number} again`)
  const heard = [...asked.acknowledged.keys()]
  const again = [
    ...asked.unheard,
    ...(isImpatient && heard.length > 0 ? [heard.at(-1) ?? 0, heard[Math.floor(dice.next() * heard.length)] ?? 0] : []),
  ]
  return {
    place,
    folder,
    cacheFolder,
    service: { url: wire.url, key: practice.key },
    again,
    next: asked.next,
    ahead,
    checksAccount,
    presses,
    kill,
    isLast: false,
  }
}

function tell(child: Child, orders: Orders): void {
  child.process.stdin.write(`${JSON.stringify(orders)}\n`)
}

function note(asked: Asked, said: Said): void {
  if (said.said === 'asking') {
    asked.next = Math.max(asked.next, said.index + 1)
    if (!asked.acknowledged.has(said.index))
      asked.unheard.add(said.index)
  }
  else if (said.said === 'acknowledged') {
    asked.unheard.delete(said.index)
    asked.refused.delete(said.index)
    asked.acknowledged.set(said.index, said.jobIds ?? [])
  }
  else if (said.said === 'pressing') {
    asked.pressing.set(said.press, said)
  }
  else if (said.said === 'pressed') {
    const pressed = asked.pressing.get(said.press)
    if (pressed)
      asked.presses.push(pressed)
  }
  else if (said.said === 'refused') {
    // A refused wish is sent again later.
    asked.refused.set(said.index, said.why)
  }
}

/** Watches for the moment of the kill where it is visible from outside; job moves are watched by the studio process. */
function arm(kill: Kill, { wire, folder }: Stage, strikeIn: (ms: number) => void): () => void {
  let left = 'nth' in kill ? kill.nth : 0
  const count = (): void => {
    if (--left === 0 && 'nth' in kill)
      strikeIn(kill.afterMs)
  }
  switch (kill.at) {
    case 'wire':
      wire.onSeen = ({ moment, isPaid, path }) => {
        const isMeant = kill.of === 'paid' ? isPaid : path.includes('/result')
        if (moment === kill.moment && isMeant)
          count()
      }
      return () => {}
    case 'file':
      return watchFolder(folder, kill.what, count)
    case 'start':
    case 'any time':
    case 'move':
      return () => {}
    default:
      return kill satisfies never
  }
}

function watchFolder(folder: string, what: string, onChange: () => void): () => void {
  const isFolder = what === 'assets' || what === 'work'
  try {
    const watcher = watch(isFolder ? join(folder, what) : folder, { recursive: isFolder }, (event, name) => {
      if (isFolder ? event === 'rename' : name === what)
        onChange()
    })
    watcher.on('error', () => {}) // Folders come and go while they are watched; the life then ends at its time limit.
    return () => watcher.close()
  }
  catch {
    return () => {} // Not there yet: as above.
  }
}
