/**
 * Which chain a clip is heard through, by one rule for preview and delivery: its own one, else that of the speaker of its line, else that
 * of its track.
 */
import type { Line } from '#contract/script.ts'
import type { SequenceDocument, SoundClip, SoundingTrack } from '#contract/sequence-document.ts'
import type { SpeakerTone, ToneChain } from '#contract/tone.ts'
import type { HeardSound, LineId, SoundChoice } from '#contract/words.ts'
import { toneKey } from './tone-key.ts'

/** The chain of a line as `toneKey` writes it; empty where it has none. */
export type ToneOfLine = (lineId: LineId) => string

/** Of the lines of speakers of whom no chain is known. */
export const noTones: ToneOfLine = () => ''

export function tonesOfLines(lines: readonly Pick<Line, 'id' | 'speaker'>[], tones: readonly SpeakerTone[]): ToneOfLine {
  const keys = new Map(tones.map(({ speaker, chain }) => [speaker, toneKey(chain)]))
  const byLine = new Map(lines.map(({ id, speaker }) => [id, keys.get(speaker) ?? '']))
  return lineId => byLine.get(lineId) ?? ''
}

/** What was chosen of a sound, through a chain. */
export function throughChain(choice: SoundChoice | undefined, key: string): HeardSound | undefined {
  return key === '' ? choice : { track: null, channel: 'both', ...choice, chain: key }
}

type ToneTrack = Pick<SoundingTrack, 'kind' | 'tone'>
type ToneClip = Pick<SoundClip, 'lineId' | 'tone'>

/** Where the chain of a clip comes from; null where it has none. A chain of its own that is off is one, too: nothing else applies. */
export type ToneSource = 'clip' | 'speaker' | 'track' | null

export function toneSourceOf(track: ToneTrack, clip: ToneClip, toneOf: ToneOfLine): ToneSource {
  if (clip.tone)
    return 'clip'
  if (spokenKey(track, clip, toneOf) !== '')
    return 'speaker'
  return keyOfChain(track.tone) === '' ? null : 'track'
}

/** The chain of a clip of this track as `toneKey` writes it; empty where it has none. */
export function toneOfClip(track: ToneTrack, clip: ToneClip, toneOf: ToneOfLine): string {
  return clip.tone ? keyOfChain(clip.tone) : spokenKey(track, clip, toneOf) || keyOfChain(track.tone)
}

/** The sound of a shot shows a line; only a speech track speaks it. */
function spokenKey({ kind }: ToneTrack, { lineId }: ToneClip, toneOf: ToneOfLine): string {
  return kind === 'speech' && lineId !== null ? toneOf(lineId) : ''
}

/** An hour has thousands of clips, and few chains. */
const keyByChain = new WeakMap<ToneChain, string>()

function keyOfChain(chain: ToneChain | undefined): string {
  if (!chain)
    return ''
  const key = keyByChain.get(chain) ?? toneKey(chain)
  keyByChain.set(chain, key)
  return key
}

/** An edit makes new objects only of what it touches: tracks that did not change keep theirs here, too. */
const known = new WeakMap<Readonly<Record<string, SoundClip>>, { readonly keys: string, readonly clips: Record<string, SoundClip> }>()

function clipsThrough(track: SoundingTrack, toneOf: ToneOfLine): Record<string, SoundClip> {
  const all = Object.values(track.clips)
  const keys = all.map(clip => toneOfClip(track, clip, toneOf))
  if (keys.every(key => key === ''))
    return track.clips
  const joined = keys.join(' ')
  const kept = known.get(track.clips)
  if (kept?.keys === joined)
    return kept.clips
  const through = Object.fromEntries(all.map((clip, at) => [clip.id, { ...clip, heard: throughChain(clip.heard, keys[at] ?? '') }]))
  known.set(track.clips, { keys: joined, clips: through })
  return through
}

/** The chains of all clips with sound, in their order, as one text: two documents with the same clips are heard alike where it is equal. */
export function chainsIn({ tracks }: Pick<SequenceDocument, 'tracks'>, toneOf: ToneOfLine): string {
  return Object.values(tracks)
    .flatMap(track => 'ducking' in track ? Object.values(track.clips).map(clip => toneOfClip(track, clip, toneOf)) : [])
    .join(' ')
}

/** The document as it is heard: its clips have their chains in `heard`. Of a flat one, those of nested sequences, too. */
export function toned<Document extends Pick<SequenceDocument, 'tracks'>>(document: Document, toneOf: ToneOfLine): Document {
  let isChanged = false
  const tracks = Object.entries(document.tracks).map(([id, track]) => {
    if (!('ducking' in track))
      return [id, track] as const
    const clips = clipsThrough(track, toneOf)
    isChanged ||= clips !== track.clips
    return [id, clips === track.clips ? track : { ...track, clips }] as const
  })
  return isChanged ? { ...document, tracks: Object.fromEntries(tracks) } : document
}
