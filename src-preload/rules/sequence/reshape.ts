/** The same sequence in another shape: its pictures come into the new frame as chosen, and captions of an upright one can be read. */
import type { PictureClip, SequenceDocument, Track } from '#contract/sequence-document.ts'
import type { IntoShape } from '#contract/sequences.ts'
import type { Size } from './placement.ts'
import { captionStyle } from '../captions/style.ts'
import { usualBackdrop } from './backdrop.ts'

/** Nearer than this it is the same shape in another size. */
const sameRatio = 0.01
/** Rows of some 26 letters in place of 42: what a telephone shows at an arm's length. */
const uprightCaptions = 1.6

const ratioOf = ({ width, height }: Size): number => width / height

const comes: Record<IntoShape, (clip: PictureClip) => PictureClip> = {
  fill: ({ backdrop: _, ...clip }) => ({ ...clip, look: { ...clip.look, fit: 'cover' } }),
  fit: ({ backdrop: _, ...clip }) => whole(clip),
  blur: clip => ({ ...whole(clip), backdrop: clip.backdrop ?? usualBackdrop }),
}

/** Nothing but the size changes where the shape stays. */
export function reshaped<Document extends SequenceDocument>(
  document: Document,
  { width, height }: Size,
  into: IntoShape = 'fill',
): Document {
  if (Math.abs(ratioOf(document) / (width / height) - 1) < sameRatio)
    return { ...document, width, height }
  const isTurned = height > width && document.width >= document.height
  const tracks = Object.fromEntries(Object.entries(document.tracks).map(([id, track]) => [id, reshapedTrack(track, isTurned, into)]))
  return { ...document, width, height, tracks }
}

function reshapedTrack(track: Track, isTurned: boolean, into: IntoShape): Track {
  if (track.kind === 'pictures') {
    const clips = Object.fromEntries(Object.entries(track.clips).map(([id, clip]) => [id, fillsAlone(clip) ? comes[into](clip) : clip]))
    return { ...track, clips }
  }
  // One whose size was chosen stays as it was chosen.
  const isUsual = track.kind === 'captions' && track.style.size === captionStyle.size
  return isUsual && isTurned ? { ...track, style: { ...track.style, size: captionStyle.size * uprightCaptions } } : track
}

/** A shot or still that is as large as the frame; not a title, nor what was made smaller to be over others. */
export function fillsAlone({ takeId, look, keys }: PictureClip): boolean {
  return takeId !== null && look.scale >= 1 && look.rotation === 0 && !keys?.rotation && !keys?.scale?.some(({ value }) => value < 1)
}

/** Where a picture that filled the frame was moved to choose what is seen of it, all of it is seen now. */
function whole(clip: PictureClip): PictureClip {
  if (clip.look.fit === 'contain')
    return clip
  const { x: _, y: __, ...keys } = clip.keys ?? {}
  const { keys: ___, ...rest } = clip
  return { ...rest, look: { ...clip.look, fit: 'contain', x: 0, y: 0 }, ...Object.keys(keys).length > 0 && { keys } }
}
