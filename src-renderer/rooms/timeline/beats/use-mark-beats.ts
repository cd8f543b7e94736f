/** Opens the beats of the selected audio clip, or of the audio of the selected shot. */
import type { ClipId } from '#contract/words.ts'
import type { Editor } from '../use-editor.ts'
import { shallowRef } from 'vue'
import { linkedWith } from '#rules/sequence/linked.ts'
import { useNotices } from '../../../actions/notices.ts'

export function useMarkBeats(editor: Editor) {
  const notices = useNotices()
  /** The clip whose beats are looked for. */
  const beating = shallowRef<ClipId | null>(null)
  const found = () => {
    const { at, ids } = editor.view.selection.value
    const sounds = editor.document.value ? linkedWith(editor.document.value, ids).filter(({ clip }) => 'points' in clip) : []
    return sounds.find(({ clip }) => clip.id === at) ?? sounds[0]
  }
  return {
    beating,
    mayMarkBeats: (): boolean => found() !== undefined,
    markBeats(): void {
      const sound = found()
      if (sound?.track.isLocked)
        notices.say(t => t.faults.refusal('locked-track'))
      else
        beating.value = sound?.clip.id ?? null
    },
  }
}
