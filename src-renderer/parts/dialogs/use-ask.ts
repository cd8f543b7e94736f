/** A yes or no before what costs money or cannot be taken back. */
import type { DialogOptions } from 'naive-ui'
import { useDialog } from 'naive-ui'
import { useTexts } from '../../texts/texts.ts'

export interface Asked {
  readonly title: string
  readonly content: NonNullable<DialogOptions['content']>
  /** What yes does. */
  readonly act: string
  /** What no does; Cancel where nothing else is said. */
  readonly keep?: string
}

/** Answers once, however often the button is pressed while the dialog goes: an answer may cost money. */
export function useAsk(): (asked: Asked) => Promise<boolean> {
  const t = useTexts()
  const dialog = useDialog()
  return ({ title, content, act, keep = t.value.shell.act.cancel }) => new Promise((resolve) => {
    dialog.warning({ title, content, positiveText: act, negativeText: keep, onPositiveClick: () => resolve(true), onAfterLeave: () => resolve(false) })
  })
}
