/** Grading the selected pictures: shown while a slider is dragged, one step of undo when it is let go. */
import type { Easing, PictureClip } from '#contract/sequence-document.ts'
import type { SequenceEdit, StepName } from '#contract/sequence-edits.ts'
import type { ClipId } from '#contract/words.ts'
import type { GradePreset } from '#rules/colour/presets.ts'
import type { ColourMotion } from '#rules/colour/properties.ts'
import type { Regraded } from '#rules/sequence/edit/grade-keys.ts'
import type { Editor } from '../use-editor.ts'
import type { ClipContext } from './clip-context.ts'
import type { GradeChange } from './use-lut-acts.ts'
import { computed } from 'vue'
import { gradeOf, isUnset } from '#rules/colour/grade.ts'
import { gradePresets } from '#rules/colour/presets.ts'
import { findClip } from '#rules/sequence/document.ts'
import { withGrade, withoutGrade } from '#rules/sequence/edit/grade-keys.ts'
import { withEasing, withKey, withoutKey, withoutKeys } from '#rules/sequence/edit/keys.ts'
import { gradeAt, hasColourKeys } from '#rules/sequence/graded.ts'
import { offsetAt } from '../preview/look.ts'
import { useLutActs } from './use-lut-acts.ts'

export function useColourActs(editor: Editor, { document, selected }: ClipContext) {
  /** Of unlocked tracks; titles have a style instead. */
  function picturesOf(ids: ReadonlySet<ClipId>): PictureClip[] {
    const now = document()
    return now
      ? [...ids].flatMap((id) => {
          const found = findClip(now, id)
          const hasColour = found && 'look' in found.clip && found.clip.title === null
          return hasColour && !found.track.isLocked && 'look' in found.clip ? [found.clip] : []
        })
      : []
  }
  const pictures = computed(() => picturesOf(selected()))
  /** The frame of a clip that is at the playhead. */
  const here = (clip: PictureClip): number => offsetAt(clip, editor.view.playhead.value)
  function editsOf(change: GradeChange, of: readonly PictureClip[] = pictures.value): SequenceEdit[] {
    return of.flatMap((clip): SequenceEdit[] => {
      const values = withGrade(clip, here(clip), change)
      return values ? [{ do: 'setPicture', clipIds: [clip.id], values }] : []
    })
  }
  function show(change: GradeChange | null): void {
    editor.isUngraded.value = false
    editor.sequence.show(change ? editsOf(change) : [])
  }
  function set(change: GradeChange, of?: readonly PictureClip[]): void {
    editor.isUngraded.value = false
    editor.sequence.show([])
    const edits = editsOf(change, of)
    if (edits.length > 0)
      editor.edit('grade', edits)
  }
  /** For those that are selected now, once what they get is there. */
  function setter(): (change: GradeChange) => boolean {
    const ids = selected()
    return (change) => {
      const of = picturesOf(ids)
      set(change, of)
      return of.length > 0
    }
  }
  function editAll(step: StepName, valuesOf: (clip: PictureClip) => Regraded): void {
    editor.edit(step, pictures.value.map((clip): SequenceEdit => ({ do: 'setPicture', clipIds: [clip.id], values: valuesOf(clip) })))
  }
  return {
    pictures,
    show,
    set,
    hasGrade: computed(() => pictures.value.some(clip => !isUnset(gradeOf(clip)) || hasColourKeys(clip))),
    reset: (): void => editAll('grade', withoutGrade),
    keys: {
      toggle: (motion: ColourMotion, isThere: boolean): void =>
        editAll('keys', clip => (isThere ? withoutKey : withKey)(clip, motion, here(clip))),
      ease: (motion: ColourMotion, easing: Easing): void => editAll('keys', clip => withEasing(clip, motion, here(clip), easing)),
      clear: (motion: ColourMotion): void => editAll('keys', clip => withoutKeys(clip, motion, here(clip))),
      go: (clip: PictureClip, offset: number): void => editor.seek(clip.start + offset),
    },
    /** A look-up table stays. */
    usePreset: (name: GradePreset): void => set(({ lut }) => ({ ...gradePresets[name], ...lut && { lut } })),
    luts: useLutActs(setter, clip => gradeAt(clip, here(clip))),
    /** Only the preview shows the pictures without their grades, until it is asked again. */
    toggleUngraded(): void {
      editor.isUngraded.value = !editor.isUngraded.value
    },
  }
}
