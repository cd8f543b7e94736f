/** Look-up tables come as files, are checked, named, removed and put back, and stay for as long as a clip may have them. */
import type { AssetId } from '#contract/words.ts'
import type { OpenStudio } from '../../../src-main/studio/open-studio.ts'
import { Buffer } from 'node:buffer'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { cubeOf } from '#rules/colour/cube.ts'
import { neutralGrade } from '#rules/colour/grade.ts'
import { presetById } from '#rules/deliver/presets.ts'
import { backUp, restore } from '../../../src-main/backup/backup.ts'
import { systemClock } from '../../../src-main/base/clock.ts'
import { newId } from '../../../src-main/base/ids.ts'
import { makeFolder } from '../../kit/folder.ts'
import { spokenTake } from '../../kit/library.ts'
import { picture, pictureTrack, trackId } from '../../kit/sequence.ts'
import { storeSequence } from '../../kit/sequences.ts'
import { openTestStudio } from '../../kit/studio.ts'
import { lutTexts } from '../../kit/truth/luts.ts'

const call = { signal: new AbortController().signal, origin: 'page' } as const
const teal = lutTexts['teal.cube']!.text

async function importLut({ receiveFile, handlers }: OpenStudio, name: string, text: string) {
  const ticket = await receiveFile(name, (async function* () {
    yield Buffer.from(text)
  })(), null)
  return (await handlers.luts.import({ ticket }, call)).lut
}

/** A sequence of one picture with this table. */
async function useIn({ parts }: OpenStudio, id: AssetId) {
  const project = await parts.projects.create('Harbour')
  const { id: takeId } = await parts.takes.file(
    spokenTake('still', { kind: 'image', medium: 'picture', projectId: project.id }),
    await parts.assets.adoptText('still', { mime: 'image/png', extension: 'png' }),
  )
  const { id: sequenceId } = await storeSequence(parts.sequences, project.id, { name: 'Cut' })
  const track = pictureTrack(900, [picture(901, 0, 10, { takeId, sourceLength: null, grade: { ...neutralGrade, lut: { id, amount: 1 } } })])
  await parts.sequences.replace(sequenceId, 'track', now =>
    ({ ...now, tracks: { ...now.tracks, [trackId(900)]: track }, trackIds: [...now.trackIds, trackId(900)] }))
  return { project, sequenceId, takeId }
}

it('a file is kept as it came, called after its name, and is one table however often it comes', async () => {
  const studio = await openTestStudio()
  const { parts } = studio
  const lut = await importLut(studio, 'Teal & orange.CUBE', teal)
  expect(lut).toMatchObject({ name: 'Teal & orange', dimensions: 3, size: 17, isListed: true })
  const asset = await parts.assets.get(lut.id)
  expect(await readFile(parts.assets.pathOf(asset!), 'utf8')).toBe(teal)
  await parts.luts.rename(lut.id, 'Evening')
  expect(await importLut(studio, 'other.cube', teal)).toEqual({ ...lut, name: 'Evening' })
  expect(await importLut(studio, 'soft.cube', lutTexts['soft.cube']!.text)).toMatchObject({ name: 'soft', dimensions: 1, size: 256 })
  expect((await parts.luts.list()).map(({ name }) => name).toSorted()).toEqual(['Evening', 'soft'])
})

it('what is no table is refused with its line, and nothing of it is kept', async () => {
  const studio = await openTestStudio()
  const refused = async (text: string) =>
    importLut(studio, 'bad.cube', text).then(() => null, (error: { code: string, data: object }) => [error.code, error.data])
  const because = (problems: string) => ['unreadable-file', { reason: expect.stringMatching(new RegExp(`^cube-(?:${problems}):\\d+$`)) }]
  expect(await refused('<html>')).toEqual(['unreadable-file', { name: 'bad.cube', reason: 'cube-no-size:1' }])
  expect(await refused(teal.replace('0.500000', 'nan'))).toMatchObject(because('number'))
  expect(await refused(teal.slice(0, teal.length / 2))).toMatchObject(because('cut-short|number'))
  expect(await studio.parts.luts.list()).toEqual([])
  expect(await studio.parts.assets.ids()).toEqual(new Set())
})

