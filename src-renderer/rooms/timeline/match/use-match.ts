/** Matches the colours of the selected shots to another one: that is chosen, the result is looked at with more or less of it, and kept in one step. */
import type { Grade } from '#contract/grade.ts'
import type { PictureClip } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { ClipId } from '#contract/words.ts'
import type { Samples } from '../../../player/preview/samples.ts'
import type { ClipActs } from '../acts/use-clip-acts.ts'
import type { Editor } from '../use-editor.ts'
import type { Offer } from './references.ts'
import { computed, onScopeDispose, shallowRef, watch } from 'vue'
import { blended } from '#rules/colour/match.ts'
import { findClip, tracksOf } from '#rules/sequence/document.ts'
import { withGrade } from '#rules/sequence/edit/grade-keys.ts'
import { gradeAt } from '#rules/sequence/graded.ts'
import { usePreviewSources } from '../../../parts/preview/use-preview-sources.ts'
import { matchedGrades } from '../../../player/preview/match.ts'
import { createSamples } from '../../../player/preview/samples.ts'
import { offsetAt } from '../preview/look.ts'
import { isShot, offeredShots } from './references.ts'

interface Compared { readonly grade: Grade, readonly matched: Grade }
export type MatchState
  = { readonly is: 'choosing' }
    | { readonly is: 'comparing', readonly reference: PictureClip }
    | { readonly is: 'matched', readonly reference: PictureClip, readonly shots: ReadonlyMap<ClipId, Compared> }

export function useMatch(editor: Editor, clips: Pick<ClipActs, 'colour'>) {
  const { sequence, source, view } = editor
  const targets = shallowRef<ReadonlySet<ClipId>>(new Set())
  /** Null while nothing is matched. */
  const state = shallowRef<MatchState | null>(null)
  /** From 0 to 1. */
  const strength = shallowRef(1)
  let samples: Samples | null = null
  const { sourceOf, lutTextOf } = usePreviewSources(() => samples?.refresh())

  /** What changes within a clip is compared, and set, as it is at the playhead. */
  const here = (clip: PictureClip): number => offsetAt(clip, view.playhead.value)
  const gradeNow = (clip: PictureClip): Grade => gradeAt(clip, here(clip))
  const shotsNow = (): PictureClip[] => [...targets.value].flatMap((id) => {
    const found = sequence.settled && findClip(sequence.settled, id)
    return found && isShot(found.clip) && !found.track.isLocked ? [found.clip] : []
  })
  /** Its part between in and out. */
  const inSource = computed((): PictureClip | null => {
    const shown = source.document.value
    const clip = shown && tracksOf(shown).flatMap(track => Object.values(track.clips)).find(isShot)
    const { from, length } = source.part.value
    return clip && clip.sourceLength !== null ? { ...clip, in: clip.in + from, length } : clip ?? null
  })
  const offers = computed((): Offer[] => editor.document.value && state.value
    ? offeredShots(editor.document.value, { targets: targets.value, frame: view.playhead.value, source: inSource.value })
    : [])

  function endSampling(): void {
    samples?.close()
    samples = null
  }
  function leave(): void {
    endSampling()
    editor.pick.value = null
    if (state.value?.is === 'matched')
      sequence.show([])
    state.value = null
  }
  function choose(): void {
    endSampling()
    if (state.value?.is === 'matched')
      sequence.show([])
    state.value = { is: 'choosing' }
    editor.pick.value = pick
  }
  function pick(id: ClipId): void {
    const clip = sequence.settled && findClip(sequence.settled, id)?.clip
    if (!clip || !isShot(clip))
      return void editor.hint(t => t.grading.match.noShot)
    if (targets.value.has(id))
      return void editor.hint(t => t.grading.match.itself)
    void compare(clip)
  }
  async function compare(reference: PictureClip): Promise<void> {
    const shots = shotsNow()
    endSampling()
    const mine = createSamples(sourceOf)
    samples = mine
    editor.pick.value = null
    state.value = { is: 'comparing', reference }
    const found = await matchedGrades(shots, reference, { samples: mine, lutTextOf, rate: editor.rate.value, gradeNow })
    // It was left, or another one was chosen.
    if (samples !== mine)
      return
    endSampling()
    if (found === null) {
      editor.say(t => t.grading.match.notSeen, { tone: 'bad' })
      return choose()
    }
    strength.value = 1
    state.value = {
      is: 'matched',
      reference,
      shots: new Map(shots.map((shot, at) => [shot.id, { grade: gradeNow(shot), matched: found[at]! }])),
    }
    show(1)
  }

  function editsAt(share: number): SequenceEdit[] {
    const { value: now } = state
    return now?.is === 'matched'
      ? shotsNow().flatMap((clip): SequenceEdit[] => {
          const compared = now.shots.get(clip.id)
          const grade = compared && blended(compared.grade, compared.matched, share)
          const values = grade && withGrade(clip, here(clip), () => grade)
          return values ? [{ do: 'setPicture', clipIds: [clip.id], values }] : []
        })
      : []
  }
  function show(share: number): void {
    editor.isUngraded.value = false
    sequence.show(editsAt(share))
  }
  // Another edit shows the sequence as it is.
  watch([() => sequence.settled, editor.isGesturing], ([, gestures]) => {
    if (state.value?.is === 'matched' && !gestures)
      show(strength.value)
  })
  // All of them were removed.
  watch(() => state.value !== null && shotsNow().length === 0, isGone => isGone && leave())
  onScopeDispose(leave)

  return {
    state,
    targets,
    strength,
    offers,
    mayStart: (): boolean => clips.colour.pictures.value.some(isShot),
    start(): void {
      targets.value = new Set(clips.colour.pictures.value.filter(isShot).map(({ id }) => id))
      if (targets.value.size > 0)
        choose()
    },
    choose,
    compare,
    leave,
    show,
    setStrength(share: number): void {
      strength.value = share
      show(share)
    },
    /** One step. */
    apply(): void {
      const edits = editsAt(strength.value)
      leave()
      if (edits.length > 0)
        editor.edit('grade', edits)
    },
  }
}
export type MatchActs = ReturnType<typeof useMatch>
