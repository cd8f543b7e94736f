/** Asks for confirmation before what costs money or cannot be undone. */
import type { DialogOptions } from 'naive-ui'
import { useDialog } from 'naive-ui'
import { useTexts } from '../../texts/texts.ts'

export interface Asked {
  readonly title: string
  readonly content: NonNullable<DialogOptions['content']>
  /** What yes does. */
  readonly act: string
  /** Label of no; Cancel by default. */
  readonly keep?: string
}

/** Resolves once, however often the button is pressed while the dialog closes: an answer may cost money. */
export function useAsk(): (asked: Asked) => Promise<boolean> {
  const t = useTexts()
  const dialog = useDialog()
  return ({ title, content, act, keep = t.value.shell.act.cancel }) => new Promise((resolve) => {
    dialog.warning({
      title,
      content,
      positiveText: act,
      negativeText: keep,
      onPositiveClick: () => resolve(true),
      onAfterLeave: () => resolve(false),
    })
  })
}
