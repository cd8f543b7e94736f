/**
 * Tags and covers from the form to the file: remembered by project, kept with a preset, written, and forgotten with their picture.
 *
 * @module-tag wide
 */
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { shallowRef } from 'vue'
import { presetById } from '#rules/deliver/presets.ts'
import { newId } from '../../../src-main/base/ids.ts'
import { useOptions } from '../../../src-renderer/rooms/deliver/form/use-options.ts'
import { useOwnPresets } from '../../../src-renderer/rooms/deliver/presets/use-own-presets.ts'
import { usePreset } from '../../../src-renderer/rooms/deliver/use-deliver.ts'
import { useDeliveryChoices } from '../../../src-renderer/stores/delivery-choices.ts'
import { useProject } from '../../../src-renderer/stores/project.ts'
import { bringInto } from '../../kit/bring.ts'
import { ffprobe } from '../../kit/every-preset.ts'
import { openMediaKit } from '../../kit/media.ts'
import { openPage } from '../../kit/page-wire.ts'
import { ended, openTestStudio } from '../../kit/studio.ts'

vi.mock('../../../src-renderer/wire/open-wire.ts', () => import('../../kit/page-wire.ts'))

const call = { signal: new AbortController().signal, origin: 'page' } as const

it('are written into the file as they were filled in, by a preset too, and the cover may be missing later', async () => {
  const [studio, kit] = await Promise.all([openTestStudio(), openMediaKit()])
  onTestFinished(() => kit.close())
  const { handlers, parts } = studio
  const page = openPage(studio)
  const { id: projectId } = await parts.projects.create('Harbour')
  const bring = bringInto(studio, projectId)
  const cover = await bring(await kit.picture('cover.png', { width: 80, height: 80 }))
  await bring(await kit.tone('tone.wav', { seconds: 0.2 }))
  const layout = { projectId, width: 64, height: 36, rate: { numerator: 24, denominator: 1 } }
  const sequence = await parts.sequences.get((await handlers.sequences.layOut(layout, call)).sequence.id)
  const preset = shallowRef(presetById('landscape-720'))
  page.run(() => useProject().open(projectId))
  await expect.poll(() => page.run(() => useDeliveryChoices().isReady)).toBe(true)
  const { sound, options } = page.run(() => useOptions(() => sequence, () => preset.value))
  const own = page.run(useOwnPresets)

  sound.set({ title: 'Episode 3', track: '3/12', artist: 'Ann', album: 'Seas', comment: 'Made\nwith care' })
  sound.setCover(cover)
  expect([sound.isHeld.value, sound.ofShow.value, 'tags' in options.value]).toEqual([false, null, false])
  preset.value = presetById('audio-mp3')
  const choices = { loudness: null, captionMode: 'none', tags: sound.ofShow.value, encoder: 'software' } as const
  const { added: [show] } = await own.save(preset.value!, choices, 'Seas')
  expect(show?.tags).toEqual({ artist: 'Ann', album: 'Seas', year: '', comment: 'Made\nwith care' })
  sound.set({ artist: 'Bob', album: '', year: '1999' })
  const { choose } = page.run(usePreset)
  await choose(show!.id)
  preset.value = show
  expect(sound.tags.value).toMatchObject({ title: 'Episode 3', track: '3/12', artist: 'Ann', album: 'Seas', year: '1999' })

  const what = { sequenceId: sequence.id, presetId: show!.id, captionMode: 'none', name: 'Film' } as const
  const wish = () => ({ ...what, requestId: newId() as never, options: options.value })
  const { delivery } = await handlers.deliveries.render(wish(), call)
  expect(await ended(studio, delivery.jobId)).toMatchObject({ state: 'done' })
  const { files: [file], folder } = await parts.deliveries.get(delivery.id)
  const { streams, format } = await ffprobe(join(folder, file!.name))
  expect(format.tags).toMatchObject({ title: 'Episode 3', artist: 'Ann', album: 'Seas', track: '3/12', comment: 'Made\nwith care' })
  expect(streams.map(({ codec_name, width, disposition }) => [codec_name, width, disposition.attached_pic]))
    .toEqual([['mp3', undefined, 0], ['mjpeg', 80, 1]])

  await parts.takes.trash([cover.id])
  await parts.takes.purge([cover.id])
  const gone = { ...wish(), options: { ...options.value, coverTakeId: cover.id } }
  await expect(handlers.deliveries.render(gone, call)).rejects.toMatchObject({ code: 'not-found', data: { word: 'take' } })
  await expect.poll(() => options.value.coverTakeId).toBeUndefined()
  expect(options.value.tags?.title).toBe('Episode 3')
})
