/** What can be done with caption tracks: bringing in a file of captions, and saving one. */
import type { TrackId } from '#contract/words.ts'
import type { Editor } from '../use-editor.ts'
import { useFileDialog } from '@vueuse/core'
import { cuesTogether, tracksBeside } from '#rules/captions/together.ts'
import { toSrt, toVtt } from '#rules/captions/write-file.ts'
import { clipsOf, tracksOf } from '#rules/sequence/document.ts'
import { saveText } from '../../../parts/files/save-text.ts'
import { useBringCaptions } from './use-bring-captions.ts'

export function useCaptionActs(editor: Editor) {
  const bring = useBringCaptions(editor)
  const dialog = useFileDialog({ accept: '.srt,.vtt,text/vtt,application/x-subrip', multiple: false, reset: true })
  let into: TrackId | null = null

  dialog.onChange((files) => {
    const file = files?.[0]
    if (file && into !== null)
      void bring(file, into)
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
      // With those that are shown with it.
      const beside = tracksBeside(tracksOf(now).filter(one => one.kind === 'captions'), track)
      const cues = cuesTogether([track, ...beside].map(one => clipsOf(one)), now.rate, { names: track.showsSpeakers })
      const language = track.language === '' ? '' : `.${track.language}`
      const text = (format === 'srt' ? toSrt : toVtt)(cues, now.rate)
      saveText(text, `${now.name}${language}.${format}`, format === 'srt' ? 'application/x-subrip' : 'text/vtt')
    },
  }
}
export type CaptionActs = ReturnType<typeof useCaptionActs>
