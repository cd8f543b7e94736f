/** Edits of an hour's sequence in main: as the page sends them, until they are in the database. */
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { ClipId, TrackId } from '#contract/words.ts'
import type { Figure } from '../figure.ts'
import type { Hour } from './hour.ts'
import process from 'node:process'
import { mostClips } from '#contract/sequence-limits.ts'
import { plainTrack } from '#rules/sequence/new-tracks.ts'
import { newId } from '../../../src-main/base/ids.ts'
import { p95, round } from '../figure.ts'

const runs = 200

export async function* mainFigures({ studio, sequenceId }: Hour): AsyncGenerator<Figure> {
  const { sequences } = studio.parts
  const { trackIds, tracks } = await sequences.get(sequenceId)
  const ids = trackIds.map(id => Object.keys(tracks[id]?.clips ?? {}) as ClipId[]) // keys are ids
  const clip = (run: number, track: number): ClipId[] => [ids[track]?.[run * 37 % 250] ?? [] as never]
  const by = (run: number): number => run % 2 === 0 ? 1 : -1
  const acts: ((run: number) => SequenceEdit)[] = [
    run => ({ do: 'move', clipIds: clip(run, run % 8), byFrames: by(run), toTracks: {}, how: 'overwrite' }),
    run => ({ do: 'trim', clipIds: clip(run, run % 8), edge: 'end', byFrames: -1, ripples: false }),
    run => ({ do: 'slip', clipIds: clip(run, run % 3), byFrames: by(run) }),
    run => ({ do: 'setSound', clipIds: clip(run, 3 + run % 4), values: { gainDb: -run % 20 } }),
  ]
  const ripple = (run: number): SequenceEdit => ({ do: 'trim', clipIds: clip(run, run % 8), edge: 'end', byFrames: -1, ripples: true })
  for (const [name, limit, edits] of [['edit in main', 8, acts], ['ripple of all tracks in main', null, [ripple]]] as const) {
    const times: { ms: number, busy: number }[] = []
    for (let run = 0; run < runs; run++) {
      const { revision } = await sequences.get(sequenceId)
      const edit = edits[run % edits.length]?.(run)
      if (!edit)
        continue
      const [from, cpu] = [performance.now(), process.threadCpuUsage()]
      await sequences.edit(sequenceId, { baseRevision: revision, name: 'move', edits: [edit] })
      const { user, system } = process.threadCpuUsage(cpu)
      times.push({ ms: performance.now() - from, busy: (user + system) / 1000 })
    }
    yield { name: `${name}, p95`, value: round(p95(times.map(({ ms }) => ms)), 1), limit, unit: 'ms' }
    yield { name: `${name}, main thread alone, p95`, value: round(p95(times.map(({ busy }) => busy)), 1), limit, unit: 'ms' }
  }
  for (const count of [2000, 8000, 100_000]) {
    const value = round(await captionsMs(sequences, sequenceId, count), 0)
    yield { name: `${count} captions in one import`, value, limit: count === 100_000 ? 3000 : null, unit: 'ms' }
  }
}

/** Word by word, on their own tracks, as many as each can have. Eight times as long for four times as many would be quadratic. */
async function captionsMs(sequences: Hour['studio']['parts']['sequences'], sequenceId: Hour['sequenceId'], count: number): Promise<number> {
  const parts = Array.from({ length: Math.ceil(count / mostClips) }, (_, at) => Math.min(mostClips, count - at * mostClips))
  const edits = parts.flatMap(importOf)
  const { revision } = await sequences.get(sequenceId)
  const from = performance.now()
  await sequences.edit(sequenceId, { baseRevision: revision, name: 'import-captions', edits })
  const ms = performance.now() - from
  await sequences.undo(sequenceId)
  return ms
}

function importOf(count: number): SequenceEdit[] {
  const track = plainTrack('captions', newId<TrackId>())
  const placements = Array.from({ length: count }, (_, at) => ({
    trackId: track.id,
    clip: { id: newId<ClipId>(), start: at * 8, length: 8, linkId: null, lineId: null, speaker: '', text: `word ${at}` },
  }))
  return [{ do: 'addTrack', track, at: 0 }, { do: 'place', placements, how: 'overwrite' }]
}
