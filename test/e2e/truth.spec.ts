/** What the preview shows and plays is what is delivered: sequences of every kind, made by a generator, in a browser and in a film. */
import type { RampPoint } from '#contract/ramp.ts'
import type { Clip, Look, PictureClip, PictureTrack, SequenceDocument, SoundClip, Track } from '#contract/sequence-document.ts'
import type { Take } from '#contract/takes.ts'
import type { Transition } from '#contract/transition.ts'
import type { ClipId, SequenceId, TrackId } from '#contract/words.ts'
import type { Raster } from '../kit/drawn-frames.ts'
import type { MediaKit } from '../kit/media.ts'
import type { lab as Lab } from '../kit/preview/page.ts'
import type { PreviewServer } from '../kit/preview/serve.ts'
import type { Delivered } from '../kit/truth/deliver.ts'
import type { TruthMedia } from '../kit/truth/media.ts'
import { Buffer } from 'node:buffer'
import { test as base, expect } from '@playwright/test'
import fc from 'fast-check'
import { adjustmentClip } from '#rules/sequence/adjustment.ts'
import { usualBackdrop } from '#rules/sequence/backdrop.ts'
import { clipsOf, endFrameOf, startFrameOf, tracksOf } from '#rules/sequence/document.ts'
import { applyEdits } from '#rules/sequence/edit/apply.ts'
import { frameAtSample, samplesOfSeconds } from '#rules/sequence/frames.ts'
import { soundEvents } from '#rules/sequence/levels.ts'
import { flat } from '#rules/sequence/nested/flat.ts'
import { plainLook, plainTrack } from '#rules/sequence/new-tracks.ts'
import { consumedBy, rampOf, soundRampOf } from '#rules/sequence/ramp.ts'
import { toned } from '#rules/tone/of-clips.ts'
import { isLong, spread } from '../kit/how-long.ts'
import { openMediaKit } from '../kit/media.ts'
import { servePreview } from '../kit/preview/serve.ts'
import { documents } from '../kit/truth/arbitrary.ts'
import { likeness, signalToNoise } from '../kit/truth/compare.ts'
import { deliver } from '../kit/truth/deliver.ts'
import { lutTexts } from '../kit/truth/luts.ts'
import { makeStickers, makeTruthMedia, toneOfLine, withCopies } from '../kit/truth/media.ts'
import { realigned } from '../kit/truth/realigned.ts'
import { stickerDocument, stickerMoments } from '../kit/truth/stickers.ts'
import { grades } from '../seam/colour/arbitrary.ts'

declare const lab: typeof Lab

const seed = 19
const lutIds = Object.values(lutTexts).map(({ id }) => id)
const budget = isLong ? { sequences: 6, moments: 50 } : { sequences: 1, moments: 8 }

interface Bed {
  readonly server: PreviewServer
  readonly media: MediaKit
  readonly truth: TruthMedia
  readonly stickers: () => Promise<TruthMedia>
}

const test = base.extend<object, { bed: Bed }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs: nothing
  bed: [async ({}, use) => {
    const media = await openMediaKit()
    const [server, truth] = await Promise.all([servePreview(media.folder), makeTruthMedia(media, !isLong)])
    await use({ server, media, truth, stickers: () => makeStickers(media) })
    await server.close()
    await media.close()
  }, { scope: 'worker' }],
})

/** The frames at which something begins or ends, and those before them; then some of all others. */
function momentsOf(document: SequenceDocument, { startFrame, frames }: Delivered): number[] {
  const edges = tracksOf(document).filter(({ kind }) => kind === 'pictures' || kind === 'captions').flatMap(track =>
    clipsOf(track).flatMap((clip) => {
      const start = startFrameOf(track, clip, document.rate)
      const within = 'transition' in clip ? [start + Math.ceil(clip.crossIn / 2), start + clip.crossIn] : []
      return [start, ...within, endFrameOf(track, clip, document.rate)]
    }))
  const inside = [...new Set(edges.flatMap(edge => [edge - 1, edge]))].filter(frame => frame >= startFrame && frame < startFrame + frames)
  const all = Array.from({ length: frames }, (_, at) => startFrame + at)
  const evenly = (of: readonly number[], count: number) =>
    of.length <= count ? of : Array.from({ length: count }, (_, at) => of[Math.floor((at + 0.5) * of.length / count)]!)
  const some = evenly(inside.sort((a, b) => a - b), Math.ceil(budget.moments * 0.7))
  const others = evenly(all.filter(frame => !some.includes(frame)), budget.moments - some.length)
  return [...some, ...others]
}

