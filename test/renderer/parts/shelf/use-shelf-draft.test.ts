/** The form of a shelf entry: what was saved is not called unsaved, and what is typed while it is being saved stays. */
import type { NewShelfEntry, ShelfEntry } from '#contract/shelf.ts'
import type { ShelfEntryId } from '#contract/words.ts'
import { expect, it } from 'vitest'
import { effectScope, nextTick, shallowRef } from 'vue'
import { newId } from '../../../../src-main/base/ids.ts'
import { useShelfDraft } from '../../../../src-renderer/parts/shelf/use-shelf-draft.ts'

function open(more: Partial<ShelfEntry> = {}) {
  const entry = shallowRef<ShelfEntry>({
    ...{ id: newId<ShelfEntryId>(), projectId: null, kind: 'wildcard', name: 'colour', text: '', words: ['red'], takeIds: [], stills: [] },
    ...more,
  })
  const saved: { entry: NewShelfEntry, before: ShelfEntry | undefined }[] = []
  let meanwhile = (): void => {}
  const form = effectScope().run(() => useShelfDraft({
    entry: () => entry.value,
    projectId: () => null,
    async save(wanted, before) {
      saved.push({ entry: wanted, before })
      meanwhile()
      entry.value = { ...wanted, stills: [] }
      await nextTick()
      return null
    },
  }))!
  return { form, saved, entry, during: (work: () => void): void => void (meanwhile = work) }
}

it('shows what was kept of it: without blank lines, spaces and what a kind does not have', async () => {
  const { form, saved } = open()
  form.draft.text = ' red \n\n blue\n'
  form.draft.name = '@colour '
  expect(form.isChanged.value).toBe(true)
  expect(await form.save()).toBe(true)
  expect(form.isChanged.value).toBe(false)
  expect(form.draft).toMatchObject({ text: 'red\nblue', name: 'colour' })
  form.draft.text = 'red\nblue\ngreen'
  await form.save()
  expect(saved[1]).toMatchObject({ before: { words: ['red', 'blue'] }, entry: { words: ['red', 'blue', 'green'] } })
})

it('keeps what is typed while it is being saved, which is unsaved then', async () => {
  const { form, during } = open()
  form.draft.text = 'blue '
  during(() => void (form.draft.text = 'blue and'))
  await form.save()
  expect(form.draft.text).toBe('blue and')
  expect(form.isChanged.value).toBe(true)
})

it('says how many words of a wildcard are left out', () => {
  const { form } = open()
  form.draft.text = Array.from({ length: 1002 }, (_, at) => `w${at}`).join('\n')
  expect(form.leftOut.value).toBe(2)
  form.draft.kind = 'prompt'
  expect(form.leftOut.value).toBe(0)
})
