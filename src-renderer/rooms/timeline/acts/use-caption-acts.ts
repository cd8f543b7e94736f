/** What can be done with caption tracks: bringing in a file of captions, and saving one. */
import type { TrackId } from '#contract/words.ts'
import type { Editor } from '../use-editor.ts'
import { useFileDialog } from '@vueuse/core'
import { cuesOf } from '#rules/captions/cues.ts'
import { decodeText } from '#rules/captions/decode-text.ts'
import { readCaptionFile } from '#rules/captions/read-file.ts'
import { toSrt, toVtt } from '#rules/captions/write-file.ts'
import { clipsOf } from '#rules/sequence/document.ts'
import { useNotices } from '../../../actions/notices.ts'
import { saveText } from '../../../parts/files/save-text.ts'
import { randomId } from '../../../parts/ids/random-id.ts'
import { nothing } from '../view/selection.ts'
import { importEdits } from './caption-edits.ts'

/** Hours of captions are far smaller; anything larger is another kind of file. */
const mostBytes = 20 * 2 ** 20

export function useCaptionActs(editor: Editor) {
  const notices = useNotices()
  const dialog = useFileDialog({ accept: '.srt,.vtt,text/vtt,application/x-subrip', multiple: false, reset: true })
  let into: TrackId | null = null

  async function bring(file: File): Promise<void> {
    const read = file.size > mostBytes ? null : readCaptionFile(decodeText(new Uint8Array(await file.arrayBuffer())))
    const now = editor.sequence.settled
    if (!now || into === null)
      return
    if (!read || read.captions.length === 0)
      return void notices.say(t => t.timeline.captions.unreadable(file.name), { tone: 'bad' })
    const { edits, clipIds } = importEdits(now, into, read.captions, { atFrame: 0, newId: randomId })
    if (editor.edit('import-captions', edits, nothing))
      notices.say(t => t.timeline.captions.imported(clipIds.length, read.skipped), { tone: 'good' })
  }
  dialog.onChange((files) => {
    const file = files?.[0]
    if (file)
      void bring(file)
  })

  return {
    importInto(trackId: TrackId): void {
      into = trackId
      dialog.open()
    },
    export(trackId: TrackId, format: 'srt' | 'vtt'): void {
      const now = editor.sequence.settled
      const track = now?.tracks[trackId]
      if (!now || track?.kind !== 'captions')
        return
      const cues = cuesOf(clipsOf(track), now.rate)
      const language = track.language === '' ? '' : `.${track.language}`
      const text = (format === 'srt' ? toSrt : toVtt)(cues, now.rate)
      saveText(text, `${now.name}${language}.${format}`, format === 'srt' ? 'application/x-subrip' : 'text/vtt')
    },
  }
}
export type CaptionActs = ReturnType<typeof useCaptionActs>
