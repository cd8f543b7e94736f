/** Sequences of every kind of clip, with all that can be done to one. */
import type { Backdrop } from '#contract/backdrop.ts'
import type { Grade } from '#contract/grade.ts'
import type {
  FrameRate,
  GainPoint,
  Keys,
  Look,
  PanPoint,
  PictureClip,
  SequenceDocument,
  SoundClip,
  TextStyle,
  Track,
} from '#contract/sequence-document.ts'
import type { Take } from '#contract/takes.ts'
import type { WordMarks } from '#contract/text-style.ts'
import type { Transition } from '#contract/transition.ts'
import type { AssetId, ClipId, TrackId } from '#contract/words.ts'
import fc from 'fast-check'
import { CrossCurve } from '#contract/sequence-document.ts'
import { Counter, TitleEntry, TitleExit, WordStyle } from '#contract/text-style.ts'
import { captionStyle, titleStyle } from '#rules/captions/style.ts'
import { withoutColourKeys } from '#rules/colour/properties.ts'
import { framesWithin, sampleOfFrame, samplesOfSeconds } from '#rules/sequence/frames.ts'
import { plainLook } from '#rules/sequence/new-tracks.ts'
import { chainOf } from '#rules/tone/presets.ts'
import { shapes } from '../../seam/captions/arbitrary-shapes.ts'
import { grades } from '../../seam/colour/arbitrary.ts'
import { rates, transitions } from '../../seam/sequence/arbitrary.ts'
import { moved } from '../moved.ts'
import { lineIds, speeds } from './media.ts'

export const size = { width: 640, height: 360 } as const
const mostFrames = 70

/** Most often the first. */
function mostly<Value>(usual: Value, other: fc.Arbitrary<Value>): fc.Arbitrary<Value> {
  return fc.oneof({ weight: 2, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: other })
}
/** In thousandths. */
function share(min: number, max: number) {
  return fc.integer({ min: Math.round(min * 1000), max: Math.round(max * 1000) }).map(value => value / 1000)
}
const colour = fc.constantFrom('#ffffff', '#f0d040', '#40c0f0', '#202020')

const place = fc.record({ x: share(-0.3, 0.3), y: share(-0.3, 0.3), scale: share(0.4, 1.6) })
/** `moveTo` is where it has moved evenly by the end of its clip. */
type Drawn = Look & { readonly moveTo?: Pick<Look, 'x' | 'y' | 'scale'> | null }
const looks: fc.Arbitrary<Drawn> = fc.oneof(
  fc.record({ fit: fc.constantFrom('contain', 'cover') }).map(fit => ({ ...plainLook, ...fit })),
  // Ken Burns.
  fc.record({ scale: share(1, 1.3), moveTo: place.map(to => ({ ...to, scale: to.scale / 4 + 1 })) })
    .map(look => ({ ...plainLook, fit: 'cover' as const, ...look })),
  fc.record({
    place,
    fit: fc.constantFrom('contain', 'cover'),
    rotation: mostly(0, fc.integer({ min: -90, max: 90 })),
    opacity: mostly(1, share(0.3, 0.9)),
    crop: mostly(plainLook.crop, fc.record({ left: share(0, 0.4), top: share(0, 0.4), right: share(0, 0.4), bottom: share(0, 0.4) })),
    moveTo: mostly(null, place),
  }).map(({ place: at, ...look }) => ({ ...at, ...look })),
)
const easing = fc.constantFrom('linear' as const, 'ease' as const, 'hold' as const)
/** Two or three keys within the first second or so, at any hundredths of frames. */
function keysOf(value: fc.Arbitrary<number>) {
  return fc.uniqueArray(fc.record({ at: fc.integer({ min: 0, max: 3500 }), value, easing }), {
    ...{ minLength: 2, maxLength: 3, selector: key => key.at },
  }).map(keys => keys.sort((a, b) => a.at - b.at))
}
export const anyKeys: fc.Arbitrary<Keys> = fc.record({
  ...{ x: keysOf(share(-0.3, 0.3)), y: keysOf(share(-0.3, 0.3)), scale: keysOf(share(0.5, 1.5)) },
  ...{ rotation: keysOf(fc.integer({ min: -60, max: 60 })), opacity: keysOf(share(0.2, 1)) },
  ...{ cropLeft: keysOf(share(0, 0.4)), cropTop: keysOf(share(0, 0.4)) },
  ...{ cropRight: keysOf(share(0, 0.4)), cropBottom: keysOf(share(0, 0.4)) },
}, { requiredKeys: [] })
/** Not so far that a picture of eight bits would show steps. */
export const colourKeys: fc.Arbitrary<Keys> = fc.record({
  ...{ exposure: keysOf(share(-1, 1)), temperature: keysOf(share(-0.3, 0.3)), tint: keysOf(share(-0.3, 0.3)) },
  ...{ contrast: keysOf(share(-0.2, 0.2)), pivot: keysOf(share(0.3, 0.7)), saturation: keysOf(share(-0.5, 0.3)) },
  ...{ liftAll: keysOf(share(-0.15, 0.2)), gammaRed: keysOf(share(-0.2, 0.2)), gainBlue: keysOf(share(-0.2, 0.2)) },
  ...{ lutAmount: keysOf(share(0.2, 1)), vignette: keysOf(share(0, 0.6)), vignetteStart: keysOf(share(0, 0.8)) },
}, { requiredKeys: ['exposure', 'lutAmount'] })
/** Shots are played backwards or held. */
const passing = fc.constantFrom({}, { isReversed: true as const }, { isFrozen: true as const })

