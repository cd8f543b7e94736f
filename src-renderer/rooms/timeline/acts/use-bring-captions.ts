/** Brings the captions of a file onto a caption track, or onto a new one, once the user has seen them: from the menu of the track, or dropped. */
import type { ShallowRef } from 'vue'
import type { CaptionTrack, FrameRate } from '#contract/sequence-document.ts'
import type { TrackId } from '#contract/words.ts'
import type { Editor } from '../use-editor.ts'
import type { Taken } from './caption-preview.ts'
import type { BringRequest, CaptionsAnswer, CaptionsPart, ShownCaptions, ShowRequest } from './read-captions-worker.ts'
import { shallowRef } from 'vue'
import { mostClips } from '#contract/sequence-limits.ts'
import { useNotices } from '../../../actions/notices.ts'
import { inWorker } from '../../../parts/pauses/in-worker.ts'
import { tryEdits } from '../../../stores/pending-edits.ts'
import { nextTask } from '../../../wire/next-task.ts'
import { randomId } from '../../../wire/random-id.ts'
import { rowsOf } from '../view/rows.ts'
import { nothing } from '../view/selection.ts'
import { addCaptions, importEdits } from './caption-edits.ts'
import { useCaptionPreview } from './caption-preview.ts'

/** Hours of captions are far smaller; anything larger is another kind of file. */
const mostBytes = 20 * 2 ** 20
/** A file that takes longer to read is told of, with a way to stop. */
const toldAfterMs = 300

export const isCaptionFile = ({ name }: Pick<File, 'name'>): boolean => /\.(?:srt|vtt)$/i.test(name)

/** Captions that have come, of how many; 0 of 0 until they are counted. */
interface Progress { readonly done: ShallowRef<number>, readonly count: ShallowRef<number> }

/** `into` null is a new track. The times of the file count from `atFrame`. */
export function useBringCaptions(editor: Editor): (file: File, into: TrackId | null, atFrame?: number) => Promise<void> {
  const notices = useNotices()
  const preview = useCaptionPreview()

  /** Tells how far it is, with a way to stop. The answer takes the notice back. */
  function tell(name: string, { done, count }: Readonly<Progress>, stop: AbortController): () => void {
    let takeBack = (): void => {}
    const waiting = setTimeout(() => {
      takeBack = notices.hint(t => t.timeline.captions.reading(name, done.value, count.value), {
        act: { label: t => t.shell.act.cancel, run: () => stop.abort() },
        isOngoing: true,
      })
    }, toldAfterMs)
    return () => {
      clearTimeout(waiting)
      takeBack()
    }
  }

  /** Null when the user stopped it. */
  function read(request: ShowRequest, signal: AbortSignal): Promise<ShownCaptions | null>
  function read(request: BringRequest, signal: AbortSignal, hear: (part: CaptionsPart) => void): Promise<CaptionsAnswer | null>
  async function read(
    request: ShowRequest | BringRequest,
    signal: AbortSignal,
    hear?: (part: CaptionsPart) => void,
  ): Promise<ShownCaptions | CaptionsAnswer | null> {
    try {
      return await inWorker<ShownCaptions | CaptionsAnswer, CaptionsPart>(
        () => new Worker(new URL('./read-captions-worker.ts', import.meta.url), { type: 'module', name: 'captions of a file' }),
        request,
        signal,
        hear,
      )
    }
    catch (error) {
      if (!signal.aborted)
        throw error
      return null
    }
  }

  /** Captions by the thousand are worked out, with their rows, then shown, then sent: each in a task. Nothing is done after the signal. */
  async function place(
    { name }: File,
    into: TrackId | null,
    [clips = {}, ...beside]: readonly CaptionTrack['clips'][],
    skipped: number,
    signal: AbortSignal,
  ): Promise<void> {
    const { sequence } = editor
    const now = sequence.settled
    // Not into another sequence that was opened in the meantime.
    if (!now)
      return notices.say(t => t.timeline.captions.left(name), { tone: 'bad' })
    const { edits, count, isOnNew } = importEdits(now, into, clips, randomId, beside)
    await nextTask()
    const { document: after } = tryEdits(now, edits)
    await nextTask()
    if (after)
      rowsOf(after)
    await nextTask()
    if (signal.aborted)
      return
    if (!sequence.settled)
      return notices.say(t => t.timeline.captions.left(name), { tone: 'bad' })
    if (editor.edit('import-captions', edits, nothing))
      notices.say(t => t.timeline.captions.imported(count, skipped, isOnNew), { tone: 'good' })
  }

  /** Resolves with how the user takes it; null when it is not taken, which is told where it cannot be. */
  async function chosen(file: File, rate: FrameRate): Promise<Taken | null> {
    const request = { do: 'show', file, rate, most: mostClips } as const
    const stop = new AbortController()
    const takeBack = tell(file.name, { done: shallowRef(0), count: shallowRef(0) }, stop)
    const first = await read({ ...request, encoding: null }, stop.signal).finally(takeBack)
    if (!first)
      return null
    if (first.isTooMany) {
      notices.say(t => t.timeline.captions.tooMany(file.name, first.count, mostClips), { tone: 'bad' })
      return null
    }
    if (first.captions.length === 0 && first.strayCount === 0) {
      notices.say(t => t.timeline.captions.unreadable(file.name), { tone: 'bad' })
      return null
    }
    return preview.ask({ name: file.name, first, readAs: (encoding, signal) => read({ ...request, encoding }, signal) })
  }

  return async (file, into, atFrame = 0) => {
    const settled = editor.sequence.settled?.rate
    if (!settled)
      return
    if (file.size > mostBytes)
      return notices.say(t => t.timeline.captions.unreadable(file.name), { tone: 'bad' })
    const rate = { ...settled }
    const taken = await chosen(file, rate)
    if (taken === null)
      return
    const stop = new AbortController()
    const progress: Progress = { done: shallowRef(0), count: shallowRef(0) }
    const takeBack = tell(file.name, progress, stop)
    const tracks: CaptionTrack['clips'][] = [{}]
    try {
      const request = { do: 'bring', file, rate, atFrame, most: mostClips, ...taken } as const
      const found = await read(request, stop.signal, ({ captions, track, count }) => {
        addCaptions(tracks[track] ??= {}, captions, randomId)
        progress.done.value += captions.length
        progress.count.value = count
      })
      if (!found)
        return
      if (found.count > mostClips)
        return notices.say(t => t.timeline.captions.tooMany(file.name, found.count, mostClips), { tone: 'bad' })
      if (!found.isRead)
        return notices.say(t => t.timeline.captions.unreadable(file.name), { tone: 'bad' })
      await place(file, into, tracks, found.skipped, stop.signal)
    }
    finally {
      takeBack()
    }
  }
}
