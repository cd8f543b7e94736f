/** A finding is mended in what was shown when that was asked for, also where another sequence is shown before it could be kept. */
import type { FindingPlace, PreflightFinding } from '#contract/deliveries.ts'
import type { SequenceId } from '#contract/words.ts'
import { expect, it, vi } from 'vitest'
import { shallowRef } from 'vue'
import { clipsOf, tracksOf } from '#rules/sequence/document.ts'
import { useFindings } from '../../../src-renderer/rooms/deliver/findings/use-findings.ts'
import { spokenTake } from '../../kit/library.ts'
import { openPage } from '../../kit/page-wire.ts'
import { storeSequence } from '../../kit/sequences.ts'
import { openTestStudio } from '../../kit/studio.ts'

vi.mock('../../../src-renderer/wire/open-wire.ts', () => import('../../kit/page-wire.ts'))

it('the sequence of the press becomes quieter', async () => {
  const { parts, ...studio } = await openTestStudio()
  const { id: projectId } = await parts.projects.create('Tides')
  async function cut(text: string) {
    const asset = await parts.assets.adoptText(text, { mime: 'audio/wav', extension: 'wav' })
    const take = await parts.takes.file(spokenTake(text, { projectId }), { ...asset, durationSeconds: 2 })
    return storeSequence(parts.sequences, projectId, { spoken: [{ takeId: take.id }] })
  }
  const [first, second] = [await cut('The bay.'), await cut('The other bay.')]
  const shown = shallowRef(first)
  const isKept = Promise.withResolvers<SequenceId>()
  const page = openPage(studio)
  const { fix, isFixing } = page.run(() => useFindings({
    ...{ projectId: () => projectId, sequence: () => shown.value, check: async () => {} },
    keep: () => isKept.promise,
  }))
  const place: FindingPlace = { name: '', startFrame: 0, frames: 5, clipId: null, lineId: null, takeId: null, value: 3 }
  const fixing = fix({ finding: 'clipping' } as PreflightFinding, [place])
  expect(isFixing.value).toBe(true)
  shown.value = second
  isKept.resolve(first.id)
  await fixing
  const clips = async (id: SequenceId) => tracksOf(await parts.sequences.get(id)).flatMap(track => clipsOf(track))
  const gains = async (id: SequenceId) => (await clips(id)).map(clip => 'gainDb' in clip ? clip.gainDb : 0)
  expect([await gains(first.id), await gains(second.id), isFixing.value]).toEqual([[-3], [0], false])
})
