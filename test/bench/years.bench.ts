/**
 * A studio of ten years next to one of the first week: how long each call of the contract that a room makes on opening takes in main, and
 * some acts that used to grow with all that ever was. `--only WORD` measures the calls with that word in their names.
 */
import type { OpenStudio } from '../../src-main/studio/open-studio.ts'
import type { Landmarks } from '../kit/years/fill.ts'
import type { Years } from '../kit/years/things.ts'
import type { Figure } from './figure.ts'
import type { Measured } from './years/measure.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newId } from '../../src-main/base/ids.ts'
import { wavOfPcm16 } from '../../src-main/base/wav.ts'
import { openStudio } from '../../src-main/studio/open-studio.ts'
import { testPorts } from '../kit/ports.ts'
import { openRawCalls } from '../kit/raw-calls.ts'
import { fillYears } from '../kit/years/fill.ts'
import { firstWeek, tenYears } from '../kit/years/things.ts'
import { round } from './figure.ts'
import { explain } from './years/explain.ts'
import { measureCall } from './years/measure.ts'
import { actsOf, keyOf, nameOf, readsOf } from './years/reads.ts'

const blockedLimitMs = 50
/** What the studio does at its start is over by then. */
const restMs = 5000

interface Studio { readonly years: Years, readonly landmarks: Landmarks, readonly studio: OpenStudio }

export async function* figures(flags: readonly string[] = []): AsyncGenerator<Figure> {
  const only = flags[flags.indexOf('--only') + 1] ?? ''
  const isMeant = (name: string): boolean => !flags.includes('--only') || name.includes(only)
  const folder = await mkdtemp(join(tmpdir(), 'takeroom-bench-'))
  const before = new Map<string, Measured>()
  try {
    for (const [name, years] of [['first week', firstWeek], ['ten years', tenYears]] as const) {
      const path = join(folder, name)
      const landmarks = await fillYears(path, years, oneTone())
      const from = performance.now()
      const studio = await openStudio(testPorts(path))
      yield { name: `opening the studio, ${name}`, value: round(performance.now() - from, 0), limit: null, unit: 'ms' }
      await new Promise(resolve => setTimeout(resolve, restMs))
      for await (const [call, measured] of measureAll({ years, landmarks, studio }, isMeant)) {
        const first = before.get(call)
        if (first === undefined)
          before.set(call, measured)
        else
          yield figureOf(call, first, measured)
      }
      await studio.close({ drainMs: 0 })
    }
  }
  finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function* measureAll({ landmarks, studio }: Studio, isMeant: (name: string) => boolean): AsyncGenerator<[string, Measured]> {
  const calls = openRawCalls(studio)
  for (const read of readsOf(landmarks).filter(each => isMeant(nameOf(each))))
    yield [nameOf(read), await measureCall(calls, read.call, () => read.input)]
  // Nothing leaves: what is queued stays so.
  await calls.call('jobs.pauseAll', { isPaused: true })
  await calls.call('accounts.replaceKey', keyOf(landmarks))
  for (const act of actsOf(landmarks, () => newId()).filter(each => isMeant(nameOf(each))))
    yield [nameOf(act), await measureCall(calls, act.call, act.inputOf)]
  calls.close()
}

function figureOf(call: string, first: Measured, now: Measured): Figure {
  const size = now.bytes < 2000 ? `${now.bytes} bytes` : `${Math.round(now.bytes / 1000)} kB`
  const facts = [
    `answered in ${round(now.wallMs, 1)} ms, ${round(first.wallMs, 1)} ms in the first week`,
    `${now.statements} statements, ${first.statements} then`,
    `${size}, ${Math.round(now.bytes / Math.max(1, first.bytes))} times as much`,
    ...explain(call, first, now),
  ]
  return { name: `${call} (${facts.join('; ')}): main blocked`, value: round(now.blockedMs, 1), limit: blockedLimitMs, unit: 'ms' }
}

function oneTone(): Buffer {
  const samples = Int16Array.from({ length: 48_000 * 2 }, (_, at) => Math.sin(at / 20) * 3000)
  return wavOfPcm16(new Uint8Array(samples.buffer), { sampleRate: 48_000, channels: 1 })
}
