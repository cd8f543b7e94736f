/** Hands a text to the user as a file, and tells of it where nothing else does. */
import { useNotices } from '../../actions/notices.ts'
import { useStatus } from '../../stores/status.ts'
import { saveText } from './save-text.ts'

export function useTextFile(): (text: string, fileName: string, mime: string) => void {
  const notices = useNotices()
  const status = useStatus()
  return (text, fileName, mime) => {
    saveText(text, fileName, mime)
    // The app asks where, and nothing is saved when that is cancelled. A browser may ask as well: what it does is its own to say.
    if (status.now?.host === 'web')
      notices.say(t => t.shell.act.handedOver(fileName), { tone: 'good' })
  }
}
