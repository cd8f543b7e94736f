/** New clips of takes, titles and captions, with the values that they begin with. */
import type { OwnTitle } from '#contract/own-titles.ts'
import type { CaptionClip, FrameRate, PictureClip, SoundClip } from '#contract/sequence-document.ts'
import type { Take } from '#contract/takes.ts'
import type { ClipId, LineId } from '#contract/words.ts'
import type { TitleTemplate } from '#rules/captions/title-templates.ts'
import { titleStyle } from '#rules/captions/style.ts'
import { framesOfShot, sampleOfFrame, samplesPerSecond } from '#rules/sequence/frames.ts'
import { plainLook, plainStillSeconds } from '#rules/sequence/new-tracks.ts'
import { nominalRate } from '#rules/sequence/timecode.ts'

interface Fresh {
  /** How long a still or a title is shown until it is trimmed; see `SequenceDocument`. */
  readonly stillSeconds?: number | undefined
  readonly id: ClipId
  readonly rate: FrameRate
  readonly frame: number
  readonly linkId?: ClipId | null
  readonly lineId?: LineId | null
}

const asRecorded = { in: 0, speed: 100, fadeIn: 0, fadeOut: 0, crossIn: 0 }

function stillFrames(rate: FrameRate, seconds = plainStillSeconds): number {
  return Math.max(1, Math.round(seconds * nominalRate(rate)))
}

/** Types of files that are pictures without time. */
const stillTypes: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/avif', 'image/bmp', 'image/tiff', 'image/svg+xml'])

/** Stand-ins for files that are held over the tracks, where all of them are stills: only their lengths are known. Null for other files. */
export function stillsOver({ items }: Pick<DataTransfer, 'items'>): Take[] | null {
  const files = [...items].filter(({ kind }) => kind === 'file')
  return files.length > 0 && files.every(({ type }) => stillTypes.has(type))
    ? files.map(() => ({ medium: 'picture', kind: 'import', lineId: null, asset: { durationSeconds: null } } as Take))
    : null
}

/** A still, or a shot; null where the length of a shot is not known. */
export function pictureClip(take: Take, { id, rate, frame, linkId = null, lineId = null, stillSeconds }: Fresh): PictureClip | null {
  const still = take.medium === 'picture'
  const seconds = take.asset.durationSeconds
  const frames = still || seconds === null ? null : framesOfShot(seconds, rate)
  if (!still && (frames === null || frames < 1))
    return null
  return {
    ...asRecorded,
    id,
    start: frame,
    length: frames ?? stillFrames(rate, stillSeconds),
    linkId,
    sourceLength: frames,
    lineId,
    takeId: take.id,
    title: null,
    look: plainLook,
  }
}

/** Null where the length is not known. */
export function soundClip(
  take: Take,
  { id, rate, frame, linkId = null, lineId = null }: Fresh,
  frames: number | null = null,
): SoundClip | null {
  const seconds = take.asset.durationSeconds
  const samples = seconds === null ? 0 : Math.floor(seconds * samplesPerSecond)
  if (samples < 1)
    return null
  const start = sampleOfFrame(frame, rate)
  const length = frames === null ? samples : Math.min(samples, sampleOfFrame(frame + frames, rate) - start)
  const { heard } = take.asset
  const played = { ...asRecorded, id, start, length, linkId, sourceLength: samples, lineId, takeId: take.id, gainDb: 0, points: [] }
  return { ...played, ...heard && { heard } }
}

/** How a title is that a person begins with; without it, plain. */
export type TitleStart = Omit<OwnTitle, 'id' | 'name' | 'look'> & Partial<Pick<OwnTitle, 'look'>>

/** A template with its words. */
export function titleStart(text: string, { fadeSeconds, ...template }: TitleTemplate): TitleStart {
  return { text, ...template, fadeInSeconds: fadeSeconds, fadeOutSeconds: fadeSeconds }
}

export function titleClip(text: string, { id, rate, frame, stillSeconds }: Fresh, from?: TitleStart): PictureClip {
  const { enters, leaves, shape, counter } = from ?? {}
  const length = stillFrames(rate, from?.seconds ?? stillSeconds)
  const fadeIn = Math.min(length, Math.round((from?.fadeInSeconds ?? 0) * nominalRate(rate)))
  const fadeOut = Math.min(length - fadeIn, Math.round((from?.fadeOutSeconds ?? 0) * nominalRate(rate)))
  return {
    ...{ ...asRecorded, fadeIn, fadeOut },
    id,
    start: frame,
    length,
    linkId: null,
    sourceLength: null,
    lineId: null,
    takeId: null,
    title: {
      text: from?.text ?? text,
      style: from?.style ?? titleStyle,
      ...{ ...enters && { enters }, ...leaves && { leaves }, ...shape && { shape }, ...counter && { counter } },
    },
    look: from?.look ?? plainLook,
  }
}

export function captionClip(text: string, { id, rate, frame }: Fresh): CaptionClip {
  return { id, start: frame, length: 2 * nominalRate(rate), linkId: null, lineId: null, speaker: '', text }
}
