/** Gradients as clips: an image is drawn and imported, as for a plain colour, and the clip keeps what it was drawn from. */
import type { Gradient } from '#contract/gradient.ts'
import type { Clip, PictureClip } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { Take } from '#contract/takes.ts'
import type { Editor } from '../use-editor.ts'
import { findClip } from '#rules/sequence/document.ts'
import { useFileImport } from '../../../parts/files/use-import-files.ts'
import { useTakes } from '../../../stores/takes.ts'
import { useTexts } from '../../../texts/texts.ts'
import { usePlaceTakes } from '../acts/use-place-takes.ts'
import { selectOnly } from '../view/selection.ts'
import { drawGradient } from './draw-gradient.ts'

/** Of the longer side: no film that can be delivered needs more. */
const longestSide = 3840

export function useGradients(editor: Editor) {
  const t = useTexts()
  const takes = useTakes()
  const { placed, orSay } = usePlaceTakes(editor)
  const { importFiles } = useFileImport(() => editor.projectId)

  async function imported(gradient: Gradient): Promise<Take | null> {
    const { width = 16, height = 9 } = editor.sequence.settled ?? {}
    const scale = Math.min(1, longestSide / Math.max(width, height))
    const canvas = new OffscreenCanvas(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)))
    const brush = canvas.getContext('2d')
    if (!brush)
      return null
    drawGradient(brush, gradient, canvas)
    const image = await canvas.convertToBlob({ type: 'image/png' })
    const name = `${t.value.graphics.gradient.name(gradient.stops.map(({ colour }) => colour))}.png`
    const [take] = await importFiles([new File([image], name, { type: 'image/png' })])
    if (take)
      takes.remember([take])
    return take ?? null
  }

  return {
    /** At the playhead. Whether it is there; if not, a notice has said why. */
    async add(gradient: Gradient): Promise<boolean> {
      const frame = editor.view.playhead.value
      const take = await imported(gradient)
      const found = take && orSay([take], placed([take], { frame, how: 'free' }))
      if (!found)
        return false
      // It fills whatever frame it is in.
      const filling = <One extends Clip>(clip: One): One =>
        'look' in clip ? { ...clip, gradient, look: { ...clip.look, fit: 'cover' } } : clip
      const edits = found.edits.map((edit): SequenceEdit => edit.do === 'place'
        ? { ...edit, placements: edit.placements.map(({ trackId, clip }) => ({ trackId, clip: filling(clip) })) }
        : edit)
      return editor.edit('place', edits, selectOnly(...found.clipIds))
    },
    /** The clip keeps its place, length and look. Whether it was changed; if not, a notice has said why. */
    async change({ id }: Pick<PictureClip, 'id'>, gradient: Gradient): Promise<boolean> {
      const take = await imported(gradient)
      const settled = take && editor.settledOrSay()
      if (!take || !settled || !findClip(settled, id))
        return false
      return editor.edit('gradient', [
        { do: 'swapTake', clipId: id, takeId: take.id, sourceLength: null, ripples: false },
        { do: 'setPicture', clipIds: [id], values: { gradient } },
      ])
    },
  }
}
