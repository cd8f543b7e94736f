/** The prompts of one picture while they are written. */
import type { LineId } from '#contract/words.ts'
import type { AnyFault } from '../../../studio.ts'
import type { Storyboard } from './use-storyboard.ts'
import { useProject } from '../../../stores/project.ts'
import { useStoryboardStore } from '../../../stores/storyboard.ts'
import { attempt, studio } from '../../../studio.ts'
import { useDraft } from './use-draft.ts'

/** `lineId` is the line that the picture begins at. */
export function usePicturePrompts(lineId: LineId, board: Storyboard) {
  const store = useStoryboardStore()
  const { projectId } = useProject()
  const saved = () => board.byLine.value.get(lineId)?.picture ?? null

  async function keep(part: 'prompt' | 'motionPrompt', words: string, seen: string | null): Promise<AnyFault | null> {
    if (projectId === null)
      return null
    const edit = { lineId, [part]: words, ...seen !== null && { expected: { [part]: seen } } }
    const answer = await attempt(studio.storyboard.edit({ projectId, edits: [edit] }, { context: { keepsRefused: true } }))
    if (answer.value)
      store.put(answer.value.pictures)
    return answer.fault ?? null
  }

  const prompt = useDraft(`${lineId} prompt`, () => saved()?.prompt ?? '', (words, seen) => keep('prompt', words, seen))
  const motion = useDraft(`${lineId} motion`, () => saved()?.motionPrompt ?? '', (words, seen) => keep('motionPrompt', words, seen))
  return { prompt, motion, save: () => Promise.all([prompt.flush(), motion.flush()]) }
}
