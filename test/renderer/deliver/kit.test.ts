/**
 * A kit from its dialog to the disk, to a saved archive, and through a backup: its files are what they are called.
 *
 * @module-tag wide
 */
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { backUp, restore } from '../../../src-main/backup/backup.ts'
import { systemClock } from '../../../src-main/base/clock.ts'
import { sha256File } from '../../../src-main/base/hash.ts'
import { newId } from '../../../src-main/base/ids.ts'
import { useKitParts } from '../../../src-renderer/rooms/deliver/kit/use-kit-parts.ts'
import { useDeliveryChoices } from '../../../src-renderer/stores/delivery-choices.ts'
import { useProject } from '../../../src-renderer/stores/project.ts'
import { en } from '../../../src-renderer/texts/en/index.ts'
import { bringInto } from '../../kit/bring.ts'
import { ffprobe } from '../../kit/every-preset.ts'
import { makeFolder } from '../../kit/folder.ts'
import { openMediaKit } from '../../kit/media.ts'
import { openPage } from '../../kit/page-wire.ts'
import { sound, soundTrack, trackId } from '../../kit/sequence.ts'
import { ended, openTestStudio } from '../../kit/studio.ts'

vi.mock('../../../src-renderer/wire/open-wire.ts', () => import('../../kit/page-wire.ts'))

const call = { signal: new AbortController().signal, origin: 'page' } as const

it('has the parts that were chosen, is saved as one folder, and its sound is in a backup', async () => {
  const [studio, kit] = await Promise.all([openTestStudio(), openMediaKit()])
  onTestFinished(() => kit.close())
  const { handlers, parts } = studio
  const page = openPage(studio)
  const { id: projectId } = await parts.projects.create('Harbour')
  const bring = bringInto(studio, projectId)
  await bring(await kit.picture('red.png', { width: 64, height: 36 }))
  const tone = await bring(await kit.tone('tone.wav', { seconds: 0.5 }))
  const layout = { projectId, width: 64, height: 36, rate: { numerator: 24, denominator: 1 } }
  const { sequence: { id: sequenceId } } = await handlers.sequences.layOut(layout, call)

  const heard = soundTrack(900, [sound(901, 0, 12, { takeId: tone.id })], { name: 'Sea' })
  await parts.sequences.replace(sequenceId, 'track', now =>
    ({ ...now, tracks: { ...now.tracks, [trackId(900)]: heard }, trackIds: [...now.trackIds, trackId(900)] }))

  page.run(() => useProject().open(projectId))
  await expect.poll(() => page.run(() => useDeliveryChoices().isReady)).toBe(true)
  const dialog = page.run(() => useKitParts({ sequenceId, presetId: 'audio-mp3' }))
  await expect.poll(() => dialog.answer.value.sizes !== null).toBe(true)
  expect(dialog.chosen.value).toEqual(['master', 'stems', 'edit-lists', 'media'])
  const before = dialog.sum.value
  dialog.choose('edit-lists', false)
  expect(dialog.chosen.value, 'media go with their edit lists').toEqual(['master', 'stems'])
  expect(dialog.hindrance('media')).toBe(en.deliver.kit.needs(en.deliver.kit.parts['edit-lists'].label))
  expect(dialog.sum.value).toBeLessThan(before)
  expect(dialog.hindrance('chapters')).toBe(en.deliver.kit.nothing)
  dialog.choose('chapters', true)
  expect(dialog.chosen.value).not.toContain('chapters')
  dialog.choose('edit-lists', true)

  const wish = { requestId: newId() as never, sequenceId, presetId: 'audio-mp3', captionMode: 'none', name: 'Fog' } as const
  const { delivery } = await handlers.deliveries.render({ ...wish, kit: [...dialog.chosen.value] }, call)
  expect(await ended(studio, delivery.jobId)).toMatchObject({ state: 'done' })
  const { folder, files } = await parts.deliveries.get(delivery.id)
  const names = files.map(({ name }) => name).toSorted()
  expect(names).toEqual(expect.arrayContaining(['Fog.mp3', 'Fog.otio', 'manifest.json', 'media/red.png', 'stems/tracks/Sea.wav']))
  expect(names.filter(name => name.startsWith('captions'))).toEqual([])
  const codecs = async (path: string): Promise<string[]> => (await ffprobe(path)).streams.map(({ codec_name }) => codec_name)
  expect(await codecs(join(folder, 'Fog.mp3'))).toEqual(['mp3'])
  expect(await codecs(join(folder, 'media/red.png'))).toEqual(['png'])
  expect(await codecs(join(folder, 'stems/tracks/Sea.wav'))).toEqual([expect.stringMatching(/^pcm_/)])

  const items = [{ of: 'delivery' as const, deliveryId: delivery.id }]
  const prepared = await handlers.saving.prepare({ items, template: '' }, call)
  expect(prepared.mime).toBe('application/zip')
  expect(prepared.files.map(({ name }) => name).toSorted()).toEqual(names.map(name => `Fog/${name}`))
  const { saved } = await handlers.saving.toFolder({ items, template: '' }, call)
  const copied = (await readdir(join(saved!.folder, 'Fog'), { recursive: true, withFileTypes: true })).filter(entry => entry.isFile())
  expect(copied).toHaveLength(names.length)
  const hashes = (at: string) => Promise.all(names.map(name => sha256File(join(at, ...name.split('/')))))
  expect(await hashes(join(saved!.folder, 'Fog'))).toEqual(await hashes(folder))

  const archive = join(await makeFolder(), 'all.tar')
  const how = { clock: systemClock, signal: new AbortController().signal, onProgress: () => {} }
  const mixed = await readFile(join(folder, 'Fog.mp3'))
  const { ledgerDb: ledger, library } = parts
  await backUp(archive, { folder: studio.folder, ledger, library, madeBy: '0', withFilms: true, ...how })
  await studio.close()
  await rm(studio.folder, { recursive: true })
  const into = join(await makeFolder(), 'restored')
  await restore(archive, into, how)
  const again = await openTestStudio({ folder: into })
  const kept = await again.parts.deliveries.get(delivery.id)
  expect([kept.isMissing, kept.files.map(({ role }) => role)]).toEqual([false, ['audio']])
  expect((await readFile(join(kept.folder, kept.files[0]!.name))).equals(mixed)).toBe(true)
})
