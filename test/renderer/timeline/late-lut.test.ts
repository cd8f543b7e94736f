/** A look-up table is applied to the clips that were selected when it was brought, not to those that are by the time it is imported. */
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { ClipId } from '#contract/words.ts'
import type { Editor } from '../../../src-renderer/rooms/timeline/use-editor.ts'
import { expect, it, vi } from 'vitest'
import { computed, shallowRef } from 'vue'
import { clipsOf, findClip, tracksOf } from '#rules/sequence/document.ts'
import { useNotices } from '../../../src-renderer/actions/notices.ts'
import { useColourActs } from '../../../src-renderer/rooms/timeline/acts/use-colour-acts.ts'
import { tryEdits } from '../../../src-renderer/stores/pending-edits.ts'
import { en } from '../../../src-renderer/texts/en/index.ts'
import { openPage } from '../../kit/page-wire.ts'
import { clipId, documentOf, picture, pictureTrack } from '../../kit/sequence.ts'
import { openTestStudio } from '../../kit/studio.ts'
import { lutTexts } from '../../kit/truth/luts.ts'

vi.mock('../../../src-renderer/wire/open-wire.ts', () => import('../../kit/page-wire.ts'))

async function open() {
  const [importing, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const { handlers, ...studio } = await openTestStudio()
  const page = openPage({ ...studio, handlers: { ...handlers, luts: {
    ...handlers.luts,
    async import(...asked) {
      importing.resolve()
      await goOn.promise
      return handlers.luts.import(...asked)
    },
  } } })
  const now = shallowRef(documentOf(pictureTrack(10, [picture(1, 0, 60), picture(2, 90, 60)])))
  function edit(edits: readonly SequenceEdit[]): boolean {
    now.value = tryEdits(now.value, edits).document ?? now.value
    return true
  }
  const editor = {
    edit: (_name: string, edits: readonly SequenceEdit[]) => edit(edits),
    sequence: { show: () => null },
    view: { playhead: shallowRef(0) },
    isUngraded: shallowRef(false),
  } as unknown as Editor // what grading uses of it
  const selected = shallowRef<ReadonlySet<ClipId>>(new Set([clipId(1)]))
  const acts = page.run(() => useColourActs(editor, {
    document: () => now.value,
    withDocument: act => act(now.value),
    selected: () => selected.value,
    at: computed(() => findClip(now.value, clipId(1))),
    remove: () => {},
  }))
  const notices = useNotices()
  return {
    ...{ acts, edit, selected, importing, goOn },
    bring: () => acts.luts.importFiles([new File([lutTexts['teal.cube']!.text], 'teal.cube')]),
    graded: () => tracksOf(now.value).flatMap(track => clipsOf(track)).flatMap(clip => 'look' in clip && clip.grade?.lut ? clip.id : []),
    said: () => notices.shown.map(({ text }) => text(en)),
  }
}

it('is applied to the clip that it was brought for', async () => {
  const { bring, selected, importing, goOn, graded, said } = await open()
  const brought = bring()
  await importing.promise
  selected.value = new Set([clipId(2)])
  goOn.resolve()
  await brought
  expect([graded(), said()]).toEqual([[clipId(1)], [en.grading.luts.added(1)]])
})

it('is applied to none where that clip was removed, which is told', async () => {
  const { bring, edit, selected, importing, goOn, graded, said } = await open()
  const brought = bring()
  await importing.promise
  edit([{ do: 'remove', clipIds: [clipId(1)], closesGap: false }])
  selected.value = new Set([clipId(2)])
  goOn.resolve()
  await brought
  expect([graded(), said()]).toEqual([[], [en.grading.luts.addedOnly(1)]])
})
