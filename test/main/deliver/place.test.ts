/** A render whose files were placed before the studio died is not delivered a second time. */
import type { DeliveryOptions } from '#contract/delivery-options.ts'
import type { RequestId } from '#contract/words.ts'
import type { AnyKind } from '../../../src-main/jobs/kind.ts'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readCaptionFile } from '#rules/captions/read-file.ts'
import { usualOptions } from '#rules/deliver/usual-options.ts'
import { newId } from '../../../src-main/base/ids.ts'
import { renderKind } from '../../../src-main/kinds/render.ts'
import { findFfmpeg } from '../../kit/ffmpeg.ts'
import { openDeliveries } from './open-deliveries.ts'

async function openRendered(options?: DeliveryOptions, [presetId, extension] = ['landscape-720', 'mp4'], isTargeted = false) {
  const studio = await openDeliveries()
  const { deliver, ledger, deliveries, layOutTwoLines, deliveriesFolder } = studio
  const { jobId } = await deliver.render({
    requestId: newId<RequestId>(),
    sequenceId: (await layOutTwoLines()).id,
    presetId,
    captionMode: 'sidecar',
    name: 'Film',
    options,
    ...isTargeted && { target: { folder: deliveriesFolder, base: 'Film', replaces: [] } },
  })
  const folder = join(studio.folder, 'work', jobId)
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, `out.${extension}`), 'the film')
  await writeFile(join(folder, 'captions.srt'), 'the captions')
  await ledger.move(jobId, 'claim')
  await ledger.move(jobId, 'run')
  await ledger.move(jobId, 'fetch', { answer: { durationSeconds: 2, integratedLufs: -14, truePeakDbtp: -1 } })

  /** The step as a newly opened studio runs it, from the row. */
  async function place(noting?: () => Promise<unknown>) {
    const row = await ledger.row(jobId)
    // all that this step uses
    const noted: typeof ledger = { ...ledger, note: async (...args) => {
      await noting?.()
      noting = undefined
      return ledger.note(...args)
    } }
    type Work = Parameters<NonNullable<ReturnType<AnyKind['step']>>>[0]
    const work = { row, ledger: noted, deliveries, folder, deliveriesFolder } as unknown as Work
    return renderKind(work as never).step(row, 'verifying')?.(work)
  }
  const delivery = async () => deliveries.get((await ledger.get(jobId)).deliveryId!)
  const plan = async (): Promise<unknown> => JSON.parse((await ledger.row(jobId)).plan)
  const named = async () => (await deliveries.get((await ledger.get(jobId)).deliveryId!)).files.map(file => file.name)
  const note = (more: object) => ledger.note(jobId, { answer: { durationSeconds: 2, integratedLufs: -14, truePeakDbtp: -1, ...more } })
  return { place, named, deliveriesFolder, delivery, plan, folder, note }
}

it('is placed once, however often it is retried', async () => {
  const { place, named, deliveriesFolder } = await openRendered()
  expect(await place()).toEqual({ event: 'finish' })
  expect(await place()).toEqual({ event: 'finish' })
  expect((await readdir(deliveriesFolder)).sort()).toEqual(['Film.mp4', 'Film.srt'])
  expect(await named()).toEqual(['Film.mp4', 'Film.srt'])
})

it('is placed with its signature, once, when the studio died after it was signed', async () => {
  const { place, delivery, deliveriesFolder, folder, note } = await openRendered()
  await note({ signedBy: 'Ada Film' })
  // What another try was writing when it died.
  await writeFile(join(folder, 'out.mp4.signed'), 'half of')
  expect(await place()).toEqual({ event: 'finish' })
  expect(await place()).toEqual({ event: 'finish' })
  expect((await delivery()).files).toMatchObject([{ name: 'Film.mp4', signedBy: 'Ada Film' }, { name: 'Film.srt' }])
  expect((await delivery()).files[1]?.signedBy).toBeUndefined()
  expect((await readdir(deliveriesFolder)).sort()).toEqual(['Film.mp4', 'Film.srt'])
  expect(await readFile(join(deliveriesFolder, 'Film.mp4'), 'utf8')).toBe('the film')
})

