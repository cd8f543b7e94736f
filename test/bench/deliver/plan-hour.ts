/** Planning a film of one hour and 2,000 clips: from the document to the segments, before the first frame is encoded. */
import type { MediaKit } from '../../kit/media.ts'
import type { Figure } from '../figure.ts'
import { mkdir } from 'node:fs/promises'
import process from 'node:process'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { layOutPlan } from '../../../src-main/media/plan/lay-out-plan.ts'
import { piecesOf } from '../../../src-main/media/render/render.ts'
import { round } from '../figure.ts'
import { openHour } from '../timeline/hour.ts'
import { spent } from './spent.ts'

const again = 5

export async function* planHour(kit: MediaKit): AsyncGenerator<Figure> {
  const { studio, sequenceId } = await openHour(kit.file('studio'), kit)
  try {
    let plans = 0
    const plan = async (): Promise<void> => {
      const folder = kit.file(`planning-${plans++}`)
      await mkdir(folder)
      const wish = { sequenceId, presetId: 'landscape-1080', captionMode: 'burned', name: 'One hour' } as const
      const frozen = await studio.parts.deliver.freeze(wish)
      const signal = new AbortController().signal
      const tools = { folder, ffmpeg: kit.ffmpeg, signal }
      await piecesOf({ plan: await layOutPlan(frozen, folder), ...tools }, { name: 'libx264', quality: 'standard' })
    }
    const { wall, cpu } = await spent(plan)
    yield { name: 'planning one hour of 2,000 clips', value: round(wall), cpu: cpu && round(cpu), limit: 2, unit: 's' }
    const before = heldBytes()
    for (let time = 0; time < again; time++)
      await plan()
    const held = (heldBytes() - before) / 2 ** 20
    yield { name: `memory held after planning it ${again} times more`, value: round(Math.max(0, held), 1), limit: 8, unit: 'MiB' }
  }
  finally {
    await studio.close({ drainMs: 0 })
  }
}

/** What is left once nothing is in the way of collecting the rest. */
function heldBytes(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().heapUsed
}
