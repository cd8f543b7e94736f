/** Copies text to the clipboard and says so. */
import type { Texts } from '../../texts/texts.ts'
import { useNotices } from '../../actions/notices.ts'

/** `said`: in place of *Copied*. */
export function useCopy(): (text: string, said?: (texts: Texts) => string) => Promise<void> {
  const notices = useNotices()
  return async (text, said = t => t.shell.act.copied) => {
    try {
      await navigator.clipboard.writeText(text)
      notices.say(said, { tone: 'good' })
    }
    catch {
      // No permission, or no secure context: the user can still select the text by hand.
      notices.say(t => t.shell.act.copyFailed, { tone: 'bad' })
    }
  }
}
