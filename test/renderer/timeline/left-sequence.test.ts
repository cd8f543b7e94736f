/** What was asked for in a sequence is not carried out in the one that is open by the time that it can be; with a real studio. */
import type { SoundClip } from '#contract/sequence-document.ts'
import type { SequenceId } from '#contract/words.ts'
import type { Editor } from '../../../src-renderer/rooms/timeline/use-editor.ts'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createRenderer } from 'vue'
import { clipsOf, tracksOf } from '#rules/sequence/document.ts'
import { newId } from '../../../src-main/base/ids.ts'
import { useNotices } from '../../../src-renderer/actions/notices.ts'
import { useClipTakes } from '../../../src-renderer/rooms/timeline/acts/use-clip-takes.ts'
import { usePlaceTakes } from '../../../src-renderer/rooms/timeline/acts/use-place-takes.ts'
import { provideEditor } from '../../../src-renderer/rooms/timeline/use-editor.ts'
import { useProject } from '../../../src-renderer/stores/project.ts'
import { useSequence } from '../../../src-renderer/stores/sequence.ts'
import { en } from '../../../src-renderer/texts/en/index.ts'
import { spokenTake } from '../../kit/library.ts'
import { openPage } from '../../kit/page-wire.ts'
import { storeSequence } from '../../kit/sequences.ts'
import { openTestStudio } from '../../kit/studio.ts'

vi.mock('../../../src-renderer/wire/open-wire.ts', () => import('../../kit/page-wire.ts'))

/** Draws nothing: an editor provides itself, which only a component can do. */
const { createApp } = createRenderer<object, object>({
  createElement: () => ({}),
  createText: () => ({}),
  createComment: () => ({}),
  insert: () => {},
  remove: () => {},
  patchProp: () => {},
  setText: () => {},
  setElementText: () => {},
  parentNode: () => null,
  nextSibling: () => null,
})

/** A sequence with a spoken take, and its duplicate with clips of the same ids. The first is open in an editor, the other was open before. */
async function open() {
  const { parts, ...studio } = await openTestStudio()
  const { id: projectId } = await parts.projects.create('Tides')
  async function spoken(text: string) {
    const asset = await parts.assets.adoptText(text, { mime: 'audio/wav', extension: 'wav' })
    return parts.takes.file(spokenTake(text, { projectId }), { ...asset, durationSeconds: 2 })
  }
  const [first, second] = [await spoken('The bay.'), await spoken('The other bay.')]
  const { id } = await storeSequence(parts.sequences, projectId, { spoken: [{ takeId: first.id }] })
  const otherId = newId<SequenceId>()
  await parts.sequences.duplicate(id, { sequenceId: otherId, name: 'Copy', width: 640, height: 360, pictures: 'fill' })
  const page = openPage(studio)
  const [project, sequence, notices] = [useProject(), useSequence(), useNotices()]
  project.open(projectId)
  for (const each of [otherId, id]) {
    sequence.open(each)
    await expect.poll(() => sequence.settled).not.toBeNull()
  }
  const made: Editor[] = []
  const app = page.run(() => createApp({
    setup() {
      made.push(provideEditor(projectId, id))
      return () => null
    },
  }))
  app.mount({})
  onTestFinished(() => app.unmount())
  const [editor] = made as [Editor]
  async function heard() {
    await sequence.whenSent()
    const all = await Promise.all([id, otherId].map(each => parts.sequences.get(each)))
    return all.map(one => tracksOf(one).flatMap(track => clipsOf(track)).flatMap(clip => 'takeId' in clip ? clip.takeId : []))
  }
  const document = () => editor.sequence.settled
  return {
    ...{ editor, sequence, otherId, first, second, heard },
    placing: page.run(() => usePlaceTakes(editor)),
    takes: page.run(() => useClipTakes(editor, { document, selected: () => new Set(), at: { value: null } } as never)),
    clip: () => tracksOf(editor.document.value!).flatMap(track => clipsOf(track)).find((clip): clip is SoundClip => 'points' in clip)!,
    said: () => notices.shown.map(({ text }) => text(en)),
  }
}

it('takes that were loaded or uploaded too late are on no track, and the person is told where they are', async () => {
  const { placing, sequence, otherId, first, second, heard, said } = await open()
  const placed = placing.placeById([second.id], { frame: 90, how: 'insert' })
  sequence.open(otherId)
  await placed
  expect(said()).toEqual([en.timeline.closed.takes(1, 'The other bay.')])
  expect(await heard()).toEqual([[first.id], [first.id]])
})

it('another take of a clip is not given to a clip with the same id', async () => {
  const { takes, clip, sequence, otherId, first, second, heard, said } = await open()
  const swapped = takes.swap(clip(), second.id)
  sequence.open(otherId)
  await swapped
  expect(said()).toEqual([en.timeline.closed.edit])
  expect(await heard()).toEqual([[first.id], [first.id]])
})

it('edits that were worked out before are refused, also where no sequence is open by then', async () => {
  const { editor, sequence, otherId, first, heard, said } = await open()
  const edits = [{ do: 'setSequence', values: { outFrame: 3 } }] as const
  sequence.open(otherId)
  expect([editor.edit('sequence', edits), editor.sequence.settled, editor.sequence.undoable]).toEqual([false, null, null])
  sequence.open(null)
  expect(editor.edit('sequence', edits)).toBe(false)
  expect(said()).toEqual([en.timeline.closed.edit, en.timeline.closed.edit])
  expect(await heard()).toEqual([[first.id], [first.id]])
})

it('as long as it is open, or open again, they are carried out', async () => {
  const { placing, editor, sequence, otherId, first, second, heard } = await open()
  const placed = placing.placeById([second.id], { frame: 90, how: 'free' })
  sequence.open(otherId)
  sequence.open(editor.sequenceId)
  await placed
  expect(await heard()).toEqual([[first.id, second.id], [first.id]])
})
