/** What the form says of a delivery's loudness before it is made, against the delivery that is then made. */
import type { LineId } from '#contract/words.ts'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openMediaKit } from '../../kit/media.ts'
import { openDeliveries } from './open-deliveries.ts'

async function openSpoken() {
  const kit = await openMediaKit()
  onTestFinished(() => kit.close())
  const studio = await openDeliveries()
  const { script, filed, projectId } = studio
  const lines = await script.add(projectId, null, [
    { speaker: 'ANN', text: 'One light still burns.', direction: '' },
    { speaker: 'BOB', text: 'Thirty winters.', direction: '' },
  ])
  const speak = async (lineId: LineId, level: number) => {
    const path = await kit.tone(`${lineId}.wav`, { seconds: 1.5, frequency: 500, level })
    await script.choose(lineId, (await filed('audio', { lineId, asset: { durationSeconds: 1.5 } }, await readFile(path))).id)
  }
  await speak(lines[0]!.id, 0.2)
  await speak(lines[1]!.id, 0.1)
  return { ...studio, sequence: await studio.layOutAgain() }
}

it('says how loud each speaker is and will be, and leaves nothing behind', async () => {
  const { deliver, sequence, folder } = await openSpoken()
  const target = { targetLufs: -20, truePeakDbtp: -1 }
  const { report, clips } = await deliver.predictLoudness({ sequence, target, levelsLines: true }, new AbortController().signal)
  expect(report.integratedLufs).toBeCloseTo(-20, 1)
  const [ann, bob] = report.details!.speakers
  expect([ann!.name, bob!.name]).toEqual(['ANN', 'BOB'])
  expect(ann!.beforeLufs - bob!.beforeLufs).toBeCloseTo(6, 0)
  expect(Math.abs(ann!.afterLufs - bob!.afterLufs)).toBeLessThan(0.2)
  expect(clips).toHaveLength(1)
  expect(Math.abs(clips[0]!.gainDb)).toBeCloseTo(6, 0)
  expect(await readdir(join(folder, 'work'))).toEqual([])
})

it('as mixed nothing is added, and a sequence without anything is refused', async () => {
  const { deliver, sequence } = await openSpoken()
  const { signal } = new AbortController()
  const { report, clips } = await deliver.predictLoudness({ sequence, target: null, levelsLines: false }, signal)
  expect(report).toMatchObject({ targetLufs: null, details: { gainDb: 0, before: null, levelled: null } })
  expect(clips).toEqual([])
  await expect(deliver.predictLoudness({ sequence: { ...sequence, tracks: {}, trackIds: [] }, target: null, levelsLines: true }, signal))
    .rejects
    .toMatchObject({ code: 'nothing-to-deliver' })
})
