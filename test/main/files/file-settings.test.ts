/**
 * A take that is saved says how it was made; the file that comes in again fills a form, is found, and is no purchase.
 *
 * @module-tag wide
 */
import type { ModelId, TakeId } from '#contract/words.ts'
import type { SharedStudio } from '../../kit/studio.ts'
import { Buffer } from 'node:buffer'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '../../../src-main/base/ids.ts'
import { downloadOf } from '../../../src-main/files/saved-media.ts'
import { call } from '../../kit/paid-inputs.ts'
import { ended, openSharedStudio } from '../../kit/studio.ts'

let shared: SharedStudio
beforeAll(async () => shared = await openSharedStudio())
afterAll(() => shared.close())

async function made(prompt: string): Promise<TakeId> {
  const { studio, accountId } = shared
  const model = studio.parts.models.all().find(each => each.kind === 'image')!
  const [jobId] = await studio.parts.make.image({
    ...{ requestId: newId(), accountId, modelId: model.id, projectId: null },
    fields: { prompt, seed: 7 },
  })
  return (await ended(studio, jobId)).takeIds[0]!
}

async function saved(takeId: TakeId): Promise<Buffer> {
  const { saving } = shared.studio.parts
  const { ticket } = await saving.prepare({ items: [{ of: 'take', takeId }], template: '' })
  const { headers, read } = downloadOf(saving.find(ticket)!)
  const pieces: Uint8Array[] = []
  for await (const piece of read())
    pieces.push(piece)
  const bytes = Buffer.concat(pieces)
  expect(String(bytes.length)).toBe(headers['Content-Length'])
  return bytes
}

async function bring(bytes: Buffer, name = 'back.png') {
  const { imports } = shared.studio.parts
  return imports.file(await imports.receive(name, Readable.from([bytes]), null), null)
}
const settingsOf = (takeId: TakeId) => shared.studio.handlers.takes.settingsInFile({ takeId }, call)

it('goes out with its settings, comes back with them, and is found by its prompt', async () => {
  const takeId = await made('a lighthouse “by night” 海')
  const { takes, assets } = shared.studio.parts
  const take = await takes.get(takeId)
  const bytes = await saved(takeId)
  expect(bytes.equals(await readFile(assets.pathOf(take.asset)))).toBe(false)
  const back = await bring(bytes)
  expect(back).toMatchObject({ kind: 'import', text: take.text, modelId: null, request: null })
  expect(await settingsOf(back.id)).toEqual({
    settings: {
      ...{ format: 'takeroom-settings', version: 1, kind: 'image', modelId: take.modelId, text: take.text, voice: null },
      ...{ fields: take.request?.fields, madeAt: take.takenAt },
    },
    sourceTakeIds: [],
  })
  // Its bytes differ, its content does not.
  expect(await takes.othersOfContent(back.id)).toEqual([{ takeId, isUsed: false }])
  const again = await shared.studio.handlers.takes.import({
    ticket: await shared.studio.parts.imports.receive('again.png', Readable.from([bytes]), null),
    projectId: null,
  }, call)
  expect(again).toMatchObject({ sameAsId: takeId, take: { asset: { id: back.asset.id } } })
  // The take itself knows its request; its file is as it came.
  expect(await settingsOf(takeId)).toEqual({ settings: null, sourceTakeIds: [] })
  const madeAgain = await takes.madeOf({ modelId: take.modelId!, isPractice: take.isPractice, texts: [take.text], files: [] })
  expect(madeAgain.map(each => each.id)).toEqual([takeId])
})

it('goes out as it came where a person wants that', async () => {
  const { takes, assets, settings } = shared.studio.parts
  const takeId = await made('a boat')
  await settings.change({ embedsSettings: false })
  try {
    expect((await saved(takeId)).equals(await readFile(assets.pathOf((await takes.get(takeId)).asset)))).toBe(true)
  }
  finally {
    await settings.change({ embedsSettings: true })
  }
})

it('names the files that it was made from where they are here, and leaves out those of another studio', async () => {
  const { studio, accountId } = shared
  const source = await studio.parts.takes.get(await made('a rope'))
  const model = studio.parts.models.all().find(each => each.kind === 'edit')!
  const field = model.fields.find(each => each.group === 'source')!.name
  const value = { assetId: source.asset.id }
  const [jobId] = await studio.parts.make.image({
    ...{ requestId: newId(), accountId, modelId: model.id as ModelId, projectId: null },
    fields: { prompt: 'a red rope', [field]: model.fields.find(each => each.name === field)!.type === 'files' ? [value] : value },
  })
  const edited = (await ended(studio, jobId)).takeIds.at(0)!
  const bytes = await saved(edited)
  const back = await bring(bytes)
  expect(await settingsOf(back.id)).toMatchObject({ settings: { fields: { [field]: expect.anything() } }, sourceTakeIds: [source.id] })
  const other = Buffer.from(bytes.toString('latin1').replaceAll(source.asset.id, 'f'.repeat(64)), 'latin1')
  // The checksum of the chunk is another one, too: what reads settings does not ask for it, what decodes pictures passes over it.
  const strange = await bring(other, 'strange.png')
  expect(await settingsOf(strange.id)).toMatchObject({ settings: { text: 'a red rope' }, sourceTakeIds: [] })
  expect((await settingsOf(strange.id)).settings?.fields).not.toHaveProperty(field)
})
