/** A render whose files were placed before the studio died is not delivered a second time. */
import type { RequestId } from '#contract/words.ts'
import type { AnyKind } from '../../../src-main/jobs/kind.ts'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { newId } from '../../../src-main/base/ids.ts'
import { kinds } from '../../../src-main/jobs/kinds/index.ts'
import { openDeliveries } from './open-deliveries.ts'

async function openRendered() {
  const studio = await openDeliveries()
  const { deliver, ledger, deliveries, layOutTwoLines, deliveriesFolder } = studio
  const { jobId } = await deliver.render({
    requestId: newId() as RequestId,
    sequenceId: (await layOutTwoLines()).id,
    presetId: 'landscape-720',
    captionMode: 'sidecar',
    name: 'Film',
  })
  const folder = join(studio.folder, 'work', jobId)
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'out.mp4'), 'the film')
  await writeFile(join(folder, 'captions.srt'), 'the captions')
  await ledger.move(jobId, 'claim')
  await ledger.move(jobId, 'run')
  await ledger.move(jobId, 'fetch', { answer: { durationSeconds: 2, integratedLufs: -14, truePeakDbtp: -1 } })

  /** The step as a newly opened studio runs it, from the row. */
  async function place() {
    const row = await ledger.row(jobId)
    // all that this step uses
    const work = { row, ledger, deliveries, folder, deliveriesFolder } as unknown as Parameters<NonNullable<ReturnType<AnyKind['step']>>>[0]
    return kinds.render.step(row, 'verifying')?.(work)
  }
  const named = async () => (await deliveries.get((await ledger.get(jobId)).deliveryId!)).files.map(file => file.name)
  return { place, named, deliveriesFolder }
}

it('is placed once, however often it is retried', async () => {
  const { place, named, deliveriesFolder } = await openRendered()
  expect(await place()).toEqual({ event: 'finish' })
  expect(await place()).toEqual({ event: 'finish' })
  expect((await readdir(deliveriesFolder)).sort()).toEqual(['Film.mp4', 'Film.srt'])
  expect(await named()).toEqual(['Film.mp4', 'Film.srt'])
})

it('never overwrites a file that has taken its name meanwhile', async () => {
  const { place, named, deliveriesFolder } = await openRendered()
  await place()
  await writeFile(join(deliveriesFolder, 'Film.mp4'), 'my own film')
  await place()
  expect(await readFile(join(deliveriesFolder, 'Film.mp4'), 'utf8')).toBe('my own film')
  expect(await named()).toEqual(['Film (2).mp4', 'Film (2).srt'])
})
