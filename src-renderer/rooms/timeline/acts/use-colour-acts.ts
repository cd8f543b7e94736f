/** Grading the selected pictures: shown while a slider is dragged, one step of undo when it is let go. */
import type { PictureClip } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { GradePreset } from '#rules/colour/presets.ts'
import type { Editor } from '../use-editor.ts'
import type { ClipContext } from './clip-context.ts'
import type { GradeChange } from './use-lut-acts.ts'
import { computed } from 'vue'
import { gradeOf, isUnset, neutralGrade } from '#rules/colour/grade.ts'
import { gradePresets } from '#rules/colour/presets.ts'
import { findClip } from '#rules/sequence/document.ts'
import { isNested } from '#rules/sequence/nested/nested-clips.ts'
import { useLutActs } from './use-lut-acts.ts'

export function useColourActs(editor: Editor, { document, selected }: ClipContext) {
  /** Those selected, of unlocked tracks; titles have a style instead. */
  const pictures = computed((): PictureClip[] => {
    const now = document()
    return now
      ? [...selected()].flatMap((id) => {
          const found = findClip(now, id)
          const hasColour = found && 'look' in found.clip && found.clip.title === null && !isNested(found.clip)
          return hasColour && !found.track.isLocked && 'look' in found.clip ? [found.clip] : []
        })
      : []
  })
  const editsOf = (change: GradeChange): SequenceEdit[] => pictures.value.flatMap((clip): SequenceEdit[] => {
    const grade = change(gradeOf(clip))
    return JSON.stringify(grade) === JSON.stringify(gradeOf(clip)) ? [] : [{ do: 'setPicture', clipIds: [clip.id], values: { grade } }]
  })
  function show(change: GradeChange | null): void {
    editor.isUngraded.value = false
    editor.sequence.show(change ? editsOf(change) : [])
  }
  function set(change: GradeChange): void {
    editor.isUngraded.value = false
    editor.sequence.show([])
    const edits = editsOf(change)
    if (edits.length > 0)
      editor.edit('grade', edits)
  }
  return {
    pictures,
    show,
    set,
    hasGrade: computed(() => pictures.value.some(clip => !isUnset(gradeOf(clip)))),
    reset: (): void => set(() => neutralGrade),
    /** A look-up table stays. */
    usePreset: (name: GradePreset): void => set(({ lut }) => ({ ...gradePresets[name], ...lut && { lut } })),
    luts: useLutActs(set),
    /** Only the preview shows the pictures without their grades, until it is asked again. */
    toggleUngraded(): void {
      editor.isUngraded.value = !editor.isUngraded.value
    },
  }
}