it('never overwrites a file that has taken its name in the meantime', async () => {
  const { place, named, deliveriesFolder } = await openRendered()
  await place()
  await writeFile(join(deliveriesFolder, 'Film.mp4'), 'my own film')
  await place()
  expect(await readFile(join(deliveriesFolder, 'Film.mp4'), 'utf8')).toBe('my own film')
  expect(await named()).toEqual(['Film (2).mp4', 'Film (2).srt'])
})

it('never overwrites one that takes its name while it is placed: all of its files get another name', async () => {
  const { place, named, deliveriesFolder } = await openRendered()
  expect(await place(() => writeFile(join(deliveriesFolder, 'Film.srt'), 'my own captions'))).toEqual({ event: 'finish' })
  expect(await readFile(join(deliveriesFolder, 'Film.srt'), 'utf8')).toBe('my own captions')
  expect(await named()).toEqual(['Film (2).mp4', 'Film (2).srt'])
  expect((await readdir(deliveriesFolder)).sort()).toEqual(['Film (2).mp4', 'Film (2).srt', 'Film.srt'])
})

it('at the place that was named for it, it is refused when another file comes there first', async () => {
  const { place, deliveriesFolder } = await openRendered(undefined, undefined, true)
  await mkdir(deliveriesFolder, { recursive: true })
  const end = await place(() => writeFile(join(deliveriesFolder, 'Film.mp4'), 'my own film'))
  expect(end).toMatchObject({ refused: { kind: 'render' }, charged: 'no' })
  expect(await readFile(join(deliveriesFolder, 'Film.mp4'), 'utf8')).toBe('my own film')
  expect(await readdir(deliveriesFolder)).toEqual(['Film.mp4'])
})

it('captions, chapters and the loudness report are next to it in the forms that were chosen', async () => {
  const options: DeliveryOptions = {
    ...usualOptions,
    captions: { ...usualOptions.captions, files: ['vtt', 'ass'] },
    beside: ['loudness.txt', 'loudness.json', 'chapters.txt'],
  }
  const { place, named, deliveriesFolder, delivery } = await openRendered(options)
  await place()
  // There are no chapters, so there is no list of them.
  expect(await named()).toEqual(['Film.mp4', 'Film.vtt', 'Film.ass', 'Film.loudness.txt', 'Film.loudness.json'])
  const text = (name: string) => readFile(join(deliveriesFolder, name), 'utf8')
  expect(await text('Film.vtt')).toContain('<v ANN>One light still burns.')
  expect(JSON.stringify(readCaptionFile(await text('Film.vtt')))).toContain('Thirty winters.')
  for (const name of ['Film.vtt', 'Film.ass']) {
    const read = await (await findFfmpeg())!.run(['-i', join(deliveriesFolder, name), '-f', 'srt', '-'])
    expect(read.stdout.toString()).toContain('Thirty winters.')
  }
  expect(await text('Film.loudness.txt')).toContain('Integrated loudness:  -14.0 LUFS')
  expect(JSON.parse(await text('Film.loudness.json'))).toMatchObject({ name: 'Film', integratedLufs: -14, targetLufs: -14 })
  expect((await delivery()).files[0]).toMatchObject({ role: 'video', isMarked: true })
})

it.each([
  ['podcast-mp3', 'mp3', 'audio'],
  ['gif-360', 'gif', 'picture'],
])('a delivery as %s is told to be marked, too', async (presetId, extension, role) => {
  const { place, delivery } = await openRendered(usualOptions, [presetId, extension])
  await place()
  expect((await delivery()).files[0]).toMatchObject({ name: `Film.${extension}`, role, isMarked: true })
})

it('a delivery that is not to be marked says nothing of AI', async () => {
  const { place, delivery, plan } = await openRendered({ ...usualOptions, isMarked: false })
  await place()
  expect((await delivery()).files.some(file => file.isMarked)).toBe(false)
  expect(JSON.stringify(await plan())).not.toMatch(/AI-generated|digitalsourcetype/)
})
