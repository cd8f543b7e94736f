/** Says in which language the script, a speaker or lines are spoken, each as one step of undo. */
import type { ProjectId } from '#contract/words.ts'
import { useNotices } from '../../actions/notices.ts'
import { useUndo } from '../../actions/undo.ts'
import { useScriptLanguages } from '../../stores/script-languages.ts'
import { attempt, studio } from '../../studio.ts'

export function useLanguages(projectId: () => ProjectId) {
  const languages = useScriptLanguages()
  const notices = useNotices()
  const undo = useUndo()

  return {
    /** Without a speaker, that of the script. */
    async set(speaker: string | null, language: string | null): Promise<void> {
      const expected = speaker === null ? languages.script : languages.of(speaker)
      if (language === expected)
        return
      const step = undo.step({ name: 'setLanguage', of: speaker ?? '' }, projectId())
      const { fault } = await attempt(studio.script.setLanguage({ projectId: projectId(), speaker, language, expected, step }))
      if (fault)
        notices.fault(fault)
    },
  }
}
