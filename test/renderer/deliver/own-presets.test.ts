/**
 * Own presets from the form to the file: saved, chosen, changed, deleted and back, imported, kept, and rendered with.
 *
 * @module-tag wide
 */
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { shallowRef } from 'vue'
import { defaultSettings } from '#contract/settings.ts'
import { titleStyle } from '#rules/captions/style.ts'
import { writePresetFile } from '#rules/deliver/own-presets.ts'
import { presetById } from '#rules/deliver/presets.ts'
import { plainLook } from '#rules/sequence/new-tracks.ts'
import { createSettings } from '../../../src-main/accounts/settings.ts'
import { newId } from '../../../src-main/base/ids.ts'
import { chooseFrom } from '../../../src-main/commands/find-deliverable.ts'
import { probe } from '../../../src-main/media/probe/probe.ts'
import { sql } from '../../../src-main/storage/sql.ts'
import { useNotices } from '../../../src-renderer/actions/notices.ts'
import { presetLabel } from '../../../src-renderer/rooms/deliver/presets/preset-label.ts'
import { useOwnPresets } from '../../../src-renderer/rooms/deliver/presets/use-own-presets.ts'
import { usePreset } from '../../../src-renderer/rooms/deliver/use-deliver.ts'
import { useOwnTitles } from '../../../src-renderer/rooms/timeline/acts/use-own-titles.ts'
import { useProject } from '../../../src-renderer/stores/project.ts'
import { en } from '../../../src-renderer/texts/en/index.ts'
import { openMediaKit } from '../../kit/media.ts'
import { openPage } from '../../kit/page-wire.ts'
import { ended, openTestStudio } from '../../kit/studio.ts'

vi.mock('../../../src-renderer/wire/open-wire.ts', () => import('../../kit/page-wire.ts'))

const call = { signal: new AbortController().signal, origin: 'page' } as const
const base = presetById('square-1080')!
const choices = { loudness: { targetLufs: -20, truePeakDbtp: -2 }, captionMode: 'none', tags: null, encoder: 'software' } as const

async function openRoom() {
  const studio = await openTestStudio()
  const page = openPage(studio)
  const { id: projectId } = await studio.parts.projects.create('Trailer')
  page.run(() => useProject().open(projectId))
  const own = page.run(useOwnPresets)
  const titles = page.run(useOwnTitles)
  const preset = page.run(usePreset)
  const notices = page.run(() => useNotices())
  await expect.poll(() => preset.preset.value?.id).toBe('landscape-720')
  return { studio, own, titles, preset, notices, kept: async () => (await studio.parts.settings.get()).presets }
}

it('one is saved with the other choices of the form, is chosen, changed, renamed, deleted, and taken back to its place', async () => {
  const { own, preset, notices, kept } = await openRoom()
  const { added: [saved] } = await own.save(base, choices, ' For the\nwall ')
  expect(saved).toEqual({
    ...{ ...base, id: expect.stringMatching(/^own-/), name: 'For the wall' },
    ...{ loudness: choices.loudness, captionModes: ['none', 'burned', 'sidecar', 'soft'] },
  })
  expect((await own.save(base, choices, 'For the wall')).added[0]?.name).toBe('For the wall 2')
  preset.choose(saved!.id)
  expect(preset.preset.value).toEqual(saved)
  expect(presetLabel(saved!.id, en, own.all.value)).toBe('For the wall')

  await own.change({ ...saved!, video: { ...saved!.video!, width: 1200, height: 1200, quality: 'high' } }, saved!)
  expect(preset.size()).toEqual({ width: 1200, height: 1200 })
  await own.rename(preset.preset.value!, 'For the wall 2')
  expect((await kept()).map(({ name }) => name)).toEqual(['For the wall 3', 'For the wall 2'])

  const before = await kept()
  await own.remove(preset.preset.value!)
  expect((await kept()).map(({ name }) => name)).toEqual(['For the wall 2'])
  expect(preset.preset.value?.id).toBe('landscape-720')
  expect(presetLabel(saved!.id, en, own.all.value)).toBe('Deleted preset')
  await notices.shown.at(-1)?.act?.run()
  expect(await kept()).toEqual(before)
  expect(preset.preset.value?.id).toBe(saved!.id)
})

