/** Clips of speech tracks are heard through the chain of the speaker of their line; all else is as it was. */
import type { SequenceDocument, SoundClip, Track } from '#contract/sequence-document.ts'
import type { ClipId, LineId, TakeId, TrackId } from '#contract/words.ts'
import { expect, it } from 'vitest'
import { plainTrack } from '#rules/sequence/new-tracks.ts'
import { throughChain, toned, tonesOfLines } from '#rules/tone/of-lines.ts'
import { chainOf } from '#rules/tone/presets.ts'
import { toneKey } from '#rules/tone/tone-key.ts'
import { idOf } from '../sequence/arbitrary.ts'

const lineOf = (at: number): LineId => idOf(at) as string as LineId
const podcast = toneKey(chainOf('podcast'))
const lines = [{ id: lineOf(1), speaker: 'ANNA' }, { id: lineOf(2), speaker: 'BEN' }, { id: lineOf(3), speaker: 'CLEO' }]
const tones = [{ speaker: 'ANNA', chain: chainOf('podcast') }, { speaker: 'CLEO', chain: { ...chainOf('film'), isOn: false } }]

function clip(at: number, lineId: LineId | null, has: Partial<SoundClip> = {}): SoundClip {
  return {
    ...{ id: idOf(100 + at) as string as ClipId, takeId: idOf(200 + at) as string as TakeId, lineId, linkId: null, start: at * 48_000 },
    ...{ length: 48_000, in: 0, sourceLength: 48_000, speed: 100, fadeIn: 0, fadeOut: 0, crossIn: 0, gainDb: 0, points: [], ...has },
  }
}
function track(kind: 'speech' | 'sound', at: number, clips: readonly SoundClip[]): Track {
  const own = Object.fromEntries(clips.map(each => [each.id, each]))
  return { ...plainTrack(kind, idOf(300 + at) as string as TrackId), clips: own } as Track
}
function documentOf(...tracks: readonly Track[]): Pick<SequenceDocument, 'tracks'> {
  return { tracks: Object.fromEntries(tracks.map(each => [each.id, each])) }
}

it('only lines of speakers with a chain that is on are changed, on speech tracks', () => {
  const chosen = { track: 1, channel: 'left' } as const
  const speech = track('speech', 1, [
    clip(0, lineOf(1)),
    clip(1, lineOf(2)),
    clip(2, lineOf(3)),
    clip(3, null),
    clip(4, lineOf(9)),
    clip(5, lineOf(1), { heard: chosen }),
  ])
  const music = track('sound', 2, [clip(6, lineOf(1))])
  const heard = toned(documentOf(speech, music), tonesOfLines(lines, tones))
  expect(Object.values(heard.tracks[speech.id]?.clips ?? {}).map(each => 'heard' in each ? each.heard : undefined)).toEqual([
    { track: null, channel: 'both', chain: podcast },
    undefined,
    undefined,
    undefined,
    undefined,
    { ...chosen, chain: podcast },
  ])
  expect(heard.tracks[music.id]).toBe(music)
})

it('what does not change stays the same object, also when another line comes', () => {
  const before = documentOf(track('speech', 1, [clip(0, lineOf(2))]))
  expect(toned(before, tonesOfLines(lines, tones))).toBe(before)
  const spoken = track('speech', 1, [clip(0, lineOf(1))])
  const [one, other] = [lines, [...lines, { id: lineOf(4), speaker: 'ANNA' }]].map(each =>
    toned(documentOf(spoken), tonesOfLines(each, tones)).tracks[spoken.id]?.clips)
  expect(other).toBe(one)
  const film = toned(documentOf(spoken), tonesOfLines(lines, [{ speaker: 'ANNA', chain: chainOf('film') }])).tracks[spoken.id]?.clips
  expect(film).not.toBe(one)
})

it('without a chain, a choice stays what it was', () => {
  const chosen = { track: 1, channel: 'left' } as const
  expect(throughChain(chosen, '')).toBe(chosen)
  expect(throughChain(undefined, '')).toBeUndefined()
})