/** Forwards, and backwards. */
const ramps = fc.record({
  points: fc.uniqueArray(
    fc.record({
      ...{ at: fc.nat(60), speed: fc.integer({ min: 20, max: 300 }) },
      easing: fc.constantFrom('linear' as const, 'ease' as const, 'hold' as const),
    }),
    { minLength: 2, maxLength: 4, selector: point => point.at },
  ),
  isReversed: mostly(undefined, fc.constant(true as const)),
}).map(({ points, isReversed }): Pick<PictureClip, 'ramp' | 'isReversed'> =>
  ({ ramp: { at: 0, from: 0, points: points.sort((a, b) => a.at - b.at) }, ...isReversed && { isReversed } }))

function textStyles(usual: TextStyle, isRich = false): fc.Arbitrary<TextStyle> {
  return fc.record({
    ...isRich && {
      shadow: fc.record({
        ...{ colour: fc.constantFrom('#000000', '#204080'), opacity: share(0.4, 1) },
        ...{ distance: share(0, 0.2), blur: share(0, 0.2) },
      }),
      letterSpacing: mostly(0, share(-0.05, 0.3)),
      lineSpacing: mostly(0, share(0, 0.8)),
    },
    font: fc.constantFrom('sans', 'serif', 'mono'),
    size: share(0.06, 0.12),
    isBold: fc.boolean(),
    colour,
    outlineColour: fc.constant('#101010'),
    outline: fc.constantFrom(0, 0.006),
    box: mostly(null, fc.record({ colour, opacity: share(0.3, 1) })),
    align: fc.constantFrom('left', 'centre', 'right'),
    place: fc.constantFrom('top', 'middle', 'bottom'),
  }).map(style => ({ ...usual, ...style }))
}
const texts = fc.constantFrom(
  'The lamp turns.',
  '“Ça va?” said Zoë — and nobody in the whole long house answered her.',
  '清晨的第一缕阳光照在山谷里，Anna 醒了。',
  'Two rows\nby hand',
)

const spans = fc.record({ gap: mostly(0, fc.integer({ min: 1, max: 12 })), length: fc.integer({ min: 5, max: 40 }) })
const fades = fc.record({ fadeIn: mostly(0, fc.integer({ min: 1, max: 10 })), fadeOut: mostly(0, fc.integer({ min: 1, max: 10 })) })

/** One after another from the beginning; `at` is where each begins. */
function laid<Clip extends { gap: number, length: number }>(clips: readonly Clip[]): (Clip & { at: number })[] {
  let end = 0
  return clips
    .map(clip => ({ ...clip, at: (end += clip.gap + clip.length) - clip.length }))
    .filter(({ at, length }) => at + length <= mostFrames)
}

