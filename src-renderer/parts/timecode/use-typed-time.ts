/** Reads a time that was typed; of one that can't be read it says so, and what can. */
import type { TimeNow } from '#rules/sequence/timecode.ts'
import { readTime } from '#rules/sequence/timecode.ts'
import { useNotices } from '../../actions/notices.ts'

export function useTypedTime(): (text: string, from: TimeNow) => number | null {
  const notices = useNotices()
  return (text, from) => {
    const frames = readTime(text, from)
    if (frames === null)
      notices.say(t => t.timeline.time.unreadable(text.trim()), { tone: 'bad' })
    return frames
  }
}