it('what another page made of one since its dialog was opened is not replaced', async () => {
  const { studio, own, titles, kept } = await openRoom()
  const { added: [saved] } = await own.save(base, choices, 'Wall')
  const lasting = { seconds: 4, fadeInSeconds: 0, fadeOutSeconds: 0 }
  await titles.save({ name: 'Lower third', text: 'Name', style: titleStyle, look: plainLook, ...lasting })
  const [title] = titles.all.value
  const other = { put: [{ ...saved!, name: 'Theirs' }], remove: [] }
  const otherTitle = { put: [{ ...title!, name: 'Theirs' }], remove: [] }
  await studio.handlers.settings.change({ settings: { presets: other, titles: otherTitle } }, call)
  await expect.poll(() => [own.all.value[0]?.name, titles.all.value[0]?.name]).toEqual(['Theirs', 'Theirs'])
  const faults = [
    await own.rename(saved!, 'Mine'),
    await own.change({ ...saved!, captionModes: ['none'] }, saved!),
    await titles.rename(title!, 'Mine'),
  ]
  expect(faults.map(fault => fault?.code)).toEqual(['changed-meanwhile', 'changed-meanwhile', 'changed-meanwhile'])
  expect(await kept()).toEqual(other.put)
})

it('a file is imported under free names, or refused with its name and the reason while nothing of it is kept', async () => {
  const { own, notices, kept } = await openRoom()
  const { added: [saved] } = await own.save(base, choices, 'Wall')
  const file = new File([writePresetFile(own.all.value)], 'wall.json')
  const came = await own.importFile(file)
  expect(came).toEqual({ ...saved, id: came?.id, name: 'Wall 2' })
  expect(came?.id).not.toBe(saved?.id)
  const said = () => notices.shown.at(-1)?.text(en)
  expect(said()).toBe('Preset “Wall 2” imported.')

  expect(await own.importFile(new File(['PK\u0003\u0004'], 'film.zip'))).toBeNull()
  expect(said()).toBe('“film.zip” contains no Takeroom presets.')
  expect(await own.importFile(new File(['{"takeroom":"presets","version":9,"presets":[{}]}'], 'new.json'))).toBeNull()
  expect(said()).toContain('newer version')
  expect(await own.importFile(new File([new Uint8Array(1_000_001)], 'huge.json'))).toBeNull()
  expect(said()).toContain('too large')
  const many = Array.from({ length: 49 }, () => saved!)
  expect(await own.importFile(new File([writePresetFile(many)], 'many.json'))).toBeNull()
  expect(said()).toContain('up to 50')
  expect((await kept()).map(({ name }) => name)).toEqual(['Wall', 'Wall 2'])
})

it('one for which another page has taken the last place is told, and not said to be saved', async () => {
  const { studio, own, notices, kept } = await openRoom()
  const fill = Array.from({ length: 50 }, (_, number) => ({ ...base, id: `own-${number}`, name: `Wall ${number}` }))
  await studio.parts.settings.change({ presets: { put: fill, remove: [] } })
  const full = { code: 'list-full', data: { word: 'preset', limit: 50 } }
  expect(await own.save(base, choices, 'Late')).toMatchObject({ added: [], fault: full })
  expect(await kept()).toEqual(fill)
  const [first] = fill
  expect(await own.rename(first!, 'Door')).toBeNull()
  // The place of a deleted one, when another page has taken it.
  await own.remove({ ...first!, name: 'Door' })
  await studio.parts.settings.change({ presets: { put: [{ ...base, id: 'own-x', name: 'X' }], remove: [] } })
  const undo = notices.shown.at(-1)?.act
  await undo?.run()
  expect(notices.shown.at(-1)?.text(en) || notices.shown.at(-1)?.fault).toMatchObject(full)
})

it('a change that is asked for twice fits the second time as well, and one that replaces does', async () => {
  const { studio: { parts: { settings } } } = await openRoom()
  const fill = Array.from({ length: 50 }, (_, number) => ({ ...base, id: `own-${number}`, name: `Wall ${number}` }))
  await settings.change({ presets: { put: fill, remove: [] } })
  await settings.change({ presets: { put: fill, remove: [] } })
  await settings.change({ presets: { put: [{ ...base, id: 'own-x', name: 'X' }], remove: ['own-0'] } })
  expect((await settings.get()).presets.map(({ id }) => id)).toEqual([...fill.slice(1).map(({ id }) => id), 'own-x'])
})

