/** What was measured of a sequence says that it is out of date once anything that the loudness depends on has changed. */
import type { SoundClip } from '#contract/sequence-document.ts'
import { expect, it, vi } from 'vitest'
import { usualTargets } from '#rules/deliver/loudness-targets.ts'
import { clipsOf, tracksOf } from '#rules/sequence/document.ts'
import { chainOf } from '#rules/tone/presets.ts'
import { useAsDelivered } from '../../../src-renderer/rooms/timeline/preview/use-as-delivered.ts'
import { useDeliveryTarget } from '../../../src-renderer/stores/delivery-target.ts'
import { useProject } from '../../../src-renderer/stores/project.ts'
import { useSequence } from '../../../src-renderer/stores/sequence.ts'
import { spokenTake } from '../../kit/library.ts'
import { openPage } from '../../kit/page-wire.ts'
import { storeSequence } from '../../kit/sequences.ts'
import { openTestStudio } from '../../kit/studio.ts'

vi.mock('../../../src-renderer/wire/open-wire.ts', () => import('../../kit/page-wire.ts'))

async function open() {
  const { parts, handlers, ...studio } = await openTestStudio()
  const { id: projectId } = await parts.projects.create('Tides')
  const [line] = await parts.script.add(projectId, null, [{ speaker: 'MARA', text: 'The bay.', direction: '' }])
  const asset = await parts.assets.adoptText('The bay.', { mime: 'audio/wav', extension: 'wav' })
  const take = await parts.takes.file(spokenTake('The bay.', { projectId, lineId: line!.id }), { ...asset, durationSeconds: 2 })
  const { id } = await storeSequence(parts.sequences, projectId, { spoken: [{ takeId: take.id, lineId: line!.id }] })
  const report = { integratedLufs: -20, truePeakDbtp: -3, targetLufs: null }
  const page = openPage({ ...studio, handlers: {
    ...handlers,
    deliveries: { ...handlers.deliveries, predictLoudness: async () => ({ report, clips: [] }) },
  } })
  const [project, sequence, target] = page.run(() => [useProject(), useSequence(), useDeliveryTarget()] as const)
  project.open(projectId)
  sequence.open(id)
  await expect.poll(() => sequence.settled && project.hasLines).toBe(true)
  const delivered = page.run(() => useAsDelivered(() => sequence.settled, () => {}))
  await delivered.measure()
  expect([delivered.isOn.value, delivered.isOlder.value]).toEqual([true, false])
  return { parts, projectId, sequence, target, delivered }
}

it('an edit', async () => {
  const { sequence, delivered } = await open()
  const [clip] = tracksOf(sequence.document!).flatMap(track => clipsOf(track)) as SoundClip[]
  sequence.edit('enable', [{ do: 'setEnabled', clipIds: [clip!.id], isEnabled: false }])
  expect(delivered.isOlder.value).toBe(true)
})

it('another target of loudness, and the same one again', async () => {
  const { target, delivered } = await open()
  const before = target.now.target
  target.choose({ ...usualTargets.social, targetLufs: -30 })
  expect(delivered.isOlder.value).toBe(true)
  target.choose(before)
  expect(delivered.isOlder.value).toBe(false)
})

it('another tone of the speaker, chosen on another page', async () => {
  const { parts, projectId, delivered } = await open()
  await parts.tones.set({ projectId, speaker: 'MARA', chain: chainOf('podcast') })
  await expect.poll(() => delivered.isOlder.value).toBe(true)
})
