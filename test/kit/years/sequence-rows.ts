/** The sequences of a studio of years: half of the clips of the large project are speech, the others captions. */
import type { SequenceDocument, Track } from '#contract/sequence-document.ts'
import type { TrackId } from '#contract/words.ts'
import type { Row, Years } from './things.ts'
import { plainLook, plainTrack } from '#rules/sequence/new-tracks.ts'
import { derivedId } from '../../../src-main/base/ids.ts'
import { clipId } from '../../../src-main/sequences/clip-ids.ts'
import { atOf, beginsAt, line, linesOfOthers, many, project, samplesPerSecond, sequence, take, takeSeconds, textOf } from './things.ts'

/** Of a clip that nobody touched. */
const unchanged = { in: 0, speed: 100, fadeIn: 0, fadeOut: 0, crossIn: 0 }

export function* sequenceRows(years: Years): Generator<[string, Iterable<Row>]> {
  const perClip = (takeSeconds + 0.35) * samplesPerSecond
  const spoken = Math.floor(Math.min(years.clips / 2, years.lines))
  const tracks = (of: number) => (['pictures', 'speech', 'captions'] as const)
    .map((kind): Track => plainTrack(kind, derivedId(sequence(of), kind) as TrackId))
  yield ['sequences', many(years.projects, (number) => {
    const all = tracks(number)
    const document: Partial<SequenceDocument> & { form: number } = {
      form: 2,
      name: `Cut ${number}`,
      width: 1280,
      height: 720,
      rate: { numerator: 25, denominator: 1 },
      background: '#000000',
      inFrame: null,
      outFrame: null,
      markers: {},
      trackIds: all.map(track => track.id),
      tracks: Object.fromEntries(all.map(track => [track.id, track])),
    }
    return {
      id: sequence(number),
      project_id: project(number),
      document: JSON.stringify(document),
      revision: number === 0 ? stepsOf(years) + 1 : 1,
      created_at: beginsAt,
      changed_at: atOf(number, years.projects),
      edited_at: beginsAt,
    }
  })]
  function* clips(): Generator<Placed> {
    for (let of = 0; of < years.projects; of++) {
      const [pictures, speech, captions] = tracks(of)
      const count = of === 0 ? spoken : 1
      for (let number = 0; number < count; number++) {
        const lineId = line(of === 0 ? number : years.lines + of * linesOfOthers + number)
        const takeId = take(of === 0 ? number : of % years.takes)
        const soundId = clipId(lineId, 'sound')
        const [frame, frames] = [Math.floor(number * perClip / 1920), takeSeconds * 25]
        const played = { ...unchanged, linkId: soundId, lineId }
        const long = { length: takeSeconds * samplesPerSecond, sourceLength: takeSeconds * samplesPerSecond }
        yield clipRow(of, speech, { ...played, ...long, id: soundId, start: frame * 1920, takeId, gainDb: 0, points: [] })
        const text = textOf(number).slice(0, 40)
        const shown = { start: frame, length: frames, linkId: soundId, lineId, speaker: 'ANNA', text, laidText: text }
        yield clipRow(of, captions, { ...shown, id: clipId(lineId, 'caption') })
      }
      if (of === 0) {
        yield clipRow(of, pictures, {
          ...unchanged,
          id: clipId(sequence(0), 'picture'),
          linkId: null,
          lineId: null,
          start: 0,
          length: 250,
          sourceLength: null,
          takeId: take(years.takes - 1),
          title: null,
          look: plainLook,
        })
      }
    }
  }
  const starts: Starts = new Map()
  yield ['sequence_clips', withoutStarts(clips(), starts)]
  yield ['sequence_starts', startRows(starts)]
  yield ['sequence_journal', many(stepsOf(years), number => ({
    sequence_id: sequence(0),
    revision: number + 2,
    label: 'move',
    patches: '[]',
    inverse: '[]',
    made_at: beginsAt,
    kind: 'edit',
    of_revision: null,
    made_by: null,
  }))]
}

/** Of the large sequence. */
function stepsOf({ clips }: Years): number {
  return Math.min(200, clips)
}

interface AnyClip {
  readonly id: string
  readonly start: number
  readonly lineId: string | null
  readonly takeId?: string
  readonly [more: string]: unknown
}

/** A clip and where it is. */
interface Placed { readonly ofTrack: { readonly sequence_id: string, readonly track_id: string }, readonly clip: AnyClip }

function clipRow(of: number, track: Track | undefined, clip: AnyClip): Placed {
  return { ofTrack: { sequence_id: sequence(of), track_id: track?.id ?? '' }, clip }
}

/** By track. */
type Starts = Map<string, Placed['ofTrack'] & { readonly byClip: Record<string, number> }>

/** The rows of the clips. Their starts, which are rows of their tracks, are put into `starts`. */
function* withoutStarts(clips: Iterable<Placed>, starts: Starts): Generator<Row> {
  for (const { ofTrack, clip: { start, ...clip } } of clips) {
    const known = starts.get(ofTrack.track_id) ?? { ...ofTrack, byClip: {} }
    starts.set(ofTrack.track_id, known)
    known.byClip[clip.id] = start
    yield { ...ofTrack, id: clip.id, take_id: clip.takeId ?? null, line_id: clip.lineId, clip: JSON.stringify(clip) }
  }
}

function* startRows(starts: Starts): Generator<Row> {
  for (const { byClip, ...ofTrack } of starts.values())
    yield { ...ofTrack, starts: JSON.stringify(byClip) }
}
