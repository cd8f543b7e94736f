/** The same sequence in another shape: pictures fill the new frame, and captions of an upright one are large enough to be read. */
import type { PictureClip, SequenceDocument, Track } from '#contract/sequence-document.ts'
import type { Size } from './placement.ts'
import { captionStyle } from '../captions/style.ts'

/** Nearer than this it is the same shape in another size. */
const sameRatio = 0.01
/** Rows of some 26 letters in place of 42: what a telephone shows at an arm's length. */
const uprightCaptions = 1.6

const ratioOf = ({ width, height }: Size): number => width / height

/** Nothing but the size changes where the shape stays. */
export function reshaped<Document extends SequenceDocument>(document: Document, { width, height }: Size): Document {
  if (Math.abs(ratioOf(document) / (width / height) - 1) < sameRatio)
    return { ...document, width, height }
  const isTurned = height > width && document.width >= document.height
  const tracks = Object.fromEntries(Object.entries(document.tracks).map(([id, track]) => [id, reshapedTrack(track, isTurned)]))
  return { ...document, width, height, tracks }
}

function reshapedTrack(track: Track, isTurned: boolean): Track {
  if (track.kind === 'pictures') {
    const clips = Object.fromEntries(Object.entries(track.clips).map(([id, clip]) => [id, fillsAlone(clip) ? filled(clip) : clip]))
    return { ...track, clips }
  }
  // One whose size was chosen stays as it was chosen.
  const isUsual = track.kind === 'captions' && track.style.size === captionStyle.size
  return isUsual && isTurned ? { ...track, style: { ...track.style, size: captionStyle.size * uprightCaptions } } : track
}

/** A shot or still that is as large as the frame; not a title, nor what was made smaller to be over others. */
function fillsAlone({ takeId, look }: PictureClip): boolean {
  return takeId !== null && look.fit === 'contain' && look.scale >= 1 && look.rotation === 0
}

function filled(clip: PictureClip): PictureClip {
  return { ...clip, look: { ...clip.look, fit: 'cover' } }
}
