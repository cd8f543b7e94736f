/** The sequence that Deliver shows is brought up to date with the script, not one that is chosen while its last steps are sent. */
import type { SequenceId } from '#contract/words.ts'
import { expect, it, vi } from 'vitest'
import { useLayout } from '../../../src-renderer/rooms/deliver/use-layout.ts'
import { useProject } from '../../../src-renderer/stores/project.ts'
import { useSequence } from '../../../src-renderer/stores/sequence.ts'
import { openPage } from '../../kit/page-wire.ts'
import { storeSequence } from '../../kit/sequences.ts'
import { openTestStudio } from '../../kit/studio.ts'

vi.mock('../../../src-renderer/wire/open-wire.ts', () => import('../../kit/page-wire.ts'))

it('another sequence that is chosen in the meantime stays as it is', async () => {
  const goOn = Promise.withResolvers<void>()
  const { parts, handlers, ...studio } = await openTestStudio()
  const { id: projectId } = await parts.projects.create('Harbour')
  const [{ id }, { id: otherId }] = [await storeSequence(parts.sequences, projectId), await storeSequence(parts.sequences, projectId)]
  const assembled: SequenceId[] = []
  const page = openPage({ ...studio, handlers: { ...handlers, sequences: {
    ...handlers.sequences,
    async edit(...asked) {
      await goOn.promise
      return handlers.sequences.edit(...asked)
    },
    assemble(...asked) {
      assembled.push(asked[0].sequenceId)
      return handlers.sequences.assemble(...asked)
    },
  } } })
  const sequence = useSequence()
  page.run(() => useProject().open(projectId))
  const layout = page.run(() => useLayout(() => projectId, () => ({ width: 640, height: 360 })))
  layout.choose(id)
  sequence.open(id)
  await expect.poll(() => [layout.sequence.value?.id, layout.isEdited.value, sequence.settled !== null]).toEqual([id, true, true])
  sequence.edit('sequence', [{ do: 'setSequence', values: { name: 'Main' } }])
  const done = layout.again()
  layout.choose(otherId)
  await expect.poll(() => layout.sequence.value?.id).toBe(otherId)
  goOn.resolve()
  await done
  expect(assembled).toEqual([id])
})