interface Chosen {
  readonly number: number
  readonly name: string
  readonly only: readonly string[] | null
  /** Every picture has keys, and shots are held or play backwards. */
  readonly moves?: boolean
  /** Every picture has other colours. */
  readonly isGraded?: boolean
  /** Gain and pan of every sound have keys. */
  readonly hasSoundKeys?: boolean
  /** Captions show the word that is spoken. */
  readonly hasWords?: boolean
  /** Every picture comes by a transition. */
  readonly crosses?: boolean
  /** Transitions and cross-fades are centred at their cuts, end there, or are anywhere in between. */
  readonly aligns?: boolean
  /** Those colours change while it is seen. */
  readonly hasColourKeys?: boolean
  /** Every grade has a look-up table. */
  readonly hasLuts?: boolean
  /** A sequence is a clip of it, above its other pictures. */
  readonly nests?: boolean
  /** The nested one is half clear, fades and is panned, as a whole. */
  readonly mixes?: boolean
  /** The nested one moves, turns, grows, is cropped and graded, as a whole; within it is another one that is so, too. */
  readonly places?: boolean
  /** The nested one is upright where the film is wide, and keeps its shape. */
  readonly shape?: Look['fit']
  /** How the nested one comes from the shot before it, and the next shot from it; null dissolves. */
  readonly cuts?: Cuts
  /** How the nested one plays; where it is placed, the one within it does so, too. */
  readonly pace?: Pick<PictureClip, 'speed' | 'isReversed' | 'ramp'>
  /** Adjustments are over its pictures, and between them. */
  readonly adjusts?: boolean
  /** Every picture is over its own blurred copy. */
  readonly hasBackdrops?: boolean
  /** Every title is a shape or counts. */
  readonly draws?: boolean
  /** The speed of every shot changes while it is seen. */
  readonly hasRamps?: boolean
  /** Stickers of every form, in place of a generated sequence. */
  readonly hasStickers?: boolean
  /** The page has no WebGL. */
  readonly hasNoShader?: boolean
}
const sequences = Array.from({ length: budget.sequences }, (_, number): Chosen => ({ number, name: `sequence ${number + 1}`, only: null }))
const clear: Chosen = { number: 0, name: 'a film that one can see through', only: ['clear.mov', 'cinema.mp4', 'speech.wav'] }

const moving = Array.from({ length: isLong ? 3 : 1 }, (_, number): Chosen =>
  ({ number: 100 + number, name: `moving sequence ${number + 1}`, only: null, moves: true }))

const ramped: readonly Chosen[] = [
  ...Array.from({ length: isLong ? 3 : 1 }, (_, number) =>
    ({ number: 160 + number, name: `sequence ${number + 1} with speed ramps`, only: null, hasRamps: true })),
  // Its upright shots are an odd number of pixels wide, which no film can have in the middle.
  { number: 511, name: 'sequence of upright shots with speed ramps', only: null, hasRamps: true },
]

const spoken = Array.from({ length: isLong ? 4 : 1 }, (_, number): Chosen =>
  ({ number: 300 + number, name: `sequence with spoken words ${number + 1}`, only: null, hasWords: true }))

const keyedSounds = Array.from({ length: isLong ? 4 : 1 }, (_, number): Chosen =>
  ({ number: 400 + number, name: `sequence ${number + 1} whose sounds have keys`, only: null, hasSoundKeys: true }))

const graded: readonly Chosen[] = [
  ...Array.from({ length: isLong ? 3 : 1 }, (_, number): Chosen =>
    ({ number: 200 + number, name: `graded sequence ${number + 1}`, only: null, isGraded: true })),
  { number: 210, name: 'a graded film that one can see through', only: ['clear.mov', 'cinema.mp4', 'speech.wav'], isGraded: true },
  {
    ...{ number: 211, name: 'a graded film without a graphics processor', only: ['still.png', 'cinema.mp4', 'speech.wav'] },
    ...{ isGraded: true, hasNoShader: true },
  },
  ...Array.from({ length: isLong ? 3 : 1 }, (_, number): Chosen => ({
    ...{ number: 230 + number, name: `sequence ${number + 1} whose colours change`, only: null },
    ...{ isGraded: true, hasColourKeys: true, hasLuts: true },
  })),
  {
    ...{ number: 240, name: 'changing colours of a film that one can see through', only: ['clear.mov', 'cinema.mp4', 'speech.wav'] },
    ...{ isGraded: true, hasColourKeys: true },
  },
  ...(isLong ? [222, 221] : [222]).map((number, at): Chosen =>
    ({ number, name: `sequence with look-up tables ${at + 1}`, only: null, isGraded: true, hasLuts: true })),
]

