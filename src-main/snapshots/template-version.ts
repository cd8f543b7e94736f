/** What of a project its template has: without the takes, and where asked without the script, that a person leaves out. */
import type { TemplateParts } from '#contract/projects.ts'
import type { Clip, SequenceDocument, Track } from '#contract/sequence-document.ts'
import type { ProjectVersion } from './project-version.ts'
import { z } from 'zod'
import { endOf } from '#rules/sequence/document.ts'
import { readDocument, writtenDocument } from '../sequences/sequence-rows.ts'

/** Whether a take is part of it, by its id. */
type Keeps = (takeId: string) => boolean

interface Left {
  readonly parts: TemplateParts
  readonly keeps: Keeps
}

/**
 * Speakers, voices, looks and the prompt shelf are kept as they are, also the takes that these show: a character without its image is
 * another one. @throws Fault newer-document
 */
export function templateVersion(version: ProjectVersion, left: Left): ProjectVersion {
  const { parts, keeps } = left
  const kept = (takeId: string | null): string | null => takeId !== null && keeps(takeId) ? takeId : null
  const { bin = [], storyboard, anchors, ...others } = version
  const ofBin = bin.filter(keeps)
  return {
    ...others,
    lines: parts.script ? version.lines.map(line => ({ ...line, chosenTakeId: kept(line.chosenTakeId) })) : [],
    sequences: version.sequences.map(({ id, document }) =>
      ({ id, document: writtenDocument(templateSequence(readDocument(document, id), left)) })),
    ...anchors && { anchors: anchors.filter(anchor => keeps(anchor.takeId)) },
    ...ofBin.length > 0 && { bin: ofBin },
    ...storyboard && { storyboard: parts.script
      ? { ...storyboard, pictures: storyboard.pictures.map(picture => withKept(picture, kept)) }
      : { pictures: [], look: storyboard.look && { ...storyboard.look, shot: withoutPictures(storyboard.look.shot) } } },
  }
}

type Board = NonNullable<ProjectVersion['storyboard']>

function withKept(picture: Board['pictures'][number], kept: (takeId: string | null) => string | null): Board['pictures'][number] {
  const [stillTakeId, shotTakeId] = [kept(picture.stillTakeId), kept(picture.shotTakeId)]
  return {
    ...picture,
    ...{ stillTakeId, isStillGiven: stillTakeId === null ? 0 : picture.isStillGiven },
    ...{ shotTakeId, isShotGiven: shotTakeId === null ? 0 : picture.isShotGiven },
  }
}

/** What was chosen for single pictures is left out with them. */
function withoutPictures(shot: string): string {
  return JSON.stringify({ ...z.looseObject({}).parse(JSON.parse(shot)), whenShortOf: {} })
}

/** Its shape, tracks and markers, and the clips that need nothing that is left out. What is left keeps its place. */
export function templateSequence(document: SequenceDocument, left: Left): SequenceDocument {
  const tracks = Object.entries(document.tracks).map(([id, track]): [string, Track] => [id, templateTrack(track, left)])
  const kept = Object.fromEntries(tracks)
  const count = (all: SequenceDocument['tracks']): number =>
    Object.values(all).reduce((sum, track) => sum + Object.keys(track.clips).length, 0)
  // A range in what is gone would play nothing.
  return { ...document, tracks: kept, ...count(kept) < count(document.tracks) && { inFrame: null, outFrame: null } }
}

function templateTrack<One extends Track>(track: One, left: Left): One {
  const all = Object.entries<Clip>(track.clips)
  const kept = all.filter(([, clip]) => keepsClip(clip, left))
  const ends = new Set(kept.map(([, clip]) => endOf(clip)))
  // The clip that one came from may be gone.
  const clips = kept.map(([id, clip]): [string, Clip] => [id, 'crossIn' in clip && !ends.has(clip.start) ? { ...clip, crossIn: 0 } : clip])
  return { ...track, clips: Object.fromEntries(clips) }
}

function keepsClip(clip: Clip, { parts, keeps }: Left): boolean {
  if (clip.lineId !== null && !parts.script)
    return false
  if ('takeId' in clip)
    return clip.takeId === null || keeps(clip.takeId)
  // The caption of a line is timed to its take.
  return clip.lineId === null || parts.generated
}
