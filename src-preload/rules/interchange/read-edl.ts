/** Reads edit decision lists in the form CMX3600. They do not say their frame rate: times are counted in frames of the rate given. */
import type { FrameRate } from '#contract/sequence-document.ts'
import type { ListedClip, ReadList } from './list.ts'
import { createLeft, fileNameOf, plainClip, UnreadableListError } from './list.ts'

/** `001  T0001  V  D  010  00:00:00:00 00:00:01:10 00:00:01:00 00:00:02:10` */
const event = /^(\d+)\s+(\S+)\s+(\S+)\s+(C|D|W\d+|K\S*)\s+(?:(\d{1,4})\s+)?(\S+)\s+(\S+)\s+(\S+)\s+(\S+)\s*$/
const time = /^(\d{1,2}):(\d{2}):(\d{2})[:;](\d{2})$/
/** `M2   T0001   059.9   00:00:00:00` */
const motion = /^M2\s+\S+\s+(-?\d+(?:\.\d+)?)\s/
const comment = /^\*\s*(FROM CLIP NAME|TO CLIP NAME|SOURCE FILE|TAKE)\s*:(.*)$/

interface Event {
  readonly channels: readonly string[]
  readonly kind: string
  readonly frames: number
  readonly times: readonly [number, number, number, number]
  readonly reel: string
  /** What the comments behind it say. */
  from?: string
  to?: string
  file?: string
  take?: string
  /** Frames per second of the source. */
  pace?: number
}

/** @throws UnreadableListError */
export function readEdl(text: string, rate: FrameRate): ReadList {
  const left = createLeft()
  const second = Math.max(1, Math.round(rate.numerator / rate.denominator))
  const events: Event[] = []
  let name = ''
  let isDropFrame = false
  for (const row of text.split(/\r\n|\r|\n/).map(each => each.trim())) {
    if (row.startsWith('TITLE:'))
      name = row.slice(6).trim()
    else if (row.startsWith('FCM:'))
      isDropFrame = /\bDROP/.test(row) && !/\bNON/.test(row)
    else
      readRow(row, { events, second, isDropFrame, left })
  }
  if (events.length === 0)
    throw new UnreadableListError('no event of an edit decision list')
  const first = Math.min(...events.map(({ times }) => times[2]))
  // A film that begins at one hour begins at zero here.
  const origin = Math.floor(first / (3600 * second)) * 3600 * second
  const channels = [...new Set(events.flatMap(each => each.channels))].sort()
  const tracks = channels.map(channel => ({
    kind: channel === 'V' ? 'pictures' as const : 'sound' as const,
    name: '',
    clips: clipsOf(events.filter(each => each.channels.includes(channel)), { origin, second, isPicture: channel === 'V', left }),
  }))
  return {
    ...{ name, rate: null, size: null, markers: [], compounds: new Map(), monoDb: 0, left: left.all },
    tracks: tracks.filter(({ clips }) => clips.length > 0),
  }
}

interface Reading {
  readonly events: Event[]
  /** Frames in a second of time code. */
  readonly second: number
  readonly isDropFrame: boolean
  readonly left: ReturnType<typeof createLeft>
}

function readRow(row: string, { events, second, isDropFrame, left }: Reading): void {
  const [, , reel, channel, kind, frames, ...codes] = event.exec(row) ?? []
  const times = codes.map(code => framesIn(code, second, isDropFrame))
  if (reel !== undefined && channel !== undefined && kind !== undefined && times.length === 4 && times.every(each => each !== null)) {
    const channels = channelsOf(channel)
    if (channels.length === 0)
      left.add('tracks')
    // All four are numbers, as was just checked.
    events.push({ channels, kind, frames: Number(frames ?? 0), times: times as unknown as Event['times'], reel })
    return
  }
  const last = events.at(-1)
  const [, pace] = motion.exec(row) ?? []
  const [, what, words = ''] = comment.exec(row) ?? []
  if (!last)
    return
  if (pace !== undefined)
    last.pace = Number(pace)
  else if (what === 'FROM CLIP NAME')
    last.from = words.trim()
  else if (what === 'TO CLIP NAME')
    last.to = words.trim()
  else if (what === 'SOURCE FILE')
    last.file = words.trim()
  else if (what === 'TAKE')
    last.take = words.trim()
}

/** `V`, `A`, `A2`, `AA`, `AA/V`, `B` for both; none for others. */
function channelsOf(channel: string): string[] {
  if (channel === 'B')
    return ['A1', 'V']
  return channel.split('/').flatMap((part) => {
    const [, number] = /^A(\d?)$/.exec(part) ?? []
    if (number !== undefined)
      return [`A${number || '1'}`]
    return part === 'AA' ? ['A1', 'A2'] : part === 'V' ? ['V'] : []
  })
}

/** Frames of a time code; null for anything else. With dropped numbers, the first two of each minute but every tenth are left out. */
function framesIn(code: string, second: number, isDropFrame: boolean): number | null {
  const [hours, minutes, seconds, frames] = (time.exec(code) ?? []).slice(1).map(Number)
  if (hours === undefined || minutes === undefined || seconds === undefined || frames === undefined)
    return null
  const allMinutes = hours * 60 + minutes
  const dropped = isDropFrame || code.includes(';') ? Math.round(second / 15) * (allMinutes - Math.floor(allMinutes / 10)) : 0
  return (allMinutes * 60 + seconds) * second + frames - dropped
}

interface From extends Pick<Reading, 'second' | 'left'> { readonly origin: number, readonly isPicture: boolean }

function clipsOf(events: readonly Event[], { origin, second, isPicture, left }: From): ListedClip[] {
  const clips: ListedClip[] = []
  for (const { kind, frames, times: [from, until, start, end], reel, from: fromName, to, file, take, pace } of events) {
    // The first row of a dissolve says where the one before ends.
    if (end <= start)
      continue
    if (kind.startsWith('W') || kind.startsWith('K'))
      left.add('transitions')
    const isBlack = reel === 'BL' || reel === 'BLACK'
    // Pictures are held or played backwards; a sound is neither.
    if (isBlack || (!isPicture && (pace ?? 1) <= 0)) {
      left.add(isBlack ? 'generators' : 'speeds')
      continue
    }
    const [isFrozen, isReversed] = [pace === 0, (pace ?? 0) < 0]
    const asked = pace === undefined ? (until - from) / (end - start) : Math.abs(pace) / second
    const speed = isFrozen ? 100 : Math.round(100 * asked)
    const isPlayable = speed >= 10 && speed <= 1000
    if (!isPlayable)
      left.add('speeds')
    const name = (kind === 'D' ? to : fromName) ?? fromName ?? fileNameOf(file ?? '') ?? reel
    clips.push({
      ...plainClip,
      name,
      start: start - origin,
      length: end - start,
      in: from,
      speed: isPlayable ? speed : 100,
      ...isFrozen && { isFrozen },
      ...isReversed && { isReversed },
      crossIn: kind === 'D' ? Math.min(frames, end - start) : 0,
      media: { name: fileNameOf(file ?? '') || name || reel, takeId: take ?? null, seconds: null },
    })
  }
  return clips
}
