/** Makes the edit list of a sequence: its tracks, and what nested sequences are on them. */
import type { SequenceDocument } from '#contract/sequence-document.ts'
import type { TrackId } from '#contract/words.ts'
import type { Cue } from '#rules/captions/cues.ts'
import type { Range } from '#rules/sequence/range.ts'
import type { Compound, Content, EditFile, EditInput, EditList, Lane, PictureLane, Piece } from './edit-list.ts'
import { captionsOf } from '#rules/captions/tracks.ts'
import { isAdjustment } from '#rules/sequence/adjustment.ts'
import { clipsOf, tracksOf } from '#rules/sequence/document.ts'
import { isGraded } from '#rules/sequence/graded.ts'
import { placedMarkers } from '#rules/sequence/markers.ts'
import { hasApart, hasGroup, hasLook } from '#rules/sequence/nested/group.ts'
import { nestOf } from '#rules/sequence/nested/nest.ts'
import { isNested } from '#rules/sequence/nested/nested-clips.ts'
import { rangeOf } from '#rules/sequence/range.ts'
import { resolve } from '#rules/sequence/resolve.ts'
import { compoundsOf, nestedOf } from './compounds.ts'
import { lanesOf } from './lanes.ts'
import { oneRow } from './one-row.ts'

/** The part between the sequence's in and out. */
export function editListOf(of: EditInput): EditList {
  const input: EditInput = { ...of, fileOf: takeId => named(of.fileOf(takeId)), titleOf: clip => named(of.titleOf(clip)) }
  const { sequence, size, innerOf, own } = input
  const { rate, background } = sequence
  const { width, height } = size ?? sequence
  const range = rangeOf(sequence, resolve(sequence).durationFrames)
  const compounds = innerOf ? compoundsOf({ ...input, innerOf }, contentOf) : []
  const groups = innerOf ? [] : tracksOf(sequence).filter(hasGroup)
  // What is apart for its speed alone loses nothing: its clips have that.
  const placed = groups.filter(track => hasApart(track) && hasLook(track))
  const mixed = groups.filter(track => !hasApart(track))
  const nested = innerOf ? new Set() : new Set(tracksOf(sequence).flatMap(track => nestOf(track)?.path ?? []))
  const adjustments = adjustmentsIn(sequence, range)
  return {
    ...own !== undefined && { own },
    ...nested.size > 0 && { nested: nested.size },
    ...mixed.length > 0 && { mixed: mixed.length },
    ...placed.length > 0 && { placed: placed.length },
    ...adjustments > 0 && { adjustments },
    ...{ width, height, rate, background, compounds },
    ...contentOf(input, range, compounds),
    captions: captionsOf(sequence, range, input.captionIds)
      .map(({ track: { language, name, wordStyle }, cues }) =>
        ({ language, name: oneRow(name), cues: cues.map(plainCue), ...wordStyle && { showsWords: true } })),
  }
}

/** What is on the tracks of a sequence. */
function contentOf(input: EditInput, range: Range, compounds: readonly Compound[]): Content {
  const { sequence, innerOf } = input
  const isListed = (track: object): boolean => !innerOf || !('nest' in track)
  const played = lanesOf(sequence, range, { ...input, isListed })
  const left = lanesOf(disabledOf(sequence, input), range, { ...input, isListed })
  const has = <Of extends Piece>({ pieces, tails }: Lane<Of>): boolean => pieces.length + tails.length > 0
  const nested = innerOf ? nestedOf(sequence, range, compounds) : new Map<TrackId, NonNullable<PictureLane['nested']>>()
  return {
    name: oneRow(sequence.name),
    frames: range.frames,
    pictures: played.pictures
      .map((lane): PictureLane => {
        const own = nested.get(lane.trackId)
        return { ...withDisabled(lane, left.pictures), ...own && { nested: own } }
      })
      .filter(lane => has(lane) || lane.nested),
    sounds: played.sounds.map(lane => withDisabled(lane, left.sounds)).filter(has),
    markers: placedMarkers(sequence)
      .map(({ frame, marker: { name, colour = 'blue', note = '' } }) =>
        ({ at: frame - range.startFrame, name: oneRow(name), colour, note: note.trim() }))
      .filter(({ at }) => at >= 0 && at < range.frames),
  }
}

/** Other programs have no times of words. */
function plainCue({ words: _, whole: _whole, ...cue }: Cue): Cue {
  return cue
}

/** Those that change anything of the range. No format has them. */
function adjustmentsIn(sequence: SequenceDocument, { startFrame, frames }: Range): number {
  const end = startFrame + frames
  const shown = resolve(sequence).stretches.filter(each => each.startFrame < end && each.startFrame + each.frames > startFrame)
  const ids = shown.flatMap(({ layers }) =>
    layers.flatMap(({ clip }) => !clip.group && isAdjustment(clip) && isGraded(clip) ? clip.id : []))
  return new Set(ids).size
}

function withDisabled<Of extends Piece>(lane: Lane<Of>, disabled: readonly Lane<Of>[]): Lane<Of> {
  const left = disabled.find(({ trackId }) => trackId === lane.trackId)?.pieces ?? []
  const withLeft = (pieces: readonly Of[]): Of[] =>
    [...pieces, ...left.map(piece => ({ ...piece, crossIn: 0, isDisabled: true }))].sort((a, b) => a.start - b.start)
  return { ...lane, pieces: withLeft(lane.pieces), ...lane.atCuts && { atCuts: withLeft(lane.atCuts) } }
}

/** Its disabled clips alone, as if they played. */
function disabledOf(sequence: SequenceDocument, { hasFile }: EditInput): SequenceDocument {
  const tracks = tracksOf(sequence).map((track) => {
    const clips = clipsOf(track).filter(clip => clip.isDisabled && !isNested(clip) && !isAdjustment(clip)
      && (!('takeId' in clip) || clip.takeId === null || hasFile(clip.takeId)))
    return [track.id, { ...track, clips: Object.fromEntries(clips.map(({ isDisabled: _, ...clip }) => [clip.id, clip])) }]
  })
  // Clips of the same kinds.
  return { ...sequence, tracks: Object.fromEntries(tracks) as SequenceDocument['tracks'] }
}

function named(file: EditFile): EditFile {
  return { ...file, name: oneRow(file.name) }
}
