/** Asks for confirmation before what costs money or cannot be undone. */
import type { VNodeChild } from 'vue'
import type { Texts } from '../../texts/texts.ts'
import { useQuestion } from '../../actions/question.ts'

export interface Asked {
  readonly title: string
  readonly content: string | (() => VNodeChild)
  /** What yes does. */
  readonly act: string
  /** Label of no; Cancel by default. */
  readonly keep?: string
}

/**
 * Resolves once, however often the button is pressed while the dialog closes: an answer may cost money. The words are read again when the
 * language changes while it is open; what they are about is that of the press.
 */
export function useAsk(): (asked: (texts: Texts) => Asked) => Promise<boolean> {
  const question = useQuestion()
  return asked => question.ask({
    title: texts => asked(texts).title,
    body(texts) {
      const { content } = asked(texts)
      return typeof content === 'string' ? content : content()
    },
    act: texts => asked(texts).act,
    keep: texts => asked(texts).keep ?? texts.shell.act.cancel,
  })
}
