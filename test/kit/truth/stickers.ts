/** A film with every sticker over it, one after another: placed, sized, turned and half clear. */
import type { PictureClip, SequenceDocument, Track } from '#contract/sequence-document.ts'
import type { Take } from '#contract/takes.ts'
import type { ClipId, TrackId } from '#contract/words.ts'
import { framesWithin } from '#rules/sequence/frames.ts'
import { plainLook, plainTrack } from '#rules/sequence/new-tracks.ts'
import { size } from './arbitrary.ts'

const rate = { numerator: 25, denominator: 1 }
const framesOfEach = 8

/** A frame of each. */
export function stickerMoments([, ...stickers]: readonly Take[]): number[] {
  return stickers.map((_, at) => at * framesOfEach + 5)
}

/** The first take is the film below them. */
export function stickerDocument([film, ...stickers]: readonly Take[]): SequenceDocument {
  const clip = (take: Take, at: number, has: Partial<PictureClip>): PictureClip => ({
    ...{ id: `clip-${at}-${take.id}` as ClipId, start: at, length: framesOfEach, linkId: null, lineId: null, in: 0, speed: 100 },
    sourceLength: take.medium === 'video' ? framesWithin(take.asset.durationSeconds ?? 0, rate) : null,
    ...{ fadeIn: 0, fadeOut: 0, crossIn: 0, takeId: take.id, title: null, look: plainLook, ...has },
  })
  const track = (id: string, clips: readonly PictureClip[]): Track =>
    ({ ...plainTrack('pictures', id as TrackId), clips: Object.fromEntries(clips.map(one => [one.id, one])) } as Track)
  const looks = [{ scale: 0.6, x: 0.2, y: -0.1 }, { scale: 0.9, rotation: 20 }, { scale: 0.5, opacity: 0.6, x: -0.2 }]
  const tracks = [
    track('below', film ? [clip(film, 0, { length: stickers.length * framesOfEach })] : []),
    track('stickers', stickers.map((take, at) => clip(take, at * framesOfEach, { look: { ...plainLook, ...looks[at % looks.length] } }))),
  ]
  return {
    ...{ name: 'Stickers', ...size, rate, background: '#204060', inFrame: null, outFrame: null, markers: {} },
    ...{ trackIds: tracks.map(({ id }) => id), tracks: Object.fromEntries(tracks.map(one => [one.id, one])) },
  }
}
