/** Reads edit decision lists in the form CMX3600. They do not say their frame rate: times are counted in frames of the rate given. */
import type { FrameRate } from '#contract/sequence-document.ts'
import type { Direction } from '#contract/transition.ts'
import type { ListedClip, ReadList, ReadMarker } from './list.ts'
import { MarkerColour } from '#contract/sequence-document.ts'
import { createLeft, fileNameOf, inTracks, plainClip, UnreadableListError } from './list.ts'

/** `001  T0001  V  D  010  00:00:00:00 00:00:01:10 00:00:01:00 00:00:02:10`; names of reels may have spaces. */
const event = /^(\d{1,6})\s+(\S.{0,200}?)\s+(\S+)\s+(C|D|W\d+|K ?[BO]?)\s+(?:(\d{1,4})\s+)?([\d:;.,]+)\s+([\d:;.,]+)\s+([\d:;.,]+)\s+([\d:;.,]+)$/
const time = /^(\d{1,2})[:;.](\d{2})[:;.](\d{2})[:;.,](\d{2,3})$/
/** `M2   T0001   059.9   00:00:00:00` */
const motion = /^M2\s+(\S.{0,200}?)\s+([+-]?\d+(?:\.\d+)?)(?:\s+[\d:;.,]+)?$/
const comment = /^\*\s*(FROM CLIP NAME|TO CLIP NAME|SOURCE FILE|TAKE)\s*:(.*)$/
/** `* LOC: 01:00:01:00 RED     Fix this` */
const locator = /^\*\s*LOC\s*:\s*([\d:;.,]+)\s+(\S+)((?:\s.*)?)$/
/** The event before it is the place of a marker, and no clip. */
const resolveMarker = /^\|C:ResolveColor(\w+)\s*\|M:([^|]*)/
/** Sounds of an event that has no other channels, or has more. */
const sounds34 = /^AUD\s+([34])(?:\s+([34]))?$/
/** Wipes of SMPTE that are the same here. */
const directions = new Map<number, Direction>([[1, 'right'], [2, 'down'], [101, 'left'], [102, 'up']])

/** Of a row; no program writes longer ones. */
const mostLetters = 1000

interface Event {
  readonly number: string
  channels: readonly string[]
  readonly kind: string
  readonly frames: number
  times: readonly [number, number, number, number]
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
  // Only these rates drop numbers, whatever the list says.
  const drops = rate.denominator === 1001 && second % 30 === 0
  const reading: Reading = { events: [], marks: [], second, drops, isDropFrame: false, left }
  let name = ''
  for (const row of text.split(/\r\n|\r|\n/).map(each => each.trim())) {
    if (row.startsWith('TITLE:'))
      name = row.slice(6).trim()
    else if (row.startsWith('FCM:'))
      reading.isDropFrame = drops && /\bDROP/.test(row) && !/\bNON/.test(row)
    else
      readRow(row, reading)
  }
  const { marks } = reading
  if (reading.events.length === 0 && marks.length === 0)
    throw new UnreadableListError('no event of an edit decision list')
  const day = hourOf(reading) * 24
  const events = inOrder(reading.events, day, left)
  const isOverMidnight = events.some(({ times: [, , , end] }) => end > day)
  const recorded = (at: number): number => isOverMidnight && at < day / 2 ? at + day : at
  const origin = originOf([...events.map(({ times }) => times[2]), ...marks.map(({ at }) => recorded(at))], reading)
  left.add('tracks', events.filter(({ channels }) => channels.length === 0).length)
  const channels = [...new Set(events.flatMap(each => each.channels))].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
  const heard = new Set<string>()
  const tracks = channels.flatMap((channel) => {
    const isPicture = channel.startsWith('V')
    const clips = clipsOf(events.filter(each => each.channels.includes(channel)), { origin, second, isPicture, left })
    return inTracks(isPicture ? 'pictures' : 'sound', '', isPicture ? clips : clips.filter(clip => isFirst(clip, heard)))
  })
  return {
    ...{ name, rate: null, size: null, compounds: new Map(), monoDb: 0, left: left.all, tracks },
    markers: marks.map(({ at, ...words }) => ({ at: Math.max(0, recorded(at) - origin), ...words })),
  }
}

