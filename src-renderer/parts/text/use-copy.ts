/** Copies text to the clipboard and says so. */
import { useNotices } from '../../actions/notices.ts'

export function useCopy(): (text: string) => Promise<void> {
  const notices = useNotices()
  return async (text) => {
    try {
      await navigator.clipboard.writeText(text)
      notices.say(t => t.shell.act.copied, { tone: 'good' })
    }
    catch {
      // No permission, or no secure context: the user can still select the text by hand.
      notices.say(t => t.shell.act.copyFailed, { tone: 'bad' })
    }
  }
}