const crossed: readonly Chosen[] = [
  ...Array.from({ length: isLong ? 4 : 2 }, (_, number): Chosen =>
    ({ number: 300 + number, name: `sequence ${number + 1} of transitions`, only: null, crosses: true })),
  { number: 320, name: 'transitions of a film that one can see through', only: ['clear.mov', 'cinema.mp4', 'speech.wav'], crosses: true },
  // In the first one a shot waits in its first frame, in the second one a shot plays backwards.
  ...[333, 334, 331, 336].slice(0, isLong ? 4 : 2).map((number, at): Chosen =>
    ({ number, name: `sequence ${at + 1} of transitions around their cuts`, only: null, crosses: true, aligns: true })),
]

const cutsOfNested: readonly Cuts[] = [
  [{ kind: 'wipe', direction: 'right', softness: 0.2 }, { kind: 'push', direction: 'left' }],
  [{ kind: 'zoom' }, { kind: 'dip', colour: '#ffffff' }],
  [null, null],
]
/** From where its clip begins in it; its pitch changes, too, or is kept. */
function changing(shiftsPitch?: true): NonNullable<Chosen['pace']> {
  const points: RampPoint[] = [
    { at: 0, speed: 60, easing: 'ease' },
    { at: 18, speed: 150, easing: 'hold' },
    { at: 29, speed: 90, easing: 'linear' },
  ]
  return { speed: 100, ramp: { at: 0, from: 0, points, ...shiftsPitch && { shiftsPitch } } }
}

// In this one a sound begins at a sample whose seconds are rounded up.
const nesting: readonly Chosen[] = [
  { number: 400, name: 'a film with a nested sequence', only: null, nests: true },
  { number: 401, name: 'a film with a nested sequence that is mixed as a whole', only: null, nests: true, mixes: true },
  ...Array.from({ length: isLong ? 4 : 1 }, (_, number): Chosen =>
    ({ number: 402 + number, name: `film ${number + 1} with a nested sequence that is a picture`, only: null, nests: true, places: true })),
  ...cutsOfNested.slice(0, isLong ? 3 : 2).map((cuts, at): Chosen => {
    const kinds = cuts.map(one => one?.kind ?? 'dissolve').join(' and ')
    return { number: 430 + at, name: `a film with ${kinds} at a nested sequence`, only: null, nests: true, cuts }
  }),
  {
    ...{ number: 422, name: 'a film with an upright sequence over its blurred copy', only: null },
    ...{ nests: true, shape: 'contain', hasBackdrops: true },
  },
  ...(['contain', 'cover'] as const).map((shape, at): Chosen =>
    ({ number: 420 + at, name: `a film with an upright sequence that is fitted by ${shape}`, only: null, nests: true, shape })),
  {
    ...{ number: 411, name: 'a nested picture with adjustments that one can see through', only: ['clear.mov', 'cinema.mp4', 'speech.wav'] },
    ...{ nests: true, places: true, adjusts: true },
  },
  { number: 440, name: 'a film with a nested sequence that is slowed down', only: null, nests: true, pace: { speed: 75 } },
  {
    ...{ number: 441, name: 'a film with a nested sequence that is sped up and reversed', only: null, nests: true },
    pace: { speed: 140, isReversed: true },
  },
  {
    ...{ number: 442, name: 'a film with nested sequences of other speeds in one another', only: null, nests: true, places: true },
    pace: { speed: 75 },
  },
  { number: 443, name: 'a film with a nested sequence whose speed changes', only: null, nests: true, pace: changing(true) },
  {
    ...{ number: 444, name: 'a film with nested sequences whose speeds change in one another', only: null, nests: true, places: true },
    pace: changing(),
  },
  {
    ...{ number: 445, name: 'a film with a nested sequence that is ramped and reversed', only: null, nests: true },
    pace: { ...changing(), isReversed: true },
  },
]

