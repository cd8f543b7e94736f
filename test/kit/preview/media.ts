/** Media whose every frame can be told from any other, and documents that play them. */
import type { PictureClip, SequenceDocument, SoundClip, SoundingTrack } from '#contract/sequence-document.ts'
import type { ClipId, TakeId, TrackId } from '#contract/words.ts'
import type { PictureSource, SoundSource } from '../../../src-renderer/player/preview/media.ts'
import type { MediaKit } from '../media.ts'
import { readFile } from 'node:fs/promises'

const boxes = 12
/** Of the burned number the lower bits count frames, the upper ones say which file it is. */
const frameBits = 8
export const burned = (file: number, frame: number): number => file * 2 ** frameBits + frame

export const picture = { width: 640, height: 360 } as const

/** A shot as a proxy is made: short GOPs, no B-frames. The number of each frame is burned as white boxes. */
export async function makeShot(
  media: MediaKit,
  file: number,
  shot: { seconds: number, rate?: string, filters?: readonly string[], args?: readonly string[] },
): Promise<PictureSource> {
  const { width, height } = picture
  const box = width / 16
  const drawn = Array.from({ length: boxes }, (_, bit) => {
    const when = bit < frameBits ? `:enable='gte(mod(n,${2 ** (bit + 1)}),${2 ** bit})'` : ''
    const isOn = bit < frameBits || (file >> (bit - frameBits)) % 2 === 1
    return isOn ? `drawbox=x=${bit * box}:y=0:w=${box}:h=${box}:color=white:t=fill${when}` : null
  })
  const colour = ['0x305060', '0x603050', '0x506030'][file % 3]
  const name = `shot-${file}.mp4`
  await media.make(name, [
    ...['-f', 'lavfi', '-i', `color=c=${colour}:s=${width}x${height}:r=${shot.rate ?? '30'}:d=${shot.seconds}`],
    ...['-vf', [...drawn.filter(Boolean), ...shot.filters ?? [], 'scale=out_color_matrix=bt709:out_range=tv', 'format=yuv420p'].join(',')],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '15', '-bf', '0', '-colorspace', 'bt709', '-movflags', '+faststart'],
    ...shot.args ?? [],
  ])
  return { kind: 'video', name, url: `/${name}`, ...picture }
}

export async function makeSound(media: MediaKit, number: number, seconds: number): Promise<SoundSource> {
  const name = `sound-${number}.wav`
  const wave = (frequency: number): string => `0.3*sin(2*PI*(${frequency}+20*t)*t)+0.05*random(${number})-0.025`
  await media.make(name, [
    ...['-f', 'lavfi', '-i', `aevalsrc=exprs=${wave(200 + 70 * number)}|${wave(310 + 50 * number)}:s=48000:d=${seconds}`],
    ...['-c:a', 'pcm_s16le', '-bitexact'],
  ])
  const bytes = await readFile(media.file(name))
  const dataOffset = bytes.indexOf('data') + 8
  return { kind: 'sound', name, url: `/${name}`, samples: (bytes.length - dataOffset) / 4, dataOffset }
}

export async function makeStill(
  media: MediaKit,
  name: string,
  colour: string,
  size: { width: number, height: number },
): Promise<PictureSource> {
  await media.picture(name, { ...size, colour })
  return { kind: 'still', name, url: `/${name}`, ...size }
}

export const take = (number: number): TakeId => `take-${number}` as TakeId
const clipIdOf = (name: string): ClipId => name as ClipId
export const look = {
  x: 0,
  y: 0,
  scale: 1,
  fit: 'contain',
  rotation: 0,
  opacity: 1,
  crop: { left: 0, top: 0, right: 0, bottom: 0 },
} as const

const played = { linkId: null, in: 0, speed: 100, fadeIn: 0, fadeOut: 0, crossIn: 0, lineId: null }

export function shotClip(name: string, takeId: TakeId, start: number, length: number, more: Partial<PictureClip> = {}): PictureClip {
  return { ...played, id: clipIdOf(name), takeId, title: null, start, length, sourceLength: 100_000, look, ...more }
}

export function soundClip(name: string, takeId: TakeId, start: number, length: number, more: Partial<SoundClip> = {}): SoundClip {
  return { ...played, id: clipIdOf(name), takeId, start, length, sourceLength: 100_000_000, gainDb: 0, points: [], ...more }
}

function byId<Clip extends { id: string }>(clips: readonly Clip[]): Record<string, Clip> {
  return Object.fromEntries(clips.map(clip => [clip.id, clip]))
}

export interface Tracks {
  readonly pictures?: readonly (readonly PictureClip[])[]
  readonly sounds?: readonly (Partial<SoundingTrack> & { readonly with: readonly SoundClip[] })[]
}

/** A document of these tracks, the lowest first, at 30 frames a second. */
export function aDocument({ pictures = [], sounds = [] }: Tracks, more: Partial<SequenceDocument> = {}): SequenceDocument {
  const basic = { name: '', isMuted: false, isLocked: false, height: 60 }
  const tracks = [
    ...pictures.map((clips, index) => ({ ...basic, id: `pictures-${index}` as TrackId, kind: 'pictures' as const, clips: byId(clips) })),
    ...sounds.map(({ with: clips, ...track }, index) => ({
      ...basic,
      id: `sounds-${index}` as TrackId,
      kind: 'sound' as const,
      isSoloed: false,
      gainDb: 0,
      ducking: null,
      ...track,
      clips: byId(clips),
    })),
  ]
  return {
    name: 'A sequence',
    ...picture,
    rate: { numerator: 30, denominator: 1 },
    background: '#000000',
    inFrame: null,
    outFrame: null,
    markers: {},
    trackIds: tracks.map(track => track.id),
    tracks: Object.fromEntries(tracks.map(track => [track.id, track])),
    ...more,
  }
}
