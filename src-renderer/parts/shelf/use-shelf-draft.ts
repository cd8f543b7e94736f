/** What is being written in the form of a shelf entry, from what it began, and saving it. */
import type { NewShelfEntry, ShelfEntry, ShelfKind } from '#contract/shelf.ts'
import type { ProjectId, ShelfEntryId, TakeId } from '#contract/words.ts'
import type { AnyFault } from '../../studio.ts'
import { computed, reactive, shallowReadonly, shallowRef, watch } from 'vue'
import { ShelfName } from '#contract/shelf.ts'
import { wordsLeftOut, wordsOfLines } from '#rules/shelf/shelf-csv.ts'
import { randomId } from '../../wire/random-id.ts'

export function useShelfDraft({ entry, projectId, save }: {
  /** Undefined for a new one. */
  entry: () => ShelfEntry | undefined
  projectId: () => ProjectId | null
  save: (entry: NewShelfEntry, before: ShelfEntry | undefined) => Promise<AnyFault | null>
}) {
  const isSaving = shallowRef(false)
  const fault = shallowRef<AnyFault | null>(null)
  const freshId = randomId<ShelfEntryId>()
  /** What the person sees and changes began from this. */
  let before = entry()

  function draftOf(stored: ShelfEntry | undefined) {
    return {
      kind: stored?.kind ?? 'prompt' as ShelfKind,
      name: stored?.name ?? '',
      text: stored?.kind === 'wildcard' ? stored.words.join('\n') : stored?.text ?? '',
      takeIds: (stored?.takeIds ?? []) as readonly TakeId[],
      isOfProject: stored ? stored.projectId !== null : projectId() !== null,
    }
  }
  const draft = reactive(draftOf(before))
  const isChanged = computed(() => JSON.stringify(draft) !== JSON.stringify(draftOf(entry())))
  // A change from elsewhere is shown, unless something is being changed here: then saving tells of it.
  watch(entry, (now, former) => {
    if (JSON.stringify(draft) !== JSON.stringify(draftOf(former)))
      return
    before = now
    Object.assign(draft, draftOf(now))
  })
  watch(draft, () => {
    fault.value = null
  })

  const name = computed(() => draft.name.trim().replace(/^@/, ''))
  const isNamed = computed(() => ShelfName.safeParse(name.value).success)
  const hasImages = computed(() => draft.kind === 'look' || draft.kind === 'character')
  const isWhole = computed(() => isNamed.value && (draft.kind === 'character' || draft.text.trim() !== ''))

  function entryOf(): NewShelfEntry {
    const isWildcard = draft.kind === 'wildcard'
    return {
      id: before?.id ?? freshId,
      projectId: draft.isOfProject ? before?.projectId ?? projectId() : null,
      kind: draft.kind,
      name: name.value,
      text: isWildcard ? '' : draft.text.trim(),
      words: isWildcard ? wordsOfLines(draft.text) : [],
      takeIds: hasImages.value ? [...draft.takeIds] : [],
    }
  }

  return {
    draft,
    fault: shallowReadonly(fault),
    isSaving: shallowReadonly(isSaving),
    isChanged,
    name,
    isNamed,
    hasImages,
    isWhole,
    entryOf,
    /** How many words of a wildcard are not kept. */
    leftOut: computed(() => draft.kind === 'wildcard' ? wordsLeftOut(draft.text) : 0),
    async save(): Promise<boolean> {
      if (!isWhole.value || isSaving.value)
        return false
      const [saved, typed] = [entryOf(), JSON.stringify(draft)]
      isSaving.value = true
      fault.value = await save(saved, before)
      isSaving.value = false
      if (fault.value)
        return false
      before = { ...saved, stills: [] }
      // Kept without blank lines, for example: what is shown is what was kept, or it would seem to be unsaved.
      if (JSON.stringify(draft) === typed)
        Object.assign(draft, draftOf(before))
      return true
    },
  }
}