/** Versions of libass space long rows differently by fractions of a pixel for each letter while they are scaled. */
const shortTexts: fc.Arbitrary<string> = fc.constantFrom('The lamp', 'Two rows\nby hand', '终 The End')

const shown = fc.record({
  kind: fc.constantFrom('shot', 'shot', 'shot', 'still', 'still', 'title'),
  which: fc.nat(100),
  span: spans,
  from: fc.nat(30),
  speed: mostly(100, fc.constantFrom(33, 50, 130, 250)),
  fade: fades,
  crossIn: mostly(0, fc.integer({ min: 1, max: 14 })),
  look: looks,
  title: fc.record({ text: shortTexts, style: textStyles(titleStyle) }),
})
const pans = mostly(undefined, fc.integer({ min: -100, max: 100 }))
const courses = { easing: fc.constantFrom('ease' as const, 'hold' as const) }
const straightGains: fc.Arbitrary<GainPoint[]> = fc.uniqueArray(
  fc.record({ at: fc.nat(30_000), gainDb: share(-24, 0) }),
  { maxLength: 4, selector: point => point.at },
)
const gainKeys: fc.Arbitrary<GainPoint[]> = fc.uniqueArray(
  fc.record({ at: fc.nat(30_000), gainDb: share(-24, 0), ...courses }, { requiredKeys: ['at', 'gainDb'] }),
  { minLength: 2, maxLength: 4, selector: point => point.at },
)
const panKeys: fc.Arbitrary<PanPoint[] | undefined> = fc.uniqueArray(
  fc.record({ at: fc.nat(30_000), pan: fc.integer({ min: -100, max: 100 }), ...courses }, { requiredKeys: ['at', 'pan'] }),
  { minLength: 1, maxLength: 4, selector: point => point.at },
)
const ofSound = {
  which: fc.nat(100),
  span: spans,
  from: share(0, 1),
  speed: mostly(100, fc.constantFrom(...speeds)),
  fade: fades,
  crossIn: mostly(0, fc.integer({ min: 1, max: 10 })),
  crossCurve: mostly(undefined, fc.constantFrom(...CrossCurve.options)),
  gainDb: mostly(0, share(-20, 6)),
  pan: pans,
  points: mostly<GainPoint[]>([], straightGains),
  offset: fc.nat(1500),
}
const noPanKeys: { readonly panPoints: PanPoint[] | undefined } = { panPoints: undefined }
const heard = fc.record(ofSound).map(clip => ({ ...clip, ...noPanKeys }))
const { offset, ...beforeOffset } = ofSound
const keyedly = fc.record({ ...beforeOffset, points: gainKeys, panPoints: panKeys, offset })
const { crossCurve: _, pan: __, ...ofPlainSound } = ofSound
/** Other programs fade by their own curve, and have no pan. */
const plainlyHeard = fc.record(ofPlainSound).map(clip => ({ ...clip, ...noPanKeys, crossCurve: undefined, pan: undefined }))
const said = fc.record({ span: spans, text: texts, speaker: fc.constantFrom('', 'ANNA', 'BEN') })
/** Some of the words of any text, in order of time. */
const marks = fc.uniqueArray(fc.record({ lettersBefore: fc.nat(20), at: fc.nat(20) }), {
  ...{ maxLength: 5, selector: mark => mark.lettersBefore },
}).map((all): WordMarks => all.sort((a, b) => a.lettersBefore - b.lettersBefore))
const wordStyles: fc.Arbitrary<WordStyle> = fc.record({
  how: fc.constantFrom(...WordStyle.shape.how.options),
  colour: fc.constantFrom('#d6336c', '#40c0f0'),
})
const comings = fc.record({
  enters: fc.constantFrom(...TitleEntry.options),
  leaves: fc.constantFrom(...TitleExit.options),
}, { requiredKeys: [] })
const sounding = { gainDb: mostly(0, share(-12, 3)), isMuted: mostly(false, fc.constant(true)) }