const adjusting: readonly Chosen[] = [
  ...Array.from({ length: isLong ? 3 : 1 }, (_, number): Chosen =>
    ({ number: 500 + number, name: `sequence ${number + 1} with adjustments`, only: null, adjusts: true })),
  { number: 510, name: 'a film with adjustments in a nested sequence', only: null, adjusts: true, nests: true },
  // A title of the nested one was seen after its end, while a title of the film comes.
  { number: 511, name: 'a film whose nested sequence is cut within a title', only: null, adjusts: true, nests: true },
  {
    ...{ number: 511, name: 'adjustments without a graphics processor', only: ['still.png', 'cinema.mp4', 'speech.wav'] },
    ...{ adjusts: true, hasNoShader: true },
  },
]

/** One above all pictures and one below the highest: they fade, change their colours, and are clearer and denser by keys. */
function adjusted(document: SequenceDocument, number: number): SequenceDocument {
  const [first, second] = fc.sample(grades(0.3), { seed: seed + number, numRuns: 2 }).map(grade => ({ ...grade, saturation: -0.4 }))
  const over = (at: number, length: number, has: Partial<PictureClip>): PictureTrack => {
    const clip = { ...adjustmentClip({ id: `adjustment ${at} of ${number}` as ClipId, start: at, length }), ...has }
    return { ...plainTrack('pictures', `track of adjustment ${at} of ${number}` as TrackId), clips: { [clip.id]: clip } }
  }
  const opacity = [{ at: 0, value: 0.2, easing: 'ease' as const }, { at: 2000, value: 1, easing: 'linear' as const }]
  const exposure = [{ at: 300, value: -0.3, easing: 'linear' as const }, { at: 4000, value: 0.3, easing: 'linear' as const }]
  const above = over(4, 50, { ...first && { grade: first }, fadeIn: 6, fadeOut: 9, keys: { exposure, temperature: exposure } })
  const between = over(10, 30, { ...second && { grade: second }, keys: { opacity } })
  const ids = document.trackIds
  const highest = ids.findLastIndex(id => document.tracks[id]?.kind === 'pictures')
  return {
    ...document,
    trackIds: [...ids.slice(0, highest), between.id, ...ids.slice(highest), above.id],
    tracks: { ...document.tracks, [above.id]: above, [between.id]: between },
  }
}

const backed: readonly Chosen[] = [
  {
    ...{ number: 500, name: 'a film with blurred backdrops', only: ['upright.mp4', 'cinema.mp4', 'still.png', 'speech.wav'] },
    hasBackdrops: true,
  },
  {
    ...{ number: 501, name: 'transitions between blurred backdrops', only: ['upright.mp4', 'still.png', 'speech.wav'] },
    ...{ hasBackdrops: true, crosses: true },
  },
  {
    ...{ number: 502, name: 'a graded film with blurred backdrops', only: ['upright.mp4', 'still.png', 'speech.wav'] },
    ...{ hasBackdrops: true, isGraded: true },
  },
  {
    ...{ number: 505, name: 'a film with blurred backdrops whose colours change', only: ['upright.mp4', 'still.png', 'speech.wav'] },
    ...{ hasBackdrops: true, isGraded: true, hasColourKeys: true },
  },
]

type Cuts = readonly [coming: Transition | null, leaving: Transition | null]
/** A shot before the nested clip and one after it, and how both cuts are crossed. The next one begins after the end of the sequence. */
function betweenShots(clip: PictureClip, shots: readonly PictureClip[], [coming, leaving]: Cuts): PictureClip[] {
  const crossed = (transition: Transition | null) => ({ crossIn: 9, ...transition && { transition } })
  const shot = (one: PictureClip, at: string, start: number): PictureClip => {
    const { transition: _, ...rest } = one
    return { ...rest, id: `shot ${at}` as ClipId, start, length: 20, linkId: null, fadeIn: 0, fadeOut: 0, crossIn: 0 }
  }
  const [first, second] = [shots[0]!, shots.at(-1)!]
  return [
    shot(first, 'before', 0),
    { ...clip, start: 20, length: 22, ...crossed(coming) },
    { ...shot(second, 'after', 42), ...crossed(leaving) },
  ]
}

