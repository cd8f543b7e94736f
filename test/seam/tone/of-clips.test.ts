/** A clip is heard through its own chain, else through that of the speaker of its line, else through that of its track. */
import type { SequenceDocument, SoundClip, SoundingTrack, Track } from '#contract/sequence-document.ts'
import type { ClipId, HeardSound, LineId, TakeId, TrackId } from '#contract/words.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { plainTrack } from '#rules/sequence/new-tracks.ts'
import { chainsIn, noTones, throughChain, toned, toneOfClip, tonesOfLines, toneSourceOf } from '#rules/tone/of-clips.ts'
import { chainOf } from '#rules/tone/presets.ts'
import { toneKey } from '#rules/tone/tone-key.ts'
import { toneChains } from '../../kit/tone-chains.ts'
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
function track(kind: 'speech' | 'sound', at: number, clips: readonly SoundClip[], has: Partial<SoundingTrack> = {}): Track {
  const own = Object.fromEntries(clips.map(each => [each.id, each]))
  return { ...plainTrack(kind, idOf(300 + at) as string as TrackId), clips: own, ...has } as Track
}
function documentOf(...tracks: readonly Track[]): Pick<SequenceDocument, 'tracks'> {
  return { tracks: Object.fromEntries(tracks.map(each => [each.id, each])) }
}

it('of what has neither its own chain nor one of its track, only lines of speakers with a chain that is on are changed, on speech tracks', () => {
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

const film = toneKey(chainOf('film'))
const off = { ...chainOf('podcast'), isOn: false }
function chainsOf(document: Pick<SequenceDocument, 'tracks'>): (string | undefined)[] {
  const clips = Object.values(document.tracks).flatMap(each => 'ducking' in each ? Object.values(each.clips) : [])
  return clips.map(({ heard }: { heard?: HeardSound | undefined }) => heard?.chain)
}

it('a chain of the clip is in place of that of its speaker and its track, also one that is off; on audio tracks, too', () => {
  const clips = (at: number) => [
    clip(at, lineOf(1), { tone: chainOf('film') }),
    clip(at + 1, lineOf(1), { tone: off }),
    clip(at + 2, lineOf(1)),
    clip(at + 3, lineOf(2)),
    clip(at + 4, null),
  ]
  const document = documentOf(
    track('speech', 1, clips(0)),
    track('sound', 2, clips(10)),
    track('speech', 3, clips(20), { tone: chainOf('film') }),
    track('sound', 4, clips(30), { tone: chainOf('film') }),
    track('sound', 5, clips(40), { tone: off }),
  )
  const toneOf = tonesOfLines(lines, tones)
  expect(chainsOf(toned(document, toneOf))).toEqual([
    ...[film, undefined, podcast, undefined, undefined],
    ...[film, undefined, undefined, undefined, undefined],
    ...[film, undefined, podcast, film, film],
    ...[film, undefined, film, film, film],
    ...[film, undefined, undefined, undefined, undefined],
  ])
  expect(chainsIn(document, toneOf)).toBe(chainsOf(toned(document, toneOf)).map(key => key ?? '').join(' '))
})

it('is heard without any chain of a speaker, keeps what was chosen of the sound, and changes with the chain', () => {
  const chosen = { track: 1, channel: 'left' } as const
  const song = clip(0, null, { heard: chosen, tone: chainOf('film') })
  const before = documentOf(track('sound', 1, [song, clip(1, null)]))
  const [now] = Object.values(toned(before, noTones).tracks)
  expect(now?.clips[song.id]).toMatchObject({ heard: { ...chosen, chain: film } })
  expect(chainsOf(toned(documentOf(track('sound', 1, [{ ...song, tone: chainOf('podcast') }])), noTones))).toEqual([podcast])
})

it('says where the chain of a clip comes from, for each combination', () => {
  const chains = fc.option(toneChains, { nil: undefined })
  const on = (chain: Parameters<typeof toneKey>[0]): boolean => toneKey(chain) !== ''
  fc.assert(fc.property(chains, chains, chains, fc.boolean(), (own, spoken, ofTrack, isSpeech) => {
    const of = { kind: isSpeech ? 'speech' as const : 'sound' as const, tone: ofTrack }
    const has = { lineId: lineOf(1), tone: own }
    const toneOf = tonesOfLines(lines, spoken ? [{ speaker: 'ANNA', chain: spoken }] : [])
    const source = own ? 'clip' : isSpeech && on(spoken) ? 'speaker' : on(ofTrack) ? 'track' : null
    expect(toneSourceOf(of, has, toneOf)).toBe(source)
    expect(toneOfClip(of, has, toneOf)).toBe(toneKey({ clip: own, speaker: spoken, track: ofTrack, none: null }[source ?? 'none']))
  }))
})
