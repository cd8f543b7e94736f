/**
 * Which part is delivered: chosen in the form, checked, rendered, and the same again.
 *
 * @module-tag wide
 */
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { shallowRef } from 'vue'
import { presetById } from '#rules/deliver/presets.ts'
import { resolve } from '#rules/sequence/resolve.ts'
import { newId } from '../../../src-main/base/ids.ts'
import { useOptions } from '../../../src-renderer/rooms/deliver/form/use-options.ts'
import { bringInto } from '../../kit/bring.ts'
import { ffprobe } from '../../kit/every-preset.ts'
import { openMediaKit } from '../../kit/media.ts'
import { openPage } from '../../kit/page-wire.ts'
import { ended, openTestStudio } from '../../kit/studio.ts'

vi.mock('../../../src-renderer/wire/open-wire.ts', () => import('../../kit/page-wire.ts'))

const call = { signal: new AbortController().signal, origin: 'page' } as const

it('of a still is the frame that was chosen, of a film all or what is between in and out', async () => {
  const [studio, kit] = await Promise.all([openTestStudio(), openMediaKit()])
  onTestFinished(() => kit.close())
  const { handlers, parts } = studio
  const page = openPage(studio)
  const { id: projectId } = await parts.projects.create('Harbour')
  const bring = bringInto(studio, projectId)
  await bring(await kit.picture('red.png', { width: 64, height: 36, colour: 'red' }))
  await bring(await kit.clip('blue.mp4', { source: 'color=c=blue:s=64x36:r=24', seconds: 1 }))
  await bring(await kit.tone('tone.wav', { seconds: 0.5 }))
  const layout = { projectId, width: 64, height: 36, rate: { numerator: 24, denominator: 1 } }
  const { id: sequenceId } = (await handlers.sequences.layOut(layout, call)).sequence
  const whole = await parts.sequences.get(sequenceId)
  const { durationFrames, stretches } = resolve(whole)
  const of = (frame: number): string => {
    const takeId = stretches.find(each => frame >= each.startFrame && frame < each.startFrame + each.frames)?.layers.at(-1)?.clip.takeId
    return Object.values(whole.tracks).length > 0 && takeId ? takeId : ''
  }
  const last = durationFrames - 1
  expect(of(0)).not.toBe(of(last))

  const edits = [{ do: 'setSequence', values: { inFrame: 2, outFrame: 7 } }] as const
  await handlers.sequences.edit({ sequenceId, baseRevision: whole.revision, name: 'in-out', edits: [...edits] }, call)
  const sequence = await parts.sequences.get(sequenceId)
  const preset = shallowRef(presetById('still-png'))
  const { part, options } = page.run(() => useOptions(() => sequence, () => preset.value))
  async function rendered() {
    const wish = { requestId: newId() as never, sequenceId, presetId: preset.value!.id, captionMode: 'none', name: 'Film' } as const
    const { delivery } = await handlers.deliveries.render({ ...wish, options: options.value }, call)
    expect(await ended(studio, delivery.jobId)).toMatchObject({ state: 'done' })
    const { files: [file], folder } = await parts.deliveries.get(delivery.id)
    return { id: delivery.id, path: join(folder, file!.name) }
  }
  const colourOf = async (path: string): Promise<number[]> => {
    const { stdout } = await kit.ffmpeg.run(['-i', path, '-vf', 'scale=1:1', '-frames:v', '1', '-pix_fmt', 'rgb24', '-f', 'rawvideo', '-'])
    return [...stdout].map(value => Math.round(value / 255))
  }
  expect([part.frame.value, part.frames.value]).toEqual([0, 1])
  const first = await rendered()
  part.setFrame(durationFrames + 500)
  expect(options.value.part).toEqual({ frame: last })
  const late = await rendered()
  const [red, blue] = [[1, 0, 0], [0, 0, 1]]
  expect([await colourOf(first.path), await colourOf(late.path)].toSorted()).toEqual([blue, red])
  const again = await handlers.deliveries.again({ requestId: newId() as never, deliveryId: late.id }, call)
  await ended(studio, again.delivery.jobId)
  const { files: [file], folder } = await parts.deliveries.get(again.delivery.id)
  expect(await colourOf(join(folder, file!.name))).toEqual(await colourOf(late.path))

  preset.value = presetById('audio-wav')
  expect([part.between.value, part.frames.value, options.value.part]).toEqual([{ startFrame: 2, frames: 5 }, 5, undefined])
  const seconds = async (path: string): Promise<number> => Number((await ffprobe(path)).format.duration)
  expect(await seconds((await rendered()).path)).toBeCloseTo(5 / 24, 2)
  part.isWhole.value = true
  expect([part.frames.value, options.value.part]).toEqual([durationFrames, 'whole'])
  const all = await rendered()
  expect(await seconds(all.path)).toBeCloseTo(durationFrames / 24, 2)
  expect((await handlers.deliveries.since({ deliveryId: all.id }, call)).changes).toMatchObject({ sounds: 0, secondsLonger: 0 })

  // A place after the out is found only where all is delivered.
  const checked = async (chosen: object): Promise<readonly string[]> => {
    const asked = { ...layout, sequenceId, presetId: 'landscape-720', captionMode: 'none', ...chosen } as const
    const { findings } = await handlers.deliveries.preflight(asked, call)
    return findings.flatMap(({ finding, places }) => places.map(({ startFrame }) => `${finding} ${startFrame}`))
  }
  const [few, many] = [await checked({}), await checked({ part: 'whole' })]
  expect(many.length).toBeGreaterThan(few.length)
})