/** Of a nested clip that is a picture: how it is, and how that changes. */
function placing(number: number, isInner: boolean): Pick<PictureClip, 'look' | 'keys' | 'grade'> {
  const course = (from: number, to: number) =>
    [{ at: 300, value: from, easing: 'ease' as const }, { at: 4000, value: to, easing: 'linear' as const }]
  const [grade] = fc.sample(grades(0.3), { seed: seed + number, numRuns: 1 })
  const moves = { x: course(0.2, -0.1), scale: course(0.5, 1.3), rotation: course(-8, 20), exposure: course(-0.3, 0.3) }
  const look = { ...plainLook, y: 0.06, scale: 0.7, rotation: isInner ? 0 : 12, crop: { left: 0.05, top: 0, right: 0.1, bottom: 0.08 } }
  return isInner
    ? { look, keys: { x: course(-0.2, 0.2) } }
    : { look, ...grade && { grade }, keys: moves }
}

/** Of captions that overlap, libass chooses the rows by those that it drew before. */
function withoutCaptions(document: SequenceDocument): SequenceDocument {
  return { ...document, trackIds: document.trackIds.filter(id => document.tracks[id]?.kind !== 'captions') }
}

interface Nesting {
  readonly number: number
  readonly mixes: boolean
  readonly places: boolean
  readonly shape: Look['fit'] | null
  /** It is over its own blurred copy, and fades with it. */
  readonly hasBackdrop: boolean
  readonly cuts: Cuts | null
  readonly pace: Chosen['pace'] | null
}

/** The part of another one that a clip of it plays, cut anywhere. */
function nestedIn(outer: SequenceDocument, inner: SequenceDocument, how: Nesting): SequenceDocument {
  const { number, mixes, places, shape, hasBackdrop, cuts, pace } = how
  const id = 'nested' as SequenceId
  const clip: PictureClip = {
    ...{ id: 'clip of nested' as ClipId, start: 3 + number % 5, length: 37, linkId: null, in: 4 + number % 7, sourceLength: 200 },
    ...{ speed: 100, fadeIn: 0, fadeOut: 0, crossIn: 0, lineId: null, takeId: null, title: null, look: plainLook },
    nested: { sequenceId: id, gainDb: -4, ...mixes && { pan: 40 }, ...shape && { keepsShape: true as const } },
    ...mixes && { fadeIn: 8, fadeOut: 10, look: { ...plainLook, opacity: 0.6 } },
    ...places && placing(number, false),
    ...pace,
    ...pace?.ramp && { ramp: { ...pace.ramp, from: 100 * (4 + number % 7) } },
    ...shape && { look: { ...plainLook, fit: shape, x: 0.1, rotation: -6 } },
    ...hasBackdrop && { backdrop: usualBackdrop, fadeOut: 8 },
  }
  const shots = tracksOf(inner).flatMap(each => each.kind === 'pictures' ? clipsOf(each).filter(({ takeId }) => takeId !== null) : [])
  const clips = cuts ? betweenShots(clip, shots, cuts) : [clip]
  const byId = Object.fromEntries(clips.map(each => [each.id, each]))
  const track: Track = { ...plainTrack('pictures', 'track of nested' as TrackId), clips: byId }
  const { trackIds, tracks } = outer
  const placed = { ...outer, trackIds: [...trackIds, track.id], tracks: { ...tracks, [track.id]: track } }
  const middleId = 'middle' as SequenceId
  const nested = { sequenceId: middleId }
  const own = {
    ...{ ...clip, ...placing(number, true), id: 'clip of inner' as ClipId, start: 2, in: 0, length: 60, nested },
    ...pace?.ramp && { ramp: pace.ramp },
  }
  const above: Track = { ...plainTrack('pictures', 'track of inner' as TrackId), clips: { [own.id]: own } }
  const bare = places || shape !== null || cuts !== null || pace !== null ? withoutCaptions(inner) : inner
  const within = places ? { ...bare, trackIds: [...bare.trackIds, above.id], tracks: { ...bare.tracks, [above.id]: above } } : bare
  const turned = shape ? { ...within, width: within.height, height: within.width } : within
  const all: Record<string, SequenceDocument> = { [id]: turned, [middleId]: withoutCaptions(outer) }
  return flat(placed, wanted => all[wanted] ?? null)
}

