/** The words of the selected clip and of the parts next to it, which of them are selected, and cutting these. */
import type { SoundClip } from '#contract/sequence-document.ts'
import type { Editor } from '../use-editor.ts'
import { computed, shallowRef, watch } from 'vue'
import { frameAtSample, sampleOfFrame } from '#rules/sequence/frames.ts'
import { cutWords, leastSureness } from '#rules/sequence/words/cut-words.ts'
import { sampleOf, spokenParts } from '#rules/sequence/words/spoken-parts.ts'
import { useNotices } from '../../../actions/notices.ts'
import { useSpokenWords } from '../../../parts/takes/use-spoken-words.ts'
import { useTakes } from '../../../stores/takes.ts'
import { soundKey, useLevels } from '../pauses/use-levels.ts'

/** Of the selection: where it began, and where it was extended to. */
interface Range { readonly anchor: number, readonly to: number }

export function useCutWords(editor: Editor, clip: () => SoundClip) {
  const takes = useTakes()
  const notices = useNotices()
  const levels = useLevels()
  const take = computed(() => takes.get(clip().takeId) ?? null)
  const { words: times } = useSpokenWords(take, () => true)
  const parts = computed(() => {
    const { settled } = editor.sequence
    return settled && times.value.length > 0 ? spokenParts(settled, clip().id, times.value) : null
  })
  const words = computed(() => (parts.value?.words ?? []).map(({ word, clip }) => ({
    text: take.value?.text.slice(word.from, word.to) ?? '',
    at: sampleOf(clip, word.start),
    isUnsure: word.sureness < leastSureness,
  })))
  const selected = shallowRef<Range | null>(null)
  /** The word that keys begin at; it stays when nothing is selected any more. */
  const place = shallowRef(0)
  watch(() => clip().takeId, () => selected.value = null)
  // By its name: the next clip that is selected may have words as well.
  watch(() => words.value.length > 0 ? soundKey(clip()) : null, key => key !== null && void levels.measure([clip()]), { immediate: true })
  const range = computed(() => {
    const most = words.value.length - 1
    if (!selected.value || most < 0)
      return null
    const [a, b] = [Math.min(most, selected.value.anchor), Math.min(most, selected.value.to)]
    return { first: Math.min(a, b), last: Math.max(a, b) }
  })
  /** The first frame that begins with the word or after it. */
  function go(index: number): void {
    const word = words.value[index]
    if (!word)
      return
    const frame = frameAtSample(word.at, editor.rate.value)
    editor.seek(sampleOfFrame(frame, editor.rate.value) < word.at ? frame + 1 : frame)
    editor.reveal(frame)
  }

  return {
    words,
    range,
    at: computed(() => Math.min(words.value.length - 1, place.value)),
    select(index: number, extends_: boolean): void {
      const to = place.value = Math.max(0, Math.min(words.value.length - 1, index))
      selected.value = { anchor: extends_ && selected.value ? selected.value.anchor : to, to }
      if (!extends_)
        go(to)
    },
    clear: () => selected.value = null,
    cut(): void {
      const [now, found] = [editor.sequence.settled, parts.value]
      if (!now || !found || !range.value || !take.value)
        return
      if (found.track.isLocked)
        return void notices.say(t => t.faults.refusal('locked-track'))
      const cut = cutWords(now, found, { ...range.value, text: take.value.text, levels: levels.of(clip()) ?? null })
      if (cut === 'uncertain')
        return void notices.say(t => t.timeline.cutWords.uncertain)
      if (cut === 'too-short')
        return void notices.say(t => t.timeline.cutWords.tooShort)
      place.value = range.value.first
      if (!editor.edit('cut-words', cut.edits))
        return
      selected.value = null
      editor.seek(frameAtSample(cut.at, editor.rate.value))
      if (cut.keepsCaptions)
        notices.say(t => t.timeline.cutWords.captionsKept)
    },
  }
}
