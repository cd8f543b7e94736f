/** Undo and redo of a ripple over 5,000 clips in main: also the tenth in a row, and the first after a restart. */
import type { Clip, SequenceDocument, Track } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { ClipId, SequenceId, TakeId, TrackId } from '#contract/words.ts'
import type { Sequences } from '../../../src-main/sequences/sequences-port.ts'
import type { Figure } from '../figure.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import process from 'node:process'
import { SentSequenceEvent } from '#contract/sequences.ts'
import { plainLook, plainTrack } from '#rules/sequence/new-tracks.ts'
import { newId } from '../../../src-main/base/ids.ts'
import { sentSequence } from '../../../src-main/sequences/sent-sequence.ts'
import { openStudio } from '../../../src-main/studio/open-studio.ts'
import { testPorts } from '../../kit/ports.ts'
import { round } from '../figure.ts'

const clips = 5000
const kinds = ['pictures', 'pictures', 'speech', 'speech', 'sound', 'sound', 'sound', 'captions'] as const
const perTrack = clips / kinds.length
const samplesPerFrame = 1600
const limitMs = 50
const times = 10

export async function* undoFigures(): AsyncGenerator<Figure> {
  const folder = await mkdtemp(join(tmpdir(), 'takeroom-bench-'))
  const sequenceId = newId<SequenceId>()
  const studio = await openStudio(testPorts(folder))
  const { sequences, projects } = studio.parts
  const { id: projectId } = await projects.create('Long')
  const size = { width: 1280, height: 720, rate: { numerator: 30, denominator: 1 } }
  await sequences.create({ sequenceId, projectId, name: 'Long', ...size }, true)
  await sequences.replace(sequenceId, 'assemble', now => ({ ...now, ...filled() }))
  const first = await sequences.get(sequenceId)
  const clipId = Object.values<Clip>(first.tracks[first.trackIds[0]!]?.clips ?? {})[0]?.id
  const ripple: SequenceEdit = { do: 'trim', clipIds: [clipId!], edge: 'end', byFrames: 1, ripples: true }
  const stop = followed(sequences, sequenceId)
  yield* inTurn('a ripple over 5,000 clips', async () => {
    const { revision } = await sequences.get(sequenceId)
    await sequences.edit(sequenceId, { baseRevision: revision, name: 'trim', edits: [ripple] })
  })
  for (const turn of ['undo', 'redo'] as const)
    yield* inTurn(`${turn} of a ripple over 5,000 clips`, () => sequences[turn](sequenceId))
  stop.abort()
  await studio.close()
  const later = await openStudio(testPorts(folder))
  const opening = await timed(() => later.parts.sequences.get(sequenceId))
  yield { name: 'opening 5,000 clips after a restart', value: opening.ms, limit: null, unit: 'ms' }
  const after = followed(later.parts.sequences, sequenceId)
  for (const turn of ['undo', 'redo'] as const) {
    const { ms } = await timed(() => later.parts.sequences[turn](sequenceId))
    yield { name: `the first ${turn} after a restart`, value: ms, limit: limitMs, unit: 'ms' }
  }
  after.abort()
  await later.close()
  await rm(folder, { recursive: true, force: true })
}

/** What main does for each page that has the sequence open. */
function followed(sequences: Sequences, sequenceId: SequenceId): AbortController {
  const stop = new AbortController()
  void (async () => {
    for await (const event of sequences.follow(sequenceId, stop.signal))
      JSON.stringify(SentSequenceEvent.parse(sentSequence(event)))
  })()
  return stop
}

/** The first, the tenth and the slowest of ten, and the longest block of main in all of them. */
async function* inTurn(name: string, act: () => Promise<unknown>): AsyncGenerator<Figure> {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const all: { ms: number, busy: number }[] = []
  for (let time = 0; time < times; time++)
    all.push(await timed(act))
  delay.disable()
  const [firstMs, lastMs] = [all[0]?.ms ?? 0, all.at(-1)?.ms ?? 0]
  yield { name: `${name}, the first`, value: firstMs, limit: limitMs, unit: 'ms' }
  yield { name: `${name}, the tenth in a row`, value: lastMs, limit: limitMs, unit: 'ms' }
  yield { name: `${name}, the slowest of ten`, value: Math.max(...all.map(({ ms }) => ms)), limit: limitMs, unit: 'ms' }
  yield { name: `${name}, main thread alone`, value: Math.max(...all.map(({ busy }) => busy)), limit: limitMs, unit: 'ms' }
  yield { name: `${name}, longest block of main`, value: round(delay.max / 1e6, 1), limit: limitMs, unit: 'ms' }
}

async function timed(act: () => Promise<unknown>): Promise<{ ms: number, busy: number }> {
  const [from, cpu] = [performance.now(), process.threadCpuUsage()]
  await act()
  const ms = round(performance.now() - from, 1)
  const { user, system } = process.threadCpuUsage(cpu)
  // The event loop is let continue, so that a block is seen.
  await new Promise(resolve => setImmediate(resolve))
  return { ms, busy: round((user + system) / 1000, 1) }
}

function filled(): Pick<SequenceDocument, 'trackIds' | 'tracks'> {
  const tracks = kinds.map((kind): Track => {
    const track = plainTrack(kind, newId<TrackId>())
    const all = Array.from({ length: perTrack }, (_, at) => clipOf(kind, at))
    return { ...track, clips: Object.fromEntries(all.map(clip => [clip.id, clip])) } as Track // of its own kind
  })
  return { trackIds: tracks.map(track => track.id), tracks: Object.fromEntries(tracks.map(track => [track.id, track])) }
}

function clipOf(kind: Track['kind'], at: number): Clip {
  const isSound = kind === 'speech' || kind === 'sound'
  const unit = isSound ? samplesPerFrame : 1
  const shared = { id: newId<ClipId>(), start: at * 120 * unit, length: 120 * unit, linkId: null, lineId: null }
  if (kind === 'captions')
    return { ...shared, speaker: at % 2 === 0 ? 'Anna' : 'Ben', text: `Line ${at} of what is said in this film` }
  const played = { ...shared, in: 0, speed: 100, fadeIn: 0, fadeOut: 0, crossIn: 0, takeId: newId<TakeId>() }
  return isSound
    ? { ...played, sourceLength: 10 * 48_000, gainDb: 0, points: at % 5 === 0 ? [{ at: 48_000, gainDb: -6 }] : [] }
    : { ...played, sourceLength: 300, title: null, look: plainLook }
}
