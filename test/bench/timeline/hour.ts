/**
 * A studio with a film of one hour: 2,000 clips on 8 tracks, with real files behind them, and an empty project next to it. Wherever one
 * looks at a minute in its middle, 8 shots or more have colours and a move with keys.
 */
import type { Clip, PictureClip, SequenceDocument, Track } from '#contract/sequence-document.ts'
import type { Take } from '#contract/takes.ts'
import type { ClipId, ProjectId, SequenceId, TrackId } from '#contract/words.ts'
import type { OpenStudio } from '../../../src-main/studio/open-studio.ts'
import type { MediaKit } from '../../kit/media.ts'
import { createReadStream } from 'node:fs'
import { plainLook, plainTrack } from '#rules/sequence/new-tracks.ts'
import { newId } from '../../../src-main/base/ids.ts'
import { openStudio } from '../../../src-main/studio/open-studio.ts'
import { testPorts } from '../../kit/ports.ts'
import { makeShot } from '../../kit/preview/media.ts'
import { coloured } from './coloured.ts'

export const hour = { clips: 2000, tracks: 8, frames: 108_000 } as const
const perTrack = hour.clips / hour.tracks
/** From one clip of a track to the next. */
const step = hour.frames / perTrack
const kinds = ['pictures', 'pictures', 'pictures', 'speech', 'speech', 'sound', 'sound', 'captions'] as const
const samplesPerFrame = 1600
const shotSeconds = 12
const soundSeconds = 16

export interface Hour {
  readonly studio: OpenStudio
  readonly projectId: ProjectId
  readonly sequenceId: SequenceId
  readonly emptyProjectId: ProjectId
  readonly takes: readonly Take[]
}

/** Fills the studio of this folder. The caller closes it. */
export async function openHour(folder: string, media: MediaKit): Promise<Hour> {
  const studio = await openStudio(testPorts(folder))
  const { projects, sequences } = studio.parts
  const [full, empty] = [await projects.create('One hour'), await projects.create('Empty')]
  const takes = await takesOf(studio, media, full.id)
  const size = { width: 1280, height: 720, rate: { numerator: 30, denominator: 1 } }
  const [sequenceId, emptyId] = [newId<SequenceId>(), newId<SequenceId>()]
  await studio.parts.settings.change({ hasSeenWelcome: true })
  await sequences.create({ sequenceId, projectId: full.id, name: 'One hour', ...size }, true)
  await sequences.create({ sequenceId: emptyId, projectId: empty.id, name: 'Empty', ...size }, true)
  await sequences.replace(sequenceId, 'assemble', now => ({ ...now, ...filled(takes) }))
  return { studio, projectId: full.id, sequenceId, emptyProjectId: empty.id, takes }
}

async function takesOf({ parts: { imports } }: OpenStudio, media: MediaKit, projectId: ProjectId): Promise<Take[]> {
  const paths: string[] = []
  for (const number of [0, 1, 2, 3]) {
    const { name } = await makeShot(media, number, { seconds: shotSeconds })
    paths.push(media.file(name))
  }
  for (const number of [0, 1, 2, 3])
    paths.push(await media.tone(`tone-${number}.wav`, { frequency: 200 + number * 60, seconds: soundSeconds, level: 0.1 + number / 5 }))
  const takes: Take[] = []
  for (const path of paths) {
    const ticket = await imports.receive(path, createReadStream(path), null)
    takes.push(await imports.file(ticket, projectId))
  }
  return takes
}

function filled(takes: readonly Take[]): Pick<SequenceDocument, 'trackIds' | 'tracks'> {
  const links = Array.from({ length: perTrack }, () => newId<ClipId>())
  const tracks = kinds.map((kind, index): Track => {
    const track = plainTrack(kind, newId<TrackId>())
    const clips = Array.from({ length: perTrack }, (_, at) => clipOf(kind, index, at, takes, links))
    const ducking = index === 6 ? { ducking: { amountDb: -12, attackMs: 120, releaseMs: 500 } } : {}
    return { ...track, ...ducking, height: 44, clips: Object.fromEntries(clips.map(clip => [clip.id, clip])) } as Track // of its own kind
  })
  return { trackIds: tracks.map(track => track.id), tracks: Object.fromEntries(tracks.map(track => [track.id, track])) }
}

/** The middle third of each track with pictures: a minute shows at least four clips of each of three. */
function isColoured(at: number): boolean {
  return at >= perTrack / 3 && at < perTrack * 2 / 3
}

/** Lines of speech are linked with their captions; every third shot begins where the one before it ends. */
function clipOf(kind: Track['kind'], track: number, at: number, takes: readonly Take[], links: readonly ClipId[]): Clip {
  const isSound = kind === 'speech' || kind === 'sound'
  const unit = isSound ? samplesPerFrame : 1
  const [start, frames] = [at * step + track * 7, Math.min(shotSeconds * 30 - 60, 200 + at % 3 * 50)]
  const shared = {
    id: newId<ClipId>(),
    start: start * unit,
    length: frames * unit,
    linkId: track === 3 || kind === 'captions' ? links[at] ?? null : null,
    lineId: null,
  }
  if (kind === 'captions')
    return { ...shared, speaker: at % 2 === 0 ? 'Anna' : 'Ben', text: `Line ${at} of what is said in this film` }
  const played = { ...shared, in: at % 4 * 10 * unit, speed: 100, fadeIn: 0, fadeOut: 0, crossIn: 0 }
  const takeId = takes[(isSound ? 4 : 0) + (at + track) % 4]?.id
  if (takeId === undefined)
    throw new Error('a take is missing')
  if (isSound)
    return { ...played, takeId, sourceLength: soundSeconds * 48_000, gainDb: 0, points: at % 5 === 0 ? [{ at: 48_000, gainDb: -6 }] : [] }
  const shot: PictureClip = { ...played, takeId, sourceLength: shotSeconds * 30, title: null, look: plainLook }
  return isColoured(at) ? coloured(shot) : shot
}
