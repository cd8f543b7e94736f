/** A take of the trash is deleted for good: what stands in for it stays, in the library and on the pages. */
import type { TrashRef } from '#contract/trash.ts'
import { expect, it, vi } from 'vitest'
import { fingerprint } from '../../../src-main/script/stale.ts'
import { hangMs } from '../../kit/hang.ts'
import { plainAsset, spokenTake } from '../../kit/library.ts'
import { openTestStudio } from '../../kit/studio.ts'

const call = { signal: new AbortController().signal, origin: 'page' } as const

it('a line uses the take that stood in for it, and a look is without its reference', async () => {
  const { parts, handlers, folder } = await openTestStudio()
  const { id: projectId } = await parts.projects.create('Harbour')
  const casting = { speaker: 'ANN', modelId: parts.models.all().find(model => model.kind === 'speech')!.id, voiceId: null, fields: {} }
  await parts.script.cast(projectId, casting)
  const [line] = await parts.script.add(projectId, null, [{ speaker: 'ANN', text: 'Yes.', direction: '' }])
  const madeFrom = fingerprint({ text: 'Yes.', direction: '', modelId: casting.modelId, voiceId: null, voiceFields: {} })
  const file = async (content: string, more: object) => parts.takes.file(
    spokenTake('Yes.', { projectId, isPractice: false, ...more }),
    await plainAsset({ root: folder, assets: parts.assets } as never, content),
  )
  const first = await file('first', { lineId: line!.id, madeFrom })
  const second = await file('second', { lineId: line!.id, madeFrom })
  const picture = await file('picture', { kind: 'image', medium: 'picture' })
  await parts.script.choose(line!.id, first.id)
  await parts.storyboard.setLook(projectId, { referenceTakeId: picture.id })

  const stop = new AbortController()
  let reference: string | null | undefined
  const following = (async () => {
    for await (const { changed } of parts.storyboard.lookChanges(projectId, stop.signal))
      reference = changed.at(-1)?.referenceTakeId
  })()
  await vi.waitUntil(() => reference === picture.id, { timeout: hangMs })
  const items: TrashRef[] = [first.id, picture.id].map(id => ({ kind: 'take', id }))
  await parts.takes.trash([first.id, picture.id])
  await handlers.trash.purge({ items }, call)
  await vi.waitUntil(() => reference === null, { timeout: hangMs })
  expect(await parts.script.lines(projectId)).toMatchObject([{ chosenTakeId: second.id, state: 'made' }])
  expect(await parts.script.chosenTakes()).toEqual(new Map([[line!.id, second.id]]))
  stop.abort()
  await following
})