/** With a sound from its beginning on, as long as it is. */
function withSound(document: SequenceDocument, takes: readonly Take[]): SequenceDocument {
  const take = takes.find(({ medium }) => medium === 'audio')
  const sourceLength = samplesOfSeconds(take?.asset.durationSeconds ?? 0)
  if (!take || sourceLength === 0)
    return document
  const clip: SoundClip = {
    ...{ id: 'sound from the beginning' as ClipId, start: 0, length: sourceLength, linkId: null, in: 0, sourceLength, speed: 100 },
    ...{ fadeIn: 9000, fadeOut: 0, crossIn: 0, lineId: null, takeId: take.id, gainDb: -6, points: [] },
  }
  const track: Track = { ...plainTrack('sound', 'track of a sound' as TrackId), clips: { [clip.id]: clip } }
  return { ...document, trackIds: [...document.trackIds, track.id], tracks: { ...document.tracks, [track.id]: track } }
}

/**
 * Every sound is cut in two, and the speed of each part changes, of every second one with its pitch. The first has the course of a shot, as
 * far as its source lasts.
 */
function withRampedSounds(whole: SequenceDocument): SequenceDocument {
  const document = soundEvents(whole).reduce((now, { clip: { id, start, length } }) => {
    const pieces = [{ clipId: id, newId: `second part of ${id}` as ClipId }]
    return applyEdits(now, [{ do: 'split', atFrame: frameAtSample(start + Math.floor(length / 2), now.rate), pieces }]).document
  }, whole)
  const clips = tracksOf(document).flatMap((track): Clip[] => clipsOf(track))
  const shot = clips.find((clip): clip is PictureClip => 'look' in clip && clip.ramp !== undefined && !clip.isReversed)
  const sounds = clips.filter((clip): clip is SoundClip => 'points' in clip)
  // Not faster than the clip was: so it does not reach the end of its source.
  const slower = ({ speed }: SoundClip, at: number): RampPoint[] => [
    { at: 9000, speed, easing: 'ease' },
    { at: 30_000 + 7000 * at, speed: Math.round(speed * 0.4), easing: 'hold' },
    { at: 48_000 + 7000 * at, speed: Math.round(speed * 0.8), easing: 'linear' },
  ]
  const rampedOf = (clip: SoundClip, at: number): SoundClip => {
    const { points } = shot?.ramp ? soundRampOf({ start: shot.start, ramp: shot.ramp }, document.rate, clip.start) : { points: [] }
    const ofShot = { ...clip, ramp: rampOf(clip, points) }
    const isLongEnough = at === 0 && points.length > 0 && ofShot.in + consumedBy(ofShot) <= (clip.sourceLength ?? 0)
    const ramp = isLongEnough ? ofShot.ramp : rampOf(clip, slower(clip, at))
    return { ...clip, ramp: { ...ramp, ...at % 2 === 1 && { shiftsPitch: true as const } } }
  }
  const byId = new Map(sounds.map((clip, at) => [clip.id, rampedOf(clip, at)]))
  const tracks = tracksOf(document).map((track): [TrackId, Track] => [
    track.id,
    // Clips of the same kinds.
    { ...track, clips: Object.fromEntries(clipsOf(track).map((clip: Clip) => [clip.id, byId.get(clip.id) ?? clip])) } as Track,
  ])
  return { ...document, tracks: Object.fromEntries(tracks) }
}

// The first one has two counters, an ellipse and a star, the second one a line, an arrow and an ellipse.
const drawing = [504, 500, 501, 511].slice(0, isLong ? 4 : 2).map((number, at): Chosen =>
  ({ number, name: `sequence ${at + 1} of shapes and counters`, only: null, draws: true }))

const withStickers: Chosen = { number: 0, name: 'a film with stickers', only: null, hasStickers: true }