it('one with such a name that is media is no table, and a table is no take', async () => {
  const { receiveFile, handlers } = await openTestStudio()
  const ticket = await receiveFile('teal.cube', (async function* () {
    yield Buffer.from(teal)
  })(), null)
  await expect(handlers.takes.import({ ticket, projectId: null }, call)).rejects.toMatchObject({
    code: expect.stringMatching(/^un(?:supported|readable)-file$/),
  })
})

it('removed, it is no longer listed; clips keep it, its file stays, and it is told where it is used', async () => {
  const studio = await openTestStudio()
  const { parts, handlers } = studio
  const { id } = await importLut(studio, 'teal.cube', teal)
  expect(await handlers.luts.uses({ lutId: id }, call)).toEqual({ uses: [] })
  const { project, sequenceId, takeId } = await useIn(studio, id)
  expect(await handlers.luts.uses({ lutId: id }, call)).toEqual({
    uses: [{ projectId: project.id, projectName: 'Harbour', sequenceId, sequenceName: 'Cut', clips: 1 }],
  })
  expect(await handlers.luts.setListed({ lutId: id, isListed: false }, call)).toMatchObject({ lut: { isListed: false } })
  await parts.takes.trash([takeId])
  await parts.takes.purge([takeId])
  expect(await parts.assets.get(id)).toBeDefined()
  expect(await importLut(studio, 'teal.cube', teal)).toMatchObject({ id, isListed: true })
  const unknown = { lutId: 'ab'.repeat(32) as AssetId }
  await expect(handlers.luts.setListed({ ...unknown, isListed: true }, call)).rejects.toMatchObject({ code: 'not-found' })
  await expect(handlers.luts.rename({ ...unknown, name: 'x' }, call)).rejects.toMatchObject({ code: 'not-found' })
})

it('is in a backup with its name and file', async () => {
  const studio = await openTestStudio()
  const { id } = await importLut(studio, 'teal.cube', teal)
  const { ledgerDb: ledger, library } = studio.parts
  const quiet = { clock: systemClock, signal: call.signal, onProgress: () => {} }
  const path = join(await makeFolder(), 'all.takeroom')
  await backUp(path, { folder: studio.folder, ledger, library, madeBy: 'test', withFilms: false, ...quiet })
  const folder = join(await makeFolder(), 'restored')
  expect((await restore(path, folder, quiet)).leftOut.rows).toEqual({})
  const { parts } = await openTestStudio({ folder })
  expect(await parts.luts.list()).toMatchObject([{ id, name: 'teal' }])
  expect(cubeOf(await readFile(parts.assets.pathOf((await parts.assets.get(id))!), 'utf8')).size).toBe(17)
})

it('a delivery has its file; without it none begins, and the check before says so', async () => {
  const studio = await openTestStudio()
  const { parts, handlers } = studio
  const { id } = await importLut(studio, 'teal.cube', teal)
  const { project, sequenceId } = await useIn(studio, id)
  const preset = presetById('landscape-1080')!
  const wish = { requestId: newId(), sequenceId, presetId: preset.id, captionMode: 'none', name: 'film' } as const
  const path = parts.assets.pathOf((await parts.assets.get(id))!)
  expect((await parts.deliver.freeze(wish)).pictures).toMatchObject([{ lut: { path } }])
  await rm(path)
  await expect(parts.deliver.freeze(wish)).rejects.toMatchObject({ code: 'not-found', data: { word: 'lut' } })
  const layout = { projectId: project.id, width: 64, height: 36, rate: { numerator: 25, denominator: 1 } }
  const { findings } = await handlers.deliveries.preflight({ ...layout, sequenceId, presetId: preset.id, captionMode: 'none' }, call)
  expect(findings.map(({ finding }) => finding)).toContain('missing-lut')
})
