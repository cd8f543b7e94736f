/** Edit lists as CMX3600: one picture track and up to four of sound, as conforming tools read them. */
import type { FrameRate } from '#contract/sequence-document.ts'
import type { EditList, PicturePiece, SoundPiece } from './edit-list.ts'
import { samplesPerSecond } from '#rules/sequence/frames.ts'
import { isDropFrame, timecode } from '#rules/sequence/timecode.ts'
import { withoutDisabled } from './edit-list.ts'
import { oneRow } from './one-row.ts'

const mostSounds = 4
const mostEvents = 999

/** What the format has no room for; see `edlLacks`. */
export interface EdlLacks {
  readonly pictureTracks: number
  readonly soundTracks: number
  readonly events: number
}

interface Event {
  readonly piece: PicturePiece | SoundPiece
  readonly channel: string
  /** The first frame of the source. */
  readonly from: number
  /** What ends where it begins. */
  readonly previous: PicturePiece | SoundPiece | null
}

/** In order of time. CRLF between rows; letters beyond ASCII only in comments. */
export function toEdl(list: EditList): string {
  const all = eventsOf(list)
  const files = [...new Set(all.map(({ piece }) => piece.file.id))]
  const reels = new Map(files.map((id, index) => [id, `T${String(index + 1).padStart(4, '0')}`]))
  const clock = (frame: number): string => timecode(frame, list.rate)
  const reelOf = ({ file }: PicturePiece | SoundPiece): string => reels.get(file.id) ?? 'AX'
  const rows = all.slice(0, mostEvents).flatMap(({ piece, channel, from, previous }, index) => {
    const { start, length, speed, crossIn } = piece
    const row = (reel: string, kind: string, times: readonly number[]): string =>
      `${String(index + 1).padStart(3, '0')}  ${reel.padEnd(8)} ${channel.padEnd(5)} ${kind.padEnd(8)} ${times.map(clock).join(' ')}`
    const own = [from, from + consumed(length, speed), start, start + length]
    const motionOf = (moved: PicturePiece | SoundPiece, at: number): string[] => {
      const pace = paceOf(moved)
      const speeded = (list.rate.numerator / list.rate.denominator * pace).toFixed(1)
      const written = speeded.startsWith('-') ? `-${speeded.slice(1).padStart(5, '0')}` : speeded.padStart(5, '0')
      return pace === 1 ? [] : [`M2   ${reelOf(moved).padEnd(8)}       ${written}                ${clock(at)}`]
    }
    const dissolved = crossIn > 0 ? previous : null
    const cut = dissolved ? sourceEnd(dissolved, list.rate) : 0
    return [
      ...dissolved
        ? [
            row(reelOf(dissolved), 'C', [cut, cut, start, start]),
            row(reelOf(piece), `D    ${String(Math.min(mostEvents, crossIn)).padStart(3, '0')}`, own),
            `* FROM CLIP NAME: ${oneRow(dissolved.name)}`,
            `* TO CLIP NAME: ${oneRow(piece.name)}`,
          ]
        : [row(reelOf(piece), 'C', own), `* FROM CLIP NAME: ${oneRow(piece.name)}`],
      // Two of one reel could not be told apart.
      ...dissolved && dissolved.file.id !== piece.file.id ? motionOf(dissolved, cut) : [],
      ...motionOf(piece, from),
      // Conforming tools compare it with the names of files, letter by letter.
      `* SOURCE FILE: ${oneRow(piece.file.path.split('/').at(-1) ?? '')}`,
      `* TAKE: ${piece.file.id}`,
    ]
  })
  return [`TITLE: ${oneRow(list.name)}`, `FCM: ${isDropFrame(list.rate) ? '' : 'NON-'}DROP FRAME`, '', ...rows, ''].join('\r\n')
}

/** Whether anything of these was left out: 0 is nothing. */
export function edlLacks(list: EditList): EdlLacks {
  const { pictures, sounds } = withoutDisabled(list)
  return {
    pictureTracks: Math.max(0, pictures.length - 1),
    soundTracks: Math.max(0, sounds.length - mostSounds),
    events: Math.max(0, eventsOf(list).length - mostEvents),
  }
}

function eventsOf(list: EditList): Event[] {
  const { pictures: [pictures], sounds, rate } = withoutDisabled(list)
  const eventsOn = (pieces: readonly (PicturePiece | SoundPiece)[], channel: string): Event[] =>
    pieces.map((piece, index) => ({ piece, channel, from: sourceStart(piece, rate), previous: before(piece, pieces[index - 1]) }))
  const heard = sounds.slice(0, mostSounds).flatMap(({ pieces }, track) => eventsOn(pieces, track === 0 ? 'A' : `A${track + 1}`))
  return [...eventsOn(pictures?.pieces ?? [], 'V'), ...heard].sort((a, b) => a.piece.start - b.piece.start)
}

/** How fast it is played; less than 0 backwards, 0 for a held frame. */
function paceOf(piece: PicturePiece | SoundPiece): number {
  const { isFrozen = false, isReversed = false }: Pick<PicturePiece, 'isFrozen' | 'isReversed'> = piece
  return isFrozen ? 0 : piece.speed / 100 * (isReversed ? -1 : 1)
}

/** The piece that ends where this one begins. */
function before(piece: PicturePiece | SoundPiece, last: PicturePiece | SoundPiece | undefined): PicturePiece | SoundPiece | null {
  return last && last.start + last.length === piece.start ? last : null
}

/** In frames of the list. */
function sourceStart(piece: PicturePiece | SoundPiece, { numerator, denominator }: FrameRate): number {
  return 'isStill' in piece ? Math.round(piece.in) : Math.round(piece.in / samplesPerSecond * numerator / denominator)
}

/** Where in its source it ends, in frames of the list: played backwards it ends where its source begins, and a held frame moves nowhere. */
function sourceEnd(piece: PicturePiece | SoundPiece, rate: FrameRate): number {
  return sourceStart(piece, rate) + (paceOf(piece) > 0 ? consumed(piece.length, piece.speed) : 0)
}

/** Frames of the source. */
function consumed(length: number, speed: number): number {
  return Math.max(1, Math.round(length * speed / 100))
}