// Each film takes half a minute: `npm test` has some of each kind.
const every = [
  ...[...sequences, clear, ...moving, ...spread(ramped, 1), ...spoken, ...keyedSounds, ...spread(graded, 2), ...spread(crossed, 2)],
  ...[...spread(nesting, 5), ...spread(adjusting, 2), ...spread(backed, 1), ...spread(drawing, 1), withStickers],
]
for (const { number, name, only, hasNoShader, ...kind } of every) {
  const tags = number === sequences[0]?.number ? '@web @wide' : '@web'
  test(`${name} looks and sounds in the preview as it is delivered ${tags}`, async ({ page, bed }) => {
    test.slow()
    const { media, server } = bed
    const base = kind.hasStickers ? await bed.stickers() : bed.truth
    const takes = base.takes.filter(({ path }) => only === null || only.some(each => path.endsWith(each))).map(({ take }) => take)
    const { moves = false, isGraded = false, hasLuts = false, hasSoundKeys = false } = kind
    const { hasWords = false, crosses = false, nests = false, adjusts = false, hasBackdrops = false, draws = false } = kind
    const { hasColourKeys = false, hasRamps = false, mixes = false, places = false, shape = null, cuts = null, pace = null } = kind
    const wish = { moves, isGraded, hasColourKeys, hasRamps, hasSoundKeys, hasWords, crosses, draws, hasBackdrops }
    const all = documents(takes, { ...wish, lutIds: hasLuts ? lutIds : [] })
    const [given, inner] = kind.hasStickers
      ? [stickerDocument(takes)]
      : fc.sample(all, { seed: seed + number, numRuns: 2 }).map((one, at) => adjusts ? adjusted(one, number + at) : one)
    const placed = kind.aligns ? realigned(given!) : given!
    const heard = pace?.ramp ? withSound(inner!, takes) : inner!
    const how = { number, mixes, places, shape, hasBackdrop: hasBackdrops, cuts, pace }
    const nested = nests ? nestedIn(given!, heard, how) : placed
    const document = toned(hasRamps ? withRampedSounds(nested) : nested, toneOfLine)
    const sounds = soundEvents(document)
    const ramped = sounds.filter(({ clip }) => clip.ramp)
    expect(ramped.length).toBeGreaterThanOrEqual(hasRamps ? 2 : pace?.ramp ? 1 : 0)
    expect(sounds.filter(({ sides }) => sides).length).toBeGreaterThanOrEqual(hasSoundKeys ? 2 : 0)
    const truth = ramped.length > 0 ? await withCopies(base, document, media) : base
    const film = await deliver(document, truth, media)
    const moments = kind.hasStickers ? stickerMoments(takes) : momentsOf(document, film)
    const errors: string[] = []
    page.on('pageerror', error => errors.push(error.message))
    page.on('console', message => message.type() === 'error' && errors.push(message.text()))
    if (hasNoShader)
      await page.addInitScript(withoutShader)
    await page.goto(server.url)
    expect(await page.evaluate(() => new OffscreenCanvas(1, 1).getContext('webgl2') !== null)).toBe(!hasNoShader)
    await page.evaluate(({ pictures, sounds, luts }) => lab.use({ pictures, sounds, luts }), truth)
    const problems = await page.evaluate(async (given) => {
      lab.openWithWords().setDocument(given)
      lab.preview.setQuality('full')
      await lab.preview.settled()
      return lab.preview.state().problems
    }, document)
    expect(problems).toEqual([])
    const delivered = await film.pictures(moments)
    for (const [index, frame] of moments.entries()) {
      const shown: Raster = { ...delivered[index]!, pixels: rgbOf(await page.evaluate(at => lab.pixelsAt(at), frame)) }
      const found = likeness(shown, delivered[index]!)
      expect.soft(found.whole, `frame ${frame}`).toBeGreaterThanOrEqual(isGraded || (adjusts && !nests) ? 0.98 : 0.97)
      expect.soft(found.part, `the part of frame ${frame} that is least alike`).toBeGreaterThanOrEqual(0.85)
      expect.soft(found.colour, `a colour of frame ${frame}`).toBeLessThanOrEqual(12)
    }
    const { samples, from } = await film.sound()
    const part = { document, from, length: samples.length / 2 }
    const played = await page.evaluate(({ document, from, length }) => lab.soundOf(document, from, length), part)
    const bytes = Buffer.from(played, 'base64')
    expect(signalToNoise(samples, new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4))).toBeGreaterThanOrEqual(60)
    expect(errors).toEqual([])
  })
}

function withoutShader(): void {
  const { getContext } = OffscreenCanvas.prototype
  OffscreenCanvas.prototype.getContext = function (this: OffscreenCanvas, ...args: Parameters<typeof getContext>) {
    return args[0] === 'webgl2' ? null : Reflect.apply(getContext, this, args)
  } as typeof getContext // one overload for all
}

/** From RGBA in base64. */
function rgbOf(base64: string): Uint8Array {
  const bytes = Buffer.from(base64, 'base64')
  const pixels = new Uint8Array(bytes.length / 4 * 3)
  for (let from = 0, to = 0; from < bytes.length; from += 4, to += 3)
    pixels.set(bytes.subarray(from, from + 3), to)
  return pixels
}
