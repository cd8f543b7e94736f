/** Level and tone of a speaker: which dialog is open, and saving what was chosen in it. */
import type { ToneChain } from '#contract/tone.ts'
import type { ProjectId } from '#contract/words.ts'
import { shallowReadonly, shallowRef } from 'vue'
import { isSameChain } from '#rules/tone/presets.ts'
import { useNotices } from '../../../actions/notices.ts'
import { useUndo } from '../../../actions/undo.ts'
import { useSpeakerTones } from '../../../stores/speaker-tones.ts'
import { attempt, studio } from '../../../studio.ts'

export function useTone(projectId: () => ProjectId) {
  const tones = useSpeakerTones()
  const undo = useUndo()
  const notices = useNotices()
  const opened = shallowRef<string | null>(null)
  /** The chains that the open dialog replaces: one that somebody else chooses meanwhile stays. */
  let seen: ReadonlyMap<string, ToneChain> = new Map()

  return {
    /** The speaker whose dialog is open. */
    opened: shallowReadonly(opened),
    open(speaker: string | null): void {
      opened.value = speaker
      seen = tones.all()
    },
    /** One step of undo, for one speaker or several. A chain that is off stays, with its settings. */
    async save(chain: ToneChain, speakers: readonly string[]): Promise<void> {
      const of = projectId()
      const changed = speakers.filter((speaker) => {
        const before = seen.get(speaker)
        return before === undefined ? chain.isOn : !isSameChain(before, chain)
      })
      const step = undo.step({ name: 'setTone', of: changed.length === 1 ? changed[0] ?? '' : String(changed.length) }, of)
      for (const speaker of changed) {
        const answer = await attempt(studio.script.setTone({ projectId: of, speaker, chain, expected: seen.get(speaker) ?? null, step }))
        if (answer.fault)
          return notices.fault(answer.fault)
        seen = new Map([...seen, [speaker, chain]])
      }
      opened.value = null
    },
  }
}
