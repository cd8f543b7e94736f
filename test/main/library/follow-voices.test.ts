/** The sample of an own voice in a whole studio: the newest of its takes that is not in the trash. */
import type { Voice } from '#contract/voices.ts'
import type { AccountId, JobId, ModelId, TakeId } from '#contract/words.ts'
import { it, vi } from 'vitest'
import { newId } from '../../../src-main/base/ids.ts'
import { hangMs } from '../../kit/hang.ts'
import { plainAsset, spokenTake } from '../../kit/library.ts'
import { openTestStudio } from '../../kit/studio.ts'

it('pages are told which take is its sample now when takes are filed, trashed and restored', async () => {
  const { parts, folder } = await openTestStudio()
  const place = { modelId: 'higgs2p5' as ModelId, accountId: newId<AccountId>() }
  const file = async (text: string, more: object = {}): Promise<TakeId> =>
    (await parts.takes.file(spokenTake(text, more), await plainAsset({ root: folder, assets: parts.assets } as never, text))).id
  const speak = (text: string): Promise<TakeId> => file(text, {
    ...{ modelId: place.modelId, voice: 'Linda' },
    request: { method: 'POST', path: '/', encoding: 'json', fields: { text, voice_id: 'id-1' }, body: '' },
  })
  const voice = await parts.voices.create({ takeId: await file('clip'), name: 'Linda', consent: 'My own.' })
  await parts.voices.noteRegistered({ voiceId: voice.id, ...place }, { registeredAs: 'id-1', jobId: newId<JobId>() })

  const stop = new AbortController()
  let told: Voice | undefined
  const following = (async () => {
    for await (const { changed } of parts.voices.changes(stop.signal))
      told = changed.at(-1) ?? told
  })()
  const sampleIs = (takeId: TakeId | null) => vi.waitUntil(() => told?.sampleTakeId === takeId, { timeout: hangMs })
  await sampleIs(null)
  const first = await speak('first')
  await sampleIs(first)
  const second = await speak('second')
  await sampleIs(second)
  await parts.takes.trash([second])
  await sampleIs(first)
  await parts.takes.trash([first])
  await sampleIs(null)
  await parts.takes.restore([second])
  await sampleIs(second)
  stop.abort()
  await following
})
