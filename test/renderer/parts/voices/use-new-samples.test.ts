/** A sample that this page has had made is offered no longer once it is in the trash. */
import type { TakeId } from '#contract/words.ts'
import { expect, it, vi } from 'vitest'
import { useNewSamples } from '../../../../src-renderer/parts/voices/use-new-samples.ts'
import { useTakes } from '../../../../src-renderer/stores/takes.ts'
import { hangMs } from '../../../kit/hang.ts'
import { plainAsset, spokenTake } from '../../../kit/library.ts'
import { openPage } from '../../../kit/page-wire.ts'
import { openTestStudio } from '../../../kit/studio.ts'

vi.mock('../../../../src-renderer/wire/open-wire.ts', () => import('../../../kit/page-wire.ts'))

it('is offered until it is trashed, and others stay', async () => {
  const studio = await openTestStudio()
  const { parts, folder } = studio
  const file = async (text: string): Promise<TakeId> =>
    (await parts.takes.file(spokenTake(text), await plainAsset({ root: folder, assets: parts.assets } as never, text))).id
  const [one, other] = [await file('one'), await file('other')]
  const page = openPage(studio)
  const takes = useTakes()
  await vi.waitUntil(() => takes.isReady, { timeout: hangMs })
  const samples = page.run(useNewSamples)
  samples.set('one', one)
  samples.set('other', other)
  await parts.takes.trash([one])
  await vi.waitUntil(() => !samples.has('one'), { timeout: hangMs })
  expect([...samples]).toEqual([['other', other]])
})
