/** Asks for confirmation before what costs money or cannot be undone, in words that are ready. */
import type { VNodeChild } from 'vue'
import { useQuestion } from '../../actions/question.ts'

export interface Asked {
  readonly title: string
  readonly content: string | (() => VNodeChild)
  /** What yes does. */
  readonly act: string
  /** Label of no; Cancel by default. */
  readonly keep?: string
}

/** Resolves once, however often the button is pressed while the dialog closes: an answer may cost money. */
export function useAsk(): (asked: Asked) => Promise<boolean> {
  const question = useQuestion()
  return ({ title, content, act, keep }) => question.ask({
    title: () => title,
    body: () => typeof content === 'string' ? content : content(),
    act: () => act,
    ...keep !== undefined && { keep: () => keep },
  })
}