const backdrops: fc.Arbitrary<Backdrop> = fc.record({
  blur: fc.integer({ min: 2, max: 10 }).map(percent => percent / 100),
  darkness: fc.integer({ min: 0, max: 9 }).map(tenths => tenths / 10),
})

const graphics = fc.oneof(
  fc.record({ shape: shapes }),
  fc.record({
    counter: fc.record({
      from: fc.integer({ min: -50, max: 50 }),
      to: fc.integer({ min: 100, max: 20_000 }),
      format: fc.constantFrom(...Counter.shape.format.options),
      decimals: fc.nat(2),
      easing: fc.constantFrom(...Counter.shape.easing.options),
      part: share(0.3, 1),
    }),
  }),
)

/**
 * By numbers that are drawn anyway, so that all else of these documents is what it was. Most clips have no chain of their own, some have
 * one that is off. The chains are those that `media.ts` makes.
 */
const ownTones = [undefined, undefined, chainOf('film'), { ...chainOf('podcast'), isOn: false }, undefined, chainOf('podcast')]
/** By how many clips there are. */
const trackTones = { speech: [undefined, undefined, undefined, chainOf('film')], sound: [undefined, chainOf('podcast'), chainOf('film')] }

interface Wish {
  readonly draws?: boolean
  readonly moves?: boolean
  readonly mayMove?: boolean
  readonly isGraded?: boolean
  readonly hasColourKeys?: boolean
  readonly crosses?: boolean
  readonly hasCurves?: boolean
  readonly hasSoundKeys?: boolean
  readonly hasWords?: boolean
  readonly lutIds?: readonly AssetId[]
  readonly hasBackdrops?: boolean
  readonly hasRamps?: boolean
}

function withLuts(of: fc.Arbitrary<Grade>, lutIds: readonly AssetId[]): fc.Arbitrary<Grade> {
  return fc.tuple(of, fc.constantFrom(...lutIds), fc.integer({ min: 3, max: 10 })).map(([grade, id, tenths]) =>
    ({ ...grade, lut: { id, amount: tenths / 10 } }))
}

/**
 * `takes` are all that may be placed. `moves`: every picture has keys, and shots are held or play backwards; `mayMove`: some do. `isGraded`:
 * every picture has other colours, with one of the look-up tables where there are some; `hasColourKeys`: they change while it is seen.
 * `crosses`: every picture comes by a transition.
 * `hasCurves`: sounds cross by any curve, are panned, and have chains of their own or of their track. `hasSoundKeys`: gain and pan of every sound have keys. `hasWords`:
 * captions show the word that is spoken. `hasBackdrops`: every picture is over its own blurred copy.
 * `draws`: titles are shapes and counters. `hasRamps`: the speed of every shot changes.
 */