interface Reading {
  readonly events: Event[]
  readonly marks: ReadMarker[]
  /** Frames in a second of time code. */
  readonly second: number
  /** The rate can drop numbers. */
  readonly drops: boolean
  isDropFrame: boolean
  readonly left: ReturnType<typeof createLeft>
}

function readRow(whole: string, reading: Reading): void {
  const { events, marks, left } = reading
  const row = whole.slice(0, mostLetters)
  const [, number, reel, channel, kind, frames, ...codes] = event.exec(row) ?? []
  const times = codes.map(code => framesIn(code, reading))
  if (number !== undefined && reel !== undefined && channel !== undefined && kind !== undefined
    && times.length === 4 && times.every(each => each !== null)) {
    // All four are numbers, as was just checked.
    const four = times as unknown as Event['times']
    events.push({ number, channels: channelsOf(channel), kind, frames: Number(frames ?? 0), times: four, reel })
    return
  }
  if (/^\d{1,6}\s+\S/.test(row))
    left.add('rows')
  const [, at = '', colour, words = ''] = locator.exec(row) ?? []
  const found = framesIn(at, reading)
  if (colour !== undefined && found !== null)
    marks.push(markOf(found, colour, words))
  const last = events.at(-1)
  if (last)
    readAbout(row, last, reading)
}

/** What a row says about the event before it. */
function readAbout(row: string, last: Event, { events, marks }: Reading): void {
  const [, reel, pace] = motion.exec(row) ?? []
  const [, what, words = ''] = comment.exec(row) ?? []
  const [, colour, note = ''] = resolveMarker.exec(row) ?? []
  const [, ...sounds] = sounds34.exec(row) ?? []
  const before = events.at(-2)
  if (pace !== undefined) {
    // Of a dissolve, the speed of the clip that goes is that of its own event.
    if (!(before?.number === last.number && reel === before.reel && reel !== last.reel))
      last.pace = Number(pace)
  }
  else if (colour !== undefined) {
    events.pop()
    marks.push(markOf(last.times[2], colour, note))
  }
  else if (sounds.length > 0) {
    last.channels = [...last.channels, ...sounds.flatMap(each => each ? `A${each}` : [])]
  }
  else if (what === 'FROM CLIP NAME') {
    last.from = words.trim()
  }
  else if (what === 'TO CLIP NAME') {
    last.to = words.trim()
  }
  else if (what === 'SOURCE FILE') {
    last.file = words.trim()
  }
  else if (what === 'TAKE') {
    last.take = words.trim()
  }
}

function markOf(at: number, colour: string, words: string): ReadMarker {
  return { at, name: words.trim().slice(0, 200), colour: MarkerColour.safeParse(colour.toLowerCase()).data ?? 'blue', note: '' }
}

/** `V`, `V2`, `A`, `A2`, `AA`, `AA/V`, `B` for both; none for others. */
function channelsOf(channel: string): string[] {
  if (channel === 'B')
    return ['A1', 'V1']
  const each = channel.split('/').flatMap((part) => {
    if (part === 'AA')
      return ['A1', 'A2']
    return /^(?:[AV]\d{0,2})+$/.test(part) ? (part.match(/[AV]\d{0,2}/g) ?? []).map(one => one.length === 1 ? `${one}1` : one) : []
  })
  return [...new Set(each)]
}

