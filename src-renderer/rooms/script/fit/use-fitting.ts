/** Which lines are being fitted: those that are selected, or the current one, as far as they are spoken. */
import type { Line } from '#contract/script.ts'
import { shallowReadonly, shallowRef } from 'vue'
import { mostFitLines } from '#contract/make.ts'
import { isSpoken } from '#rules/script/script-lines.ts'
import { useNotices } from '../../../actions/notices.ts'
import { useKeptLine } from '../lines/use-line-draft.ts'

export function useFitting(targets: () => readonly Line[]) {
  const notices = useNotices()
  const keep = useKeptLine()
  const lines = shallowRef<readonly Line[]>([])
  const spoken = (): Line[] => targets().filter(line => isSpoken(line) && line.text.trim() !== '')

  return {
    /** Empty while the dialog is closed. */
    lines: shallowReadonly(lines),
    may: (): boolean => spoken().length > 0,
    async open(): Promise<void> {
      const all = spoken()
      if (all.length > mostFitLines)
        return void notices.say(t => t.fit.tooMany(mostFitLines))
      // What was typed last is fitted.
      lines.value = await Promise.all(all.map(async line => await keep(line) ?? line))
    },
    close(): void {
      lines.value = []
    },
  }
}