it('titles of one’s own are told as well', async () => {
  const { studio: { parts: { settings } }, titles, notices } = await openRoom()
  const title = { name: 'A', text: '', style: titleStyle, look: plainLook, seconds: 4, fadeInSeconds: 0, fadeOutSeconds: 0 }
  const fill = Array.from({ length: 50 }, (_, number) => ({ ...title, id: `own-${number}`, name: `Title ${number}` }))
  await settings.change({ titles: { put: fill, remove: [] } })
  await titles.save({ ...title, name: 'Late' })
  const full = { code: 'list-full', data: { word: 'title', limit: 50 } }
  expect(notices.shown.map(({ text, fault }) => text(en) || fault)).toMatchObject([full])
  expect((await settings.get()).titles).toEqual(fill)
})

it('a damaged one is left out of the settings, and a damaged setting takes no other with it', async () => {
  const { studio, own } = await openRoom()
  const { added: [saved] } = await own.save(base, choices, 'Wall')
  await studio.parts.settings.change({ trashDays: 7 })
  const db = studio.parts.library
  const settings = createSettings({ db })
  const put = (name: string, value: string) => db.run(sql`INSERT OR REPLACE INTO settings (name, value) VALUES (${name}, ${value})`)
  await put('presets', JSON.stringify([{ ...saved, id: 'own-x', video: { codec: 'vhs' } }, saved]))
  await put('theme', '"purple"')
  await put('language', '{')
  expect(await settings.get()).toEqual({ ...defaultSettings, trashDays: 7, presets: [saved] })
})

it('a film is rendered with one, chosen by its name on the command line too, and again after it was deleted', async () => {
  const { studio, own } = await openRoom()
  const kit = await openMediaKit()
  onTestFinished(() => kit.close())
  const { handlers, parts } = studio
  const { id: projectId, name: project } = await parts.projects.create('Harbour')
  const still = createReadStream(await kit.picture('still.png', { width: 64, height: 36 }))
  await handlers.takes.import({ ticket: await studio.receiveFile('still.png', still, null), projectId }, call)
  const video = { ...base.video!, width: 64, height: 36, rate: { numerator: 12, denominator: 1 }, quality: 'small' } as const
  const { added: [tiny] } = await own.save({ ...base, format: 'mkv', video }, choices, 'Tiny')
  const layout = { projectId, width: 64, height: 36, rate: { numerator: 24, denominator: 1 } }
  const { sequence } = await handlers.sequences.layOut(layout, call)
  const found = await chooseFrom(studio, { project, sequence: null, presetId: 'tiny', captionMode: null, range: null }, () => {})
  expect([found.preset, found.what.captionMode]).toEqual([tiny, 'none'])

  const wish = { requestId: newId() as never, sequenceId: sequence.id, presetId: tiny!.id, captionMode: 'none', name: 'Film' } as const
  const { delivery } = await handlers.deliveries.render(wish, call)
  expect(await ended(studio, delivery.jobId)).toMatchObject({ state: 'done' })
  const { files: [film], folder } = await parts.deliveries.get(delivery.id)
  expect(film?.name).toBe('Film.mkv')
  const probed = await probe(join(folder, film!.name), { ffmpeg: kit.ffmpeg })
  expect(probed).toMatchObject({ width: 64, height: 36, framesPerSecond: 12 })

  await handlers.jobs.pauseAll({ isPaused: true }, call)
  await own.remove(tiny!)
  await expect(handlers.deliveries.render({ ...wish, requestId: newId() as never }, call))
    .rejects
    .toMatchObject({ code: 'not-found', data: { word: 'preset' } })
  const again = await handlers.deliveries.again({ requestId: newId() as never, deliveryId: delivery.id }, call)
  expect(again.delivery).toMatchObject({ presetId: tiny!.id, width: 64, height: 36 })
})

it('while none was chosen it is one of the shape of the sequence; what was chosen stays', async () => {
  const { preset } = await openRoom()
  const shape = shallowRef({ width: 1080, height: 1920 })
  preset.follow(() => shape.value)
  expect(preset.preset.value?.id).toBe('portrait-1080')
  // What is laid out later is no film of this shape.
  expect(preset.size()).toEqual({ width: 1280, height: 720 })
  shape.value = { width: 1080, height: 1350 }
  expect(preset.preset.value?.id).toBe('four-five-1080')
  shape.value = { width: 1000, height: 1000 }
  expect(preset.preset.value?.id).toBe('square-1080')
  preset.choose('landscape-720')
  shape.value = { width: 1080, height: 1920 }
  expect(preset.preset.value?.id).toBe('landscape-720')
})
