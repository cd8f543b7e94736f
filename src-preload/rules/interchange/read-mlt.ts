/** Reads MLT XML, as Shotcut, Kdenlive and Takeroom write it: the tracks of the main tractor, and the clips of their playlists. */
import type { FrameRate } from '#contract/sequence-document.ts'
import type { Key, ListedClip, ListedMedia, ListedTrack, ReadList, ReadMarker } from './list.ts'
import type { Element } from './xml.ts'
import { createLeft, fadesOf, fileNameOf, inTracks, plainClip, rateNear, UnreadableListError } from './list.ts'
import { childOf, childrenOf, readXml } from './xml.ts'

/** Filters that say what is read, or that Takeroom writes for what is only seen. */
const known: ReadonlySet<string> = new Set(['volume', 'qtblend', 'qtcrop', 'channelcopy', 'avfilter.subtitles'])
/** Services that make a picture of nothing. */
const generators: ReadonlySet<string>
  = new Set(['color', 'colour', 'noise', 'count', 'frei0r.test_pat_B', 'kdenlivetitle', 'qtext', 'pango'])

/** MLT makes stereo of mono 3 dB quieter than it is heard elsewhere. */
const monoDb = -20 * Math.log10(Math.SQRT2)

const backgrounds: ReadonlySet<string> = new Set(['background', 'black_track'])

interface Reading {
  readonly rate: FrameRate
  readonly byId: ReadonlyMap<string, Element>
  readonly left: ReturnType<typeof createLeft>
}

/** @throws UnreadableListError */
export function readMlt(text: string): ReadList {
  const root = readXml(text)
  const profile = childOf(root, 'profile')
  const [over, under] = ['frame_rate_num', 'frame_rate_den'].map(name => Number(profile?.attributes.get(name) ?? 0))
  const rate = over && under ? rateNear(over / under) : null
  const byId = new Map(root.children.map(child => [child.attributes.get('id') ?? '', child]))
  const tractors = childrenOf(root, 'tractor')
  const main = tractors.find(tractor => propertyOf(tractor, 'shotcut') === '1')
    ?? byId.get(root.attributes.get('producer') ?? '')
    ?? tractors.at(-1)
  if (root.name !== 'mlt' || rate === null || main?.name !== 'tractor')
    throw new UnreadableListError('no timeline of MLT')
  const reading: Reading = { rate, byId, left: createLeft() }
  const [width, height] = ['width', 'height'].map(name => Number(profile?.attributes.get(name) ?? 0))
  return {
    name: main.attributes.get('title') ?? root.attributes.get('title') ?? '',
    rate,
    size: width && height ? { width, height } : null,
    tracks: [
      ...tracksOf(main, 'pictures', reading),
      ...tracksOf(main, 'sound', reading),
    ],
    markers: markersOf(main, rate),
    monoDb,
    left: reading.left.all,
  }
}

function propertyOf(element: Element | undefined, name: string): string | undefined {
  return childrenOf(element, 'property').find(each => each.attributes.get('name') === name)?.text
}

/** Lowest first. Kdenlive has a tractor of two playlists for each of its tracks. */
function tracksOf(main: Element, kind: ListedTrack['kind'], reading: Reading): ListedTrack[] {
  const tracks = childrenOf(main, 'track').flatMap((track): { playlist: Element, isSound: boolean }[] => {
    const of = reading.byId.get(track.attributes.get('producer') ?? '')
    const isHidden = track.attributes.get('hide') === 'video'
    const playlists = of?.name === 'tractor'
      ? childrenOf(of, 'track').flatMap(inner => reading.byId.get(inner.attributes.get('producer') ?? '') ?? [])
      : of ? [of] : []
    const isSound = isHidden || propertyOf(of, 'kdenlive:audio_track') === '1' || propertyOf(of, 'shotcut:audio') === '1'
    return playlists.map(playlist => ({ playlist, isSound }))
  })
  // The lowest is the background of the film.
  const own = tracks.filter(({ playlist, isSound }) => isSound === (kind === 'sound')
    && !backgrounds.has(playlist.attributes.get('id') ?? ''))
  return own.flatMap(({ playlist }) => {
    const clips = clipsOf(playlist, kind, reading)
    return clips.length === 0 ? [] : inTracks(kind, propertyOf(playlist, 'shotcut:name') ?? '', clips)
  })
}

/** Frames of `125` or of `00:00:05.000`. */
function framesOf(text: string | undefined, { numerator, denominator }: FrameRate): number {
  const [, hours = '0', minutes = '0', seconds = '0'] = /^(\d+):(\d+):(\d+(?:[.,]\d+)?)$/.exec(text ?? '') ?? []
  if (!(text ?? '').includes(':'))
    return Math.round(Number(text ?? 0)) || 0
  return Math.round(((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds.replace(',', '.'))) * numerator / denominator)
}

