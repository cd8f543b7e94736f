/** Clips become a sequence of their own, whole or not at all: what failed leaves no sequence that nothing shows; with a real studio. */
import type { Editor } from '../../../src-renderer/rooms/timeline/use-editor.ts'
import { expect, it, vi } from 'vitest'
import { Fault } from '#contract/faults.ts'
import { clipsOf, tracksOf } from '#rules/sequence/document.ts'
import { useNestedActs } from '../../../src-renderer/rooms/timeline/nested/use-nested-acts.ts'
import { provideEditor } from '../../../src-renderer/rooms/timeline/use-editor.ts'
import { useSequences } from '../../../src-renderer/rooms/timeline/use-sequences.ts'
import { useProject } from '../../../src-renderer/stores/project.ts'
import { useSequence } from '../../../src-renderer/stores/sequence.ts'
import { spokenTake } from '../../kit/library.ts'
import { openPage } from '../../kit/page-wire.ts'
import { storeSequence } from '../../kit/sequences.ts'
import { setUp } from '../../kit/set-up.ts'
import { openTestStudio } from '../../kit/studio.ts'

vi.mock('../../../src-renderer/wire/open-wire.ts', () => import('../../kit/page-wire.ts'))

it('a copy that could not be made into the inner sequence goes to the trash', async () => {
  const { handlers, parts, ...studio } = await openTestStudio()
  const { id: projectId } = await parts.projects.create('Tides')
  const asset = await parts.assets.adoptText('The bay.', { mime: 'audio/wav', extension: 'wav' })
  const take = await parts.takes.file(spokenTake('The bay.', { projectId }), { ...asset, durationSeconds: 2 })
  const { id } = await storeSequence(parts.sequences, projectId, { spoken: [{ takeId: take.id }] })
  let isRefused = true
  const page = openPage({ ...studio, handlers: {
    ...handlers,
    sequences: {
      ...handlers.sequences,
      async edit(...asked) {
        if (isRefused)
          throw new Fault('library-read-only', { trouble: 'damaged' })
        return handlers.sequences.edit(...asked)
      },
    },
  } })
  const { project, sequence } = page.run(() => ({ project: useProject(), sequence: useSequence() }))
  project.open(projectId)
  sequence.open(id)
  await expect.poll(() => sequence.settled).not.toBeNull()
  const sequences = page.run(() => useSequences(projectId))
  await expect.poll(() => sequences.all.value.length).toBe(1)
  const { editor } = setUp<{ editor: Editor }>(page, { setup: () => ({ editor: provideEditor(projectId, id) }) }, {})
  const { makeNested } = page.run(() => useNestedActs(editor, sequences))
  const clips = tracksOf(sequence.settled!).flatMap(track => clipsOf(track))
  editor.view.selection.value = { ids: new Set(clips.map(clip => clip.id)), at: clips[0]!.id }
  await makeNested()
  await expect.poll(() => sequences.all.value.map(one => one.id), { message: 'nothing but the film' }).toEqual([id])
  isRefused = false
  await makeNested()
  await sequence.whenSent()
  await expect.poll(() => sequences.all.value.length).toBe(2)
  expect(sequences.all.value.find(one => one.id === id)?.nestedIds).toHaveLength(1)
})
