/** Nested sequences, for keys, palette, menus and the shelf: placing, opening, making and taking apart. */
import type { SequenceDocument } from '#contract/sequence-document.ts'
import type { SequenceSummary } from '#contract/sequences.ts'
import type { ClipId, SequenceId } from '#contract/words.ts'
import type { NestedClip } from '#rules/sequence/nested/nested-clips.ts'
import type { Spot } from '../acts/place-takes.ts'
import type { Editor } from '../use-editor.ts'
import type { Sequences } from '../use-sequences.ts'
import { computed, onScopeDispose, shallowRef } from 'vue'
import { findClip } from '#rules/sequence/document.ts'
import { EditRefusedError } from '#rules/sequence/edit/refused.ts'
import { makeNestedEdits } from '#rules/sequence/nested/make-nested.ts'
import { isNested, nestedClip } from '#rules/sequence/nested/nested-clips.ts'
import { lostApart, takeApartEdits } from '#rules/sequence/nested/take-apart.ts'
import { useNotices } from '../../../actions/notices.ts'
import { firstState } from '../../../stores/first-state.ts'
import { attempt, studio } from '../../../studio.ts'
import { useTexts } from '../../../texts/texts.ts'
import { randomId } from '../../../wire/random-id.ts'
import { placePieces } from '../acts/place-takes.ts'
import { freeName } from '../top/sequence-names.ts'
import { selectOnly } from '../view/selection.ts'

/** On the first revision, which a copy has. */
const asCopied = { baseRevision: 1, name: 'nest' } as const

/** Whether it is this sequence, or has it as a clip, however many others are between. */
function contains(
  all: readonly SequenceSummary[],
  id: SequenceId,
  wanted: SequenceId,
  seen: ReadonlySet<SequenceId> = new Set(),
): boolean {
  if (id === wanted)
    return true
  const inner = all.find(one => one.id === id)?.nestedIds ?? []
  return !seen.has(id) && inner.some(each => contains(all, each, wanted, new Set([...seen, id])))
}

export function useNestedActs(editor: Editor, sequences: Sequences) {
  const t = useTexts()
  const notices = useNotices()
  const isShelfOpen = shallowRef(false)
  const isMaking = shallowRef(false)
  const closing = new AbortController()
  onScopeDispose(() => closing.abort())

  /** The clip of a sequence that is selected last. */
  const chosen = computed((): NestedClip | null => {
    const { settled } = editor.sequence
    const { at } = editor.view.selection.value
    const found = settled && at ? findClip(settled, at) : null
    return found && isNested(found.clip) ? found.clip : null
  })
  /** Those that can be placed come first. */
  const others = computed(() => sequences.all.value
    .filter(one => one.id !== editor.sequenceId && one.problem === null && one.clipCount > 0)
    .map(one => ({ one, isAround: contains(sequences.all.value, one.id, editor.sequenceId) }))
    .sort((a, b) => Number(a.isAround) - Number(b.isAround)))

  async function read(id: SequenceId): Promise<SequenceDocument | null> {
    const { value, fault } = await attempt(firstState(id, closing.signal))
    if (closing.signal.aborted)
      return null
    if (fault)
      notices.fault(fault)
    return value ?? null
  }
  /** The edits say why where they are refused. */
  function orSay<Result>(make: () => Result): Result | null {
    try {
      return make()
    }
    catch (error) {
      if (!(error instanceof EditRefusedError))
        throw error
      notices.say(t => t.faults.refusal(error.because), { tone: 'bad' })
      return null
    }
  }
  async function place(id: SequenceId, spot: Spot): Promise<void> {
    const inner = await read(id)
    const now = inner && editor.settledOrSay()
    if (!inner || !now)
      return
    const clip = nestedClip(inner, { id: randomId<ClipId>(), sequenceId: id, start: spot.frame, rate: now.rate })
    if (!clip)
      return void notices.say(t => t.timeline.insertSequence.nothing(inner.name))
    const edits = placePieces({ document: now, newId: randomId }, [{ kind: 'pictures', clip }], spot).edits
    editor.edit('place', edits, selectOnly(clip.id))
  }

  const openMade = (id: SequenceId): void => sequences.openInner(id)

  return {
    isShelfOpen,
    others,
    chosen,
    place,
    /** At the playhead; what follows moves back. */
    insert: (id: SequenceId) => place(id, { frame: editor.view.playhead.value, how: 'insert' }),
    open(id: SequenceId): void {
      if (editor.inner.isMissing(id))
        notices.say(t => t.timeline.nested.missing, { tone: 'bad' })
      else
        sequences.openInner(id)
    },
    /** The sequences that it is a clip of. */
    around: computed(() => sequences.all.value.filter(one => one.nestedIds.includes(editor.sequenceId))),
    openAround: (id: SequenceId) => sequences.open(id),
    hasOuter: () => sequences.outer.value !== null,
    openOuter: () => sequences.openOuter(),
    mayNest: () => editor.view.selection.value.ids.size > 0 && !isMaking.value,
    /** One step here. The new sequence begins as a copy, so that its tracks play as they do here. */
    async makeNested(): Promise<void> {
      const now = editor.sequence.settled
      const [sequenceId, name] = [randomId<SequenceId>(), freeName(t.value.timeline.nested.name, sequences.all.value.map(one => one.name))]
      const wish = { clipIds: editor.view.selection.value.ids, sequenceId, name, newId: randomId }
      const first = now && makeNestedEdits(now, wish)
      if (!first)
        return void notices.say(t => t.timeline.nested.nothing, { tone: 'bad' })
      isMaking.value = true
      await editor.sequence.whenSent()
      const { width, height } = now
      const copy = await attempt(studio.sequences.duplicate({ sequenceId: editor.sequenceId, newId: sequenceId, name, width, height }))
      const made = copy.fault ? copy : await attempt(studio.sequences.edit({ sequenceId, ...asCopied, edits: first.inner }))
      if (made.fault)
        notices.fault(made.fault)
      // Others may have edited meanwhile: then what is refused is told.
      const isPlaced = !made.fault && editor.edit('nest', first.outer, selectOnly(first.clipId))
      // Another try gets a new one: a copy that nothing shows would be one too many.
      const gone = isPlaced || copy.fault ? null : await attempt(studio.sequences.trash({ sequenceId }))
      isMaking.value = false
      if (gone?.fault)
        notices.fault(gone.fault)
      if (isPlaced)
        notices.say(t => t.timeline.nested.made(name), { act: { label: t => t.timeline.nested.open, run: () => openMade(sequenceId) } })
    },
    async takeApart(): Promise<void> {
      const clip = chosen.value
      const inner = clip && await read(clip.nested.sequenceId)
      const now = inner && editor.settledOrSay()
      if (!clip || !inner || !now)
        return
      const apart = orSay(() => takeApartEdits(now, clip.id, inner, randomId))
      const isDone = apart && editor.edit('take-apart', apart.edits, selectOnly(...apart.clipIds))
      const lost = lostApart(clip, inner)
      if (isDone && lost.length > 0) {
        notices.say(({ timeline: { nested, attributes, reframe } }) => {
          const names = { ...attributes.names, speed: nested.backwards, backdrop: reframe.ways.blur, pitch: nested.pitch }
          return nested.lost(lost.map(name => names[name]))
        })
      }
    },
  }
}
export type NestedActs = ReturnType<typeof useNestedActs>