function clipsOf(playlist: Element, kind: ListedTrack['kind'], reading: Reading): ListedClip[] {
  const { rate, byId, left } = reading
  const clips: ListedClip[] = []
  let at = 0
  /** A transition of Shotcut is a clip of its own: it belongs to the one that follows. */
  let mixed: { readonly length: number, readonly from: number } | null = null
  for (const item of playlist.children) {
    if (item.name === 'blank') {
      at += framesOf(item.attributes.get('length'), rate)
      mixed = null
    }
    if (item.name !== 'entry')
      continue
    const [from, until] = [framesOf(item.attributes.get('in'), rate), framesOf(item.attributes.get('out'), rate)]
    const length = until - from + 1
    const producer = byId.get(item.attributes.get('producer') ?? '')
    if (producer?.name === 'tractor') {
      const incoming = childrenOf(producer, 'track')[1]
      if (propertyOf(producer, 'shotcut:transition') !== undefined && incoming)
        mixed = { length, from: framesOf(incoming.attributes.get('in'), rate) }
      else
        left.add('nested')
    }
    else if (producer && length > 0) {
      const start = mixed ? at - mixed.length : at
      const clip = clipOf(producer, kind, { start, length: length + (mixed?.length ?? 0), from: mixed?.from ?? from }, reading)
      if (clip)
        clips.push({ ...clip, crossIn: mixed?.length ?? 0 })
      mixed = null
    }
    at += Math.max(0, length)
  }
  return clips
}

function clipOf(
  producer: Element,
  kind: ListedTrack['kind'],
  { start, length, from }: { readonly start: number, readonly length: number, readonly from: number },
  { left }: Reading,
): ListedClip | null {
  const service = propertyOf(producer, 'mlt_service') ?? ''
  const resource = propertyOf(producer, 'warp_resource') ?? propertyOf(producer, 'resource') ?? ''
  if (generators.has(service) || resource === '') {
    left.add('generators')
    return null
  }
  const asked = Math.round(100 * Number(propertyOf(producer, 'warp_speed') ?? 1))
  const speed = asked >= 10 && asked <= 1000 ? asked : 100
  if (speed !== asked)
    left.add('speeds')
  const filters = childrenOf(producer, 'filter')
  left.add('effects', filters.filter(filter => !known.has(propertyOf(filter, 'mlt_service') ?? '')).length)
  const of = (name: string): Element | undefined => filters.find(filter => propertyOf(filter, 'mlt_service') === name)
  const opacity = keysOf(propertyOf(of('qtblend'), 'rect'), text => Number(text.trim().split(/\s+/)[4] ?? 1))
  const levels = keysOf(propertyOf(of('volume'), 'level'), Number)
  const media: ListedMedia = {
    name: fileNameOf(resource),
    takeId: propertyOf(producer, 'takeroom:take') ?? null,
    seconds: null,
  }
  const fades = kind === 'pictures' ? fadesOf(opacity, length) : { fadeIn: 0, fadeOut: 0 }
  return {
    ...plainClip,
    name: propertyOf(producer, 'shotcut:caption') ?? media.name,
    ...{ start, length, speed, media, ...fades },
    // A clip of another speed is counted as it is played.
    in: Math.max(0, service === 'qimage' || service === 'pixbuf' ? 0 : from * speed / 100),
    title: propertyOf(producer, 'takeroom:title') ?? null,
    gain: kind === 'sound' ? levels.map(({ at, value }) => ({ at: Math.max(0, at), db: value })) : [],
  }
}

/** `0=1;25=0`, or one value alone. */
function keysOf(text: string | undefined, read: (text: string) => number): Key[] {
  if (text === undefined)
    return []
  return text.split(';').flatMap((part): Key[] => {
    const [, at = '0', value = part] = /^(-?\d+)[~|]?=(.*)$/.exec(part) ?? []
    const number = read(value)
    return Number.isFinite(number) ? [{ at: Number(at), value: number }] : []
  })
}

function markersOf(main: Element, rate: FrameRate): ReadMarker[] {
  const list = childrenOf(main, 'properties').find(each => each.attributes.get('name') === 'shotcut:markers')
  return childrenOf(list, 'properties').map(marker => ({
    at: framesOf(propertyOf(marker, 'start'), rate),
    name: (propertyOf(marker, 'text') ?? '').slice(0, 200),
    colour: 'blue' as const,
    note: '',
  }))
}
