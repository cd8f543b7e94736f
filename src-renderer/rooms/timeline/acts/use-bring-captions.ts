/** Brings the captions of a file onto a caption track, or onto a new one: from the menu of the track, or dropped. */
import type { TrackId } from '#contract/words.ts'
import type { Editor } from '../use-editor.ts'
import { mostClips } from '#contract/sequence-limits.ts'
import { decodeText } from '#rules/captions/decode-text.ts'
import { readCaptionFile } from '#rules/captions/read-file.ts'
import { useNotices } from '../../../actions/notices.ts'
import { randomId } from '../../../wire/random-id.ts'
import { nothing } from '../view/selection.ts'
import { importEdits } from './caption-edits.ts'

/** Hours of captions are far smaller; anything larger is another kind of file. */
const mostBytes = 20 * 2 ** 20

export const isCaptionFile = ({ name }: Pick<File, 'name'>): boolean => /\.(?:srt|vtt)$/i.test(name)

/** `into` null is a new track. The times of the file count from `atFrame`. */
export function useBringCaptions(editor: Editor): (file: File, into: TrackId | null, atFrame?: number) => Promise<void> {
  const notices = useNotices()
  return async (file, into, atFrame = 0) => {
    const read = file.size > mostBytes ? null : readCaptionFile(decodeText(new Uint8Array(await file.arrayBuffer())))
    const now = editor.sequence.settled
    if (!now)
      return
    if (!read || read.captions.length === 0)
      return void notices.say(t => t.timeline.captions.unreadable(file.name), { tone: 'bad' })
    if (read.captions.length > mostClips)
      return void notices.say(t => t.timeline.captions.tooMany(file.name, read.captions.length, mostClips), { tone: 'bad' })
    const { edits, clipIds, isOnNew } = importEdits(now, into, read.captions, { atFrame, newId: randomId })
    if (editor.edit('import-captions', edits, nothing))
      notices.say(t => t.timeline.captions.imported(clipIds.length, read.skipped, isOnNew), { tone: 'good' })
  }
}
