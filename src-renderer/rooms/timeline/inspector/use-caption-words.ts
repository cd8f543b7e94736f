/** When the words of a caption track are said: asks for it, and gives the edits that put it into the captions. */
import type { ComputedRef } from 'vue'
import type { CaptionTrack } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { TakeId } from '#contract/words.ts'
import type { SaidWords } from '#rules/sequence/words/caption-marks.ts'
import type { Editor } from '../use-editor.ts'
import { computed, watch } from 'vue'
import { tracksBeside } from '#rules/captions/together.ts'
import { clipsOf, tracksOf } from '#rules/sequence/document.ts'
import { markEdits, takesUnder } from '#rules/sequence/words/caption-marks.ts'
import { useTakes } from '../../../stores/takes.ts'
import { useWordTimes } from '../../../stores/word-times.ts'

/** As many as are asked for at once. */
const mostAtOnce = 500

export interface CaptionWords {
  /** Empty where the captions have all that is known. */
  edits: ComputedRef<readonly SequenceEdit[]>
  isFinding: ComputedRef<boolean>
  /** Captions with times, of all. */
  counted: ComputedRef<{ readonly known: number, readonly all: number }>
}

/** Of the track, and of those that are shown with it. */
export function useCaptionWords(editor: Editor, track: () => CaptionTrack): CaptionWords {
  const [takes, times] = [useTakes(), useWordTimes()]
  const tracks = computed(() => {
    const { settled } = editor.sequence
    const all = settled ? tracksOf(settled).filter(each => each.kind === 'captions') : []
    const own = all.find(({ id }) => id === track().id)
    return own ? [own, ...tracksBeside(all, own)] : []
  })
  const takeIds = computed(() => {
    const { settled } = editor.sequence
    const all = settled ? tracks.value.flatMap(each => takesUnder(settled, each)) : []
    return [...new Set(all)].filter(id => takes.get(id)?.kind === 'speech').slice(0, mostAtOnce)
  })
  watch(() => takeIds.value.join(), () => takeIds.value.length > 0 && void times.want(takeIds.value), { immediate: true })

  function saidIn(takeId: TakeId): SaidWords | null {
    const [take, found] = [takes.get(takeId), times.get(takeId)]
    return take && found?.state === 'ready' ? { text: take.text, words: found.words } : null
  }

  return {
    edits: computed(() => {
      const { settled } = editor.sequence
      return settled ? tracks.value.filter(each => !each.isLocked).flatMap(each => markEdits(settled, each, saidIn)) : []
    }),
    isFinding: computed(() => takeIds.value.some(id => times.get(id)?.state === 'waiting')),
    counted: computed(() => {
      const clips = tracks.value.flatMap(each => clipsOf(each))
      return { known: clips.filter(({ words }) => words !== undefined).length, all: clips.length }
    }),
  }
}
