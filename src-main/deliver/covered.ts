/** Burned captions and titles that a platform's buttons and words would cover. */
import type { FindingPlace } from '#contract/deliveries.ts'
import type { TextStyle } from '#contract/sequence-document.ts'
import type { Cue } from '#rules/captions/cues.ts'
import type { Screen } from '#rules/captions/style.ts'
import type { Overlay } from '#rules/deliver/platforms.ts'
import type { Delivered } from './delivered.ts'
import { captionInsets, fontSizeOf, raisedBy, rowOfFont } from '#rules/captions/style.ts'
import { lineWidth, widthOf } from '#rules/captions/width.ts'
import { keyFramesOf, movedAt } from '#rules/sequence/motion.ts'
import { drawnCaptions, groupsOf, lineOfFont, titlesShown } from './caption-findings.ts'
import { placeOf } from './delivered.ts'

/** Shares of the picture. */
interface Box { readonly left: number, readonly top: number, readonly right: number, readonly bottom: number }

export function coveredPlaces(delivered: Delivered): FindingPlace[] {
  const { screen, covered, captionMode } = delivered
  if (screen === null || covered === null)
    return []
  const shown = { ...screen, covered }
  const burned = captionMode === 'burned' ? groupsOf(delivered) : []
  return [
    ...burned.flatMap(group => drawnCaptions(delivered, group).flatMap(({ track, clip, cues }) =>
      cues.some(cue => isCovered(boxOf(cue, group.track.style, shown), covered))
        ? placeOf(delivered, track, clip, { name: clip.text })
        : [])),
    ...titlesShown(delivered).flatMap(({ track, clip, text }) => {
      const { title } = clip
      const box = title && boxOf({ lines: text.split('\n') }, title.style, screen)
      const turns = [0, clip.length - 1, ...keyFramesOf(clip)].map(frame => movedAt(clip, frame))
      const isHidden = box && turns.some(place => isCovered(moved(box, place), covered))
      return isHidden && turns.some(({ opacity }) => opacity > 0) ? placeOf(delivered, track, clip, { name: text }) : []
    }),
  ]
}

/** About: as wide and as high as the words are, in the font that is used most. */
function boxOf(
  { lines, rowsBelow = 0 }: Pick<Cue, 'lines' | 'rowsBelow'>,
  style: TextStyle,
  screen: Pick<Screen, 'width' | 'height' | 'covered'>,
): Box {
  const size = fontSizeOf(screen, style)
  const { left: before, right: behind, edge: usual } = captionInsets(screen, style)
  const edge = usual + raisedBy(rowsBelow, screen, style)
  const room = screen.width - before - behind
  const wide = lines.map(line => widthOf(line) / lineWidth * rowOfFont * size)
  // Rows that are too wide are broken again where they are drawn.
  const rows = wide.reduce((sum, width) => sum + Math.max(1, Math.ceil(width / room - 0.02)), 0)
  const width = Math.min(room, Math.max(0, ...wide)) / screen.width
  const height = rows * size * lineOfFont / screen.height
  const left = {
    left: before / screen.width,
    centre: (before + room / 2) / screen.width - width / 2,
    right: 1 - behind / screen.width - width,
  }[style.align]
  const top = { top: edge / screen.height, middle: (1 - height) / 2, bottom: 1 - edge / screen.height - height }[style.place]
  return { left, top, right: left + width, bottom: top + height }
}

interface Place { readonly x: number, readonly y: number, readonly scale: number }

/** Around the middle of the picture, as a title is. */
function moved({ left, top, right, bottom }: Box, { x, y, scale }: Place): Box {
  const at = (value: number, shift: number): number => 0.5 + shift + (value - 0.5) * scale
  return { left: at(left, x), top: at(top, y), right: at(right, x), bottom: at(bottom, y) }
}

/** By more than a hundredth: what is measured is not drawn to the pixel. */
function isCovered({ left, top, right, bottom }: Box, overlay: Overlay): boolean {
  const much = 0.01
  return top < overlay.top - much || bottom > 1 - overlay.bottom + much || left < overlay.left - much || right > 1 - overlay.right + much
}