export function documents(
  takes: readonly Take[],
  wish: Wish = {},
): fc.Arbitrary<SequenceDocument> {
  const { moves = false, mayMove = true, isGraded = false, crosses = false, hasWords = false, lutIds = [] } = wish
  const { hasCurves = true, hasSoundKeys = false, hasBackdrops = false, hasColourKeys = false, draws = false, hasRamps = false } = wish
  const sounded = hasSoundKeys ? keyedly : hasCurves ? heard : plainlyHeard
  const pan = hasCurves ? pans : fc.constant(undefined)
  const graded = isGraded ? lutIds.length > 0 ? withLuts(grades(0.2), lutIds) : grades(0.3) : fc.constant(undefined)
  const own = moves ? passing : mostly({}, passing)
  const [moving, times] = [moves ? anyKeys : mostly(undefined, anyKeys), hasRamps ? ramps : own]
  const keys = hasColourKeys ? fc.tuple(moving, colourKeys).map(([look, colours]) => ({ ...look, ...colours })) : moving
  const titled = hasWords
    ? fc.tuple(shown, textStyles(titleStyle, true), comings, fc.boolean()).map(([clip, style, coming, isTitle]) =>
        ({ ...clip, ...isTitle && { kind: 'title' as const }, title: { ...clip.title, style, ...coming } }))
    : draws
      ? fc.tuple(shown, graphics, comings, fc.boolean()).map(([clip, graphic, coming, isTitle]) =>
          ({ ...clip, ...isTitle && { kind: 'title' as const }, title: { ...clip.title, ...graphic, ...coming, text: '#' } }))
      : shown
  const pictured = (mayMove ? fc.tuple(titled, keys, times, graded) : shown.map(clip => [clip, undefined, {}, undefined] as const))
    .map(([clip, keys, passing, grade]) => ({ ...clip, keys, passing, grade, transition: undefined as Transition | undefined }))
    .map(clip => ({ ...clip, backdrop: undefined as Backdrop | undefined }))
  // Others are made of the same numbers as ever.
  const backed = hasBackdrops ? fc.tuple(pictured, backdrops).map(([clip, backdrop]) => ({ ...clip, backdrop })) : pictured
  const crossed = crosses
    ? fc.tuple(backed, fc.integer({ min: 4, max: 14 }), fc.option(transitions, { nil: undefined }))
        .map(([clip, crossIn, transition]) => ({ ...clip, crossIn: Math.min(crossIn, clip.span.length), transition }))
    : backed
  const of = (medium: Take['medium']) => takes.filter(take => take.medium === medium)
  return fc.record({
    rate: rates.filter(rate => rate.numerator / rate.denominator < 40),
    background: mostly('#000000', fc.constantFrom('#204060', '#808080')),
    pictures: fc.array(fc.array(crossed, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 3 }),
    speech: fc.record({ clips: fc.array(sounded, { maxLength: 3 }), pan, ...sounding }),
    music: fc.record({
      clips: fc.array(sounded, { minLength: 1, maxLength: 3 }),
      ducking: fc.option(fc.record({ amountDb: share(-20, -3), attackMs: fc.nat(300), releaseMs: fc.nat(600) })),
      pan,
      ...sounding,
    }),
    captions: fc.record({
      clips: hasWords
        ? fc.array(fc.tuple(said, marks).map(([clip, words]) => ({ ...clip, words })), { minLength: 2, maxLength: 3 })
        : fc.array(said, { maxLength: 3 }),
      style: textStyles(captionStyle, hasWords),
      isMuted: hasWords ? fc.constant(false) : mostly(false, fc.constant(true)),
      ...hasWords && { wordStyle: wordStyles },
    }),
    captionsLie: fc.constantFrom('lowest', 'highest'),
    range: fc.option(fc.record({ inFrame: fc.integer({ min: 1, max: 10 }), length: fc.integer({ min: 20, max: 60 }) })),
  }).map(({ rate, background, pictures, speech, music, captions, captionsLie, range }): SequenceDocument => {
    let ids = 0
    const tracks: Track[] = []
    const add = (track: object, clips: readonly { id: ClipId }[]): void => {
      const id = `track-${ids++}` as TrackId
      const all = Object.fromEntries(clips.map(clip => [clip.id, clip]))
      tracks.push({ id, name: '', isMuted: false, isLocked: false, height: 60, ...track, clips: all } as Track)
    }
    const nextId = (): ClipId => `clip-${ids++}` as ClipId
    const { clips: allSaid, ...ofTrack } = captions
    const written = (): void => add(
      { kind: 'captions', language: 'en', speakerColours: { ANNA: '#ffd23f' }, ...ofTrack },
      laid(allSaid.map(({ span, ...clip }) => ({ ...clip, ...span })))
        .map(({ at, length, gap: _, ...clip }) => ({ id: nextId(), start: at, length, linkId: null, lineId: null, ...clip })),
    )
    if (captionsLie === 'lowest')
      written()
    for (const clips of pictures) {
      const own = clips.map(({ span, ...clip }) => ({ ...clip, ...span }))
      add({ kind: 'pictures' }, laid(own).map(clip => pictureClip(nextId(), clip, { rate, stills: of('picture'), shots: of('video') })))
    }
    for (const [kind, { clips, ...track }] of [['speech', speech], ['sound', music]] as const) {
      const { pan, ...plain } = track
      const own = laid(clips.map(({ span, ...clip }) => ({ ...clip, ...span })))
      const tone = hasCurves ? trackTones[kind][own.length] : undefined
      add({ kind, isSoloed: false, ducking: null, ...plain, ...pan && { pan }, ...tone && { tone } }, own
        .map(clip => soundClip(nextId(), clip, { rate, sounds: of('audio'), isSpeech: kind === 'speech', hasTones: hasCurves })))
    }
    if (captionsLie === 'highest')
      written()
    return {
      ...{ name: 'A sequence', ...size, rate, background, markers: {}, trackIds: tracks.map(track => track.id) },
      tracks: Object.fromEntries(tracks.map(track => [track.id, track])),
      inFrame: range?.inFrame ?? null,
      outFrame: range ? range.inFrame + range.length : null,
    }
  })
}

