/** A plain colour as a clip: an image of it is made here and imported, so that it is previewed, delivered and exported like any other. */
import type { Editor } from '../use-editor.ts'
import { useFileImport } from '../../../parts/files/use-import-files.ts'
import { useTexts } from '../../../texts/texts.ts'
import { usePlaceTakes } from './use-place-takes.ts'

/** Of the longer side: a colour needs no more, and fills whatever frame it is in. */
const longestSide = 1920

export function useAddColour(editor: Editor): (colour: string) => Promise<void> {
  const t = useTexts()
  const { place } = usePlaceTakes(editor)
  const { importFiles } = useFileImport(() => editor.projectId)

  return async (colour) => {
    const frame = editor.view.playhead.value
    const { width = 16, height = 9 } = editor.sequence.settled ?? {}
    const scale = Math.min(1, longestSide / Math.max(width, height))
    const canvas = new OffscreenCanvas(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)))
    const brush = canvas.getContext('2d')
    if (!brush)
      return
    brush.fillStyle = colour
    brush.fillRect(0, 0, canvas.width, canvas.height)
    const image = await canvas.convertToBlob({ type: 'image/png' })
    const name = `${t.value.timeline.colourName(colour)}.png`
    const takes = await importFiles([new File([image], name, { type: 'image/png' })])
    place(takes, { frame, how: 'free' })
  }
}
