/** Plays how it sounds where edits change something, a moment before and after it, before they do. */
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { Editor } from '../use-editor.ts'
import { onScopeDispose, shallowRef } from 'vue'
import { frameAtSample } from '#rules/sequence/frames.ts'
import { nominalRate } from '#rules/sequence/timecode.ts'
import { useSpeakerTones } from '../../../stores/speaker-tones.ts'

/** Seconds on each side. */
const around = 1.2

export function useHearJoin(editor: Editor) {
  const tones = useSpeakerTones()
  /** The sample of the join that is heard. */
  const heard = shallowRef<number | null>(null)
  let before = 0
  let quiet = (): void => {}

  function stop(): void {
    if (heard.value === null)
      return
    quiet()
    heard.value = null
    const player = editor.player.value
    player?.pause()
    player?.setRange(null)
    editor.sequence.show([])
    const settled = editor.sequence.settled
    if (settled)
      player?.setDocument(tones.heardIn(settled))
    player?.seek(before)
    editor.seek(before)
  }
  onScopeDispose(stop)

  return {
    heard,
    stop,
    /** `at`: the sample of the first change. */
    async hear(edits: readonly SequenceEdit[], at: number): Promise<void> {
      const [player, settled] = [editor.player.value, editor.sequence.settled]
      const isAgain = heard.value === at
      stop()
      if (isAgain || !player || !settled || editor.sequence.show(edits) !== null || !editor.document.value)
        return
      before = editor.view.playhead.value
      heard.value = at
      const [frame, reach] = [frameAtSample(at, settled.rate), Math.round(around * nominalRate(settled.rate))]
      const range = { inFrame: Math.max(0, frame - reach), outFrame: frame + reach }
      player.pause()
      player.setDocument(tones.heardIn(editor.document.value))
      player.setRange(range)
      player.seek(range.inFrame)
      await player.play()
      if (heard.value !== at)
        return
      quiet = player.onChange(() => player.state().isPlaying || stop())
    },
  }
}