type Of<Made> = Made extends fc.Arbitrary<infer Value> ? Omit<Value, 'span'> & { at: number, length: number } : never

interface Passing {
  readonly keys: Keys | undefined
  readonly passing: Partial<PictureClip>
  readonly grade: Grade | undefined
  readonly transition: Transition | undefined
  readonly backdrop: Backdrop | undefined
}

function pictureClip(
  id: ClipId,
  { kind, which, at, length, from, speed, fade, crossIn, look: { moveTo, ...look }, title, ...more }: Of<typeof shown> & Passing,
  { rate, stills, shots }: { rate: FrameRate, stills: readonly Take[], shots: readonly Take[] },
): PictureClip {
  const { keys, passing, grade, transition, backdrop } = more
  const all = kind === 'shot' ? shots : stills
  const take = kind === 'title' ? null : all[which % all.length] ?? null
  const sourceLength = kind === 'shot' ? framesWithin(take?.asset.durationSeconds ?? 1, rate) : null
  const timed = { id, start: at, length, linkId: null, lineId: null, in: kind === 'shot' ? from : 0, speed: kind === 'shot' ? speed : 100 }
  const clip: PictureClip = {
    ...{ ...timed, sourceLength, ...fade, crossIn, takeId: take?.id ?? null, title: kind === 'title' ? title : null, look },
    ...keys && { keys: kind === 'title' ? withoutColourKeys(keys) : keys },
    ...kind === 'shot' && passing,
    ...kind === 'shot' && passing.ramp && { ramp: { ...passing.ramp, from: timed.in * 100 } },
    ...kind !== 'title' && grade && { grade },
    ...transition && { transition },
    ...kind !== 'title' && backdrop && { backdrop, look: { ...look, fit: 'contain' } },
  }
  return moveTo && !keys && !(kind !== 'title' && backdrop) ? moved(clip, moveTo) : clip
}

function soundClip(
  id: ClipId,
  { which, at, length, from, speed, fade, crossIn, crossCurve, gainDb, pan, points, panPoints, offset }: Of<typeof heard>,
  { rate, sounds, isSpeech, hasTones }: { rate: FrameRate, sounds: readonly Take[], isSpeech: boolean, hasTones: boolean },
): SoundClip {
  const samples = (frames: number): number => sampleOfFrame(frames, rate)
  // To where the next frame begins: rounded by itself, a length may reach one sample into the next clip.
  const whole = samples(at + length) - samples(at)
  const take = sounds[which % sounds.length]!
  const tone = hasTones ? ownTones[Math.floor(which / 7) % ownTones.length] : undefined
  return {
    ...{ id, start: samples(at), length: whole, linkId: null, in: samplesOfSeconds(from), speed },
    lineId: isSpeech ? lineIds[(which + 1) % lineIds.length] ?? null : null,
    ...{ sourceLength: samplesOfSeconds(take.asset.durationSeconds ?? 0), fadeIn: samples(fade.fadeIn), fadeOut: samples(fade.fadeOut) },
    // Sounds begin anywhere within a frame.
    ...crossIn === 0 ? { start: samples(at) + Math.min(offset, samples(1) - 1), length: whole - samples(1) } : {},
    ...crossCurve && { crossCurve },
    ...pan && { pan },
    ...tone && { tone },
    ...panPoints && { panPoints: [...panPoints].sort((a, b) => a.at - b.at) },
    ...{ crossIn: samples(crossIn), takeId: take.id, gainDb, points: [...points].sort((a, b) => a.at - b.at) },
  }
}
