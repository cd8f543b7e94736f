/** A project with a short film in a studio's folder: shots one after another, a sound below them, and captions. */
import type { Clip, SequenceDocument, Track } from '#contract/sequence-document.ts'
import type { ClipId, ProjectId, SequenceId, TakeId } from '#contract/words.ts'
import type { OpenStudio } from '../../src-main/studio/open-studio.ts'
import type { MediaKit } from './media.ts'
import { createReadStream } from 'node:fs'
import { plainLook } from '#rules/sequence/new-tracks.ts'
import { newId } from '../../src-main/base/ids.ts'

export interface FilmProject { readonly projectId: ProjectId, readonly sequenceId: SequenceId }

export interface Film {
  readonly project?: string
  readonly name?: string
  readonly shots?: number
  /** Of each shot, at 25 frames a second. */
  readonly shotFrames?: number
  /** Pixels of the shots, and of the sequence. */
  readonly width?: number
  readonly height?: number
  /** One below each shot, as far as there are any. */
  readonly captions?: readonly string[]
  /** Frames in which each shot but the first comes out of the background. */
  readonly fadeIn?: number
}

const samplesPerFrame = 1920

/** Files its media as takes and lays them out. */
export async function addFilm(
  { parts }: Pick<OpenStudio, 'parts'>,
  media: MediaKit,
  { project = 'The lighthouse', name = 'Main', shots = 2, shotFrames = 12, width = 64, height = 36, captions = [], fadeIn = 0 }: Film = {},
): Promise<FilmProject> {
  const { id: projectId } = await parts.projects.create(project)
  const rate = { numerator: 25, denominator: 1 }
  const file = async (path: string): Promise<TakeId> =>
    (await parts.imports.file(await parts.imports.receive(path, createReadStream(path), null), projectId)).id
  const seconds = (shotFrames + 5) / 25
  const takes: TakeId[] = []
  for (let shot = 0; shot < shots; shot++) {
    takes.push(await file(await media.clip(`shot-${shot}.mp4`, {
      source: `testsrc2=s=${width}x${height}:r=25,hue=h=${shot * 70}`,
      seconds,
      args: ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'],
    })))
  }
  const tone = await file(await media.tone('tone.wav', { seconds: shots * shotFrames / 25 + 0.2 }))
  const sequenceId = newId<SequenceId>()
  await parts.sequences.create({ sequenceId, projectId, name, width, height, rate }, true)
  const at = (shot: number) => ({ id: newId<ClipId>(), start: shot * shotFrames, length: shotFrames, linkId: null, lineId: null })
  const samples = shots * shotFrames * samplesPerFrame
  const played = { in: 0, speed: 100, fadeIn: 0, fadeOut: 0, crossIn: 0 }
  const clips: Partial<Record<Track['kind'], Clip[]>> = {
    pictures: takes.map((takeId, shot) => ({
      ...{ ...at(shot), ...played, fadeIn: shot === 0 ? 0 : fadeIn, takeId, sourceLength: shotFrames + 5, title: null, look: plainLook },
    })),
    sound: [{ ...at(0), ...played, takeId: tone, length: samples, sourceLength: samples, gainDb: 0, points: [] }],
    captions: captions.slice(0, shots).map((text, shot) => ({ ...at(shot), speaker: '', text })),
  }
  await parts.sequences.replace(sequenceId, 'assemble', now => ({ ...now, tracks: filled(now, clips) }))
  return { projectId, sequenceId }
}

function filled({ tracks }: SequenceDocument, clips: Partial<Record<Track['kind'], Clip[]>>): SequenceDocument['tracks'] {
  return Object.fromEntries(Object.values(tracks).map((track) => {
    const own = (clips[track.kind] ?? []).map(clip => [clip.id, clip])
    return [track.id, { ...track, clips: Object.fromEntries(own) } as Track] // of its own kind
  }))
}