/** Frames of a time code; null for anything else. With dropped numbers, the first two of each minute but every tenth are left out. */
function framesIn(code: string, { second, drops, isDropFrame }: Pick<Reading, 'second' | 'drops' | 'isDropFrame'>): number | null {
  const [hours, minutes, seconds, frames] = (time.exec(code) ?? []).slice(1).map(Number)
  if (hours === undefined || minutes === undefined || seconds === undefined || frames === undefined)
    return null
  const allMinutes = hours * 60 + minutes
  const dropped = isDropFrame || (drops && code.includes(';')) ? Math.round(second / 15) * (allMinutes - Math.floor(allMinutes / 10)) : 0
  return (allMinutes * 60 + seconds) * second + frames - dropped
}

function hourOf(reading: Reading): number {
  return framesIn('01:00:00:00', reading) ?? 1
}

/** A film that begins at one hour begins at zero here, and one with a leader before its hour begins with that. */
function originOf(starts: readonly number[], reading: Reading): number {
  const first = starts.reduce((least, at) => Math.min(least, at), Infinity)
  const hour = hourOf(reading)
  return first % hour > hour * 58 / 60 ? first : Math.floor(first / hour) * hour
}

/** After midnight, times continue. What ends before it begins is left out. */
function inOrder(events: readonly Event[], day: number, left: Reading['left']): Event[] {
  const goesOn = (from: number, until: number): number => from - until > day / 2 ? until + day : until
  const isOverMidnight = events.some(({ times: [, , start] }) => start < day / 2)
    && events.some(({ times: [, , start, end] }) => start >= day / 4 * 3 && (start - end > day / 2
      || events.some(({ times: [, , other] }) => other < day / 4)))
  return events.flatMap((each) => {
    const [from, until, start, end] = each.times
    const begin = isOverMidnight && start < day / 2 ? start + day : start
    const over = begin + goesOn(start, end) - start
    if (over < begin)
      left.add('rows')
    return over < begin ? [] : [{ ...each, times: [from, goesOn(from, until), begin, over] as const }]
  })
}

/** Both channels of a sound are one clip here. */
function isFirst({ start, length, in: from, speed, media }: ListedClip, heard: Set<string>): boolean {
  const key = [start, length, from, speed, media?.takeId, media?.name].join(' ')
  return !heard.has(key) && heard.add(key) !== undefined
}

interface From extends Pick<Reading, 'second' | 'left'> { readonly origin: number, readonly isPicture: boolean }

function clipsOf(events: readonly Event[], { origin, second, isPicture, left }: From): ListedClip[] {
  const clips: ListedClip[] = []
  for (const { kind, frames, times: [from, until, start, end], reel, from: fromName, to, file, take, pace } of events) {
    // The first row of a dissolve says where the one before ends.
    if (end <= start)
      continue
    const last = clips.at(-1)
    const isJoined = last !== undefined && last.start + last.length === start - origin
    const isBlack = reel === 'BL' || reel === 'BLACK'
    if (isBlack && kind === 'D' && isJoined) {
      // It plays on while it fades.
      clips[clips.length - 1] = { ...last, length: last.length + Math.min(frames, end - start), fadeOut: Math.min(frames, end - start) }
      continue
    }
    const direction = isJoined && isPicture && kind.startsWith('W') ? directions.get(Number(kind.slice(1))) : undefined
    if ((kind.startsWith('W') && !direction) || (kind.startsWith('K') && !kind.endsWith('B')))
      left.add('transitions')
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
    const name = (kind === 'C' ? undefined : to) ?? fromName ?? (fileNameOf(file ?? '') || reel)
    clips.push({
      ...plainClip,
      name,
      start: start - origin,
      length: end - start,
      in: from,
      isCameraTime: true,
      speed: isPlayable ? speed : 100,
      ...isFrozen && { isFrozen },
      ...isReversed && { isReversed },
      crossIn: kind === 'D' || direction ? Math.min(frames, end - start) : 0,
      ...direction && { transition: { kind: 'wipe', direction, softness: 0 } },
      media: { name: fileNameOf(file ?? '') || name || reel, takeId: take ?? null, seconds: null },
    })
  }
  return clips
}
