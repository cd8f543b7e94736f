/** What can be done with caption tracks: bringing in a file of captions, and saving one. */
import type { TrackId } from '#contract/words.ts'
import type { Editor } from '../use-editor.ts'
import { useFileDialog } from '@vueuse/core'
import { captionGroups, groupCues } from '#rules/captions/tracks.ts'
import { toSrt, toVtt } from '#rules/captions/write-file.ts'
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
      const [group] = now ? captionGroups(now, [trackId]) : []
      if (!now || !group)
        return
      const cues = groupCues(group, now.rate)
      const { language: code } = group.track
      const language = code === '' ? '' : `.${code}`
      const text = (format === 'srt' ? toSrt : toVtt)(cues, now.rate)
      saveText(text, `${now.name}${language}.${format}`, format === 'srt' ? 'application/x-subrip' : 'text/vtt')
    },
  }
}
export type CaptionActs = ReturnType<typeof useCaptionActs>
