/** Brings the captions of a file onto a caption track, or onto a new one: from the menu of the track, or dropped. */
import type { TrackId } from '#contract/words.ts'
import type { Editor } from '../use-editor.ts'
import type { CaptionsAnswer, CaptionsRequest } from './read-captions-worker.ts'
import { mostClips } from '#contract/sequence-limits.ts'
import { useNotices } from '../../../actions/notices.ts'
import { inWorker, nextTask } from '../../../parts/pauses/in-worker.ts'
import { tryEdits } from '../../../stores/pending-edits.ts'
import { randomId } from '../../../wire/random-id.ts'
import { nothing } from '../view/selection.ts'
import { importEdits } from './caption-edits.ts'

/** Hours of captions are far smaller; anything larger is another kind of file. */
const mostBytes = 20 * 2 ** 20
/** A file that takes longer to read is told of, with a way to stop. */
const toldAfterMs = 300

export const isCaptionFile = ({ name }: Pick<File, 'name'>): boolean => /\.(?:srt|vtt)$/i.test(name)

/** `into` null is a new track. The times of the file count from `atFrame`. */
export function useBringCaptions(editor: Editor): (file: File, into: TrackId | null, atFrame?: number) => Promise<void> {
  const notices = useNotices()

  /** Null when the user stopped it. */
  async function read(request: CaptionsRequest): Promise<CaptionsAnswer | null> {
    const stop = new AbortController()
    let takeBack = (): void => {}
    const waiting = setTimeout(() => {
      takeBack = notices.hint(t => t.timeline.captions.reading(request.file.name), {
        act: { label: t => t.shell.act.cancel, run: () => stop.abort() },
      })
    }, toldAfterMs)
    try {
      return await inWorker<CaptionsAnswer>(
        () => new Worker(new URL('./read-captions-worker.ts', import.meta.url), { type: 'module', name: 'captions of a file' }),
        request,
        stop.signal,
      )
    }
    catch (error) {
      if (!stop.signal.aborted)
        throw error
      return null
    }
    finally {
      clearTimeout(waiting)
      takeBack()
    }
  }

  return async (file, into, atFrame = 0) => {
    const rate = editor.sequence.settled?.rate
    if (!rate)
      return
    const found = file.size > mostBytes
      ? { captions: null, count: 0, skipped: 0 }
      : await read({ file, rate: { ...rate }, atFrame, most: mostClips })
    const now = editor.sequence.settled
    if (!found || !now)
      return
    if (found.count > mostClips)
      return void notices.say(t => t.timeline.captions.tooMany(file.name, found.count, mostClips), { tone: 'bad' })
    if (!found.captions)
      return void notices.say(t => t.timeline.captions.unreadable(file.name), { tone: 'bad' })
    const { edits, clipIds, isOnNew } = importEdits(now, into, found.captions, randomId)
    // Thousands of captions are worked out, then shown and sent: each in a task of its own.
    await nextTask()
    tryEdits(now, edits)
    await nextTask()
    if (editor.edit('import-captions', edits, nothing))
      notices.say(t => t.timeline.captions.imported(clipIds.length, found.skipped, isOnNew), { tone: 'good' })
  }
}
