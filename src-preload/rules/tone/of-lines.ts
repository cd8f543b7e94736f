/** Which chain a clip is heard through: that of the speaker of its line, by one rule for preview and delivery. */
import type { Line } from '#contract/script.ts'
import type { SequenceDocument, SoundClip } from '#contract/sequence-document.ts'
import type { SpeakerTone } from '#contract/tone.ts'
import type { HeardSound, LineId, SoundChoice } from '#contract/words.ts'
import { toneKey } from './tone-key.ts'

/** The chain of a line as `toneKey` writes it; empty where it has none. */
export type ToneOfLine = (lineId: LineId) => string

export function tonesOfLines(lines: readonly Pick<Line, 'id' | 'speaker'>[], tones: readonly SpeakerTone[]): ToneOfLine {
  const keys = new Map(tones.map(({ speaker, chain }) => [speaker, toneKey(chain)]))
  const byLine = new Map(lines.map(({ id, speaker }) => [id, keys.get(speaker) ?? '']))
  return lineId => byLine.get(lineId) ?? ''
}

/** What was chosen of a sound, through a chain. */
export function throughChain(choice: SoundChoice | undefined, key: string): HeardSound | undefined {
  return key === '' ? choice : { track: null, channel: 'both', ...choice, chain: key }
}

/** An edit makes new objects only of what it touches: tracks that did not change keep theirs here, too. */
const known = new WeakMap<Readonly<Record<string, SoundClip>>, { readonly keys: string, readonly clips: Record<string, SoundClip> }>()

function clipsThrough(clips: Record<string, SoundClip>, toneOf: ToneOfLine): Record<string, SoundClip> {
  const all = Object.values(clips)
  const keyOf = ({ lineId }: SoundClip): string => lineId === null ? '' : toneOf(lineId)
  const keys = all.map(keyOf)
  if (keys.every(key => key === ''))
    return clips
  const joined = keys.join(' ')
  const kept = known.get(clips)
  if (kept?.keys === joined)
    return kept.clips
  const through = Object.fromEntries(all.map(clip => [clip.id, { ...clip, heard: throughChain(clip.heard, keyOf(clip)) }]))
  known.set(clips, { keys: joined, clips: through })
  return through
}

/** The chains of all clips of speech tracks, in their order, as one text: two documents with the same clips are heard alike where it is equal. */
export function chainsIn({ tracks }: Pick<SequenceDocument, 'tracks'>, toneOf: ToneOfLine): string {
  return Object.values(tracks)
    .flatMap(track => track.kind === 'speech' ? Object.values(track.clips) : [])
    .map(({ lineId }) => lineId === null ? '' : toneOf(lineId))
    .join(' ')
}

/**
 * The document as it is heard. Clips of speech tracks that speak a line have the chain of its speaker in `heard`; music, and the sound of
 * shots, have none.
 */
export function toned<Document extends Pick<SequenceDocument, 'tracks'>>(document: Document, toneOf: ToneOfLine): Document {
  let isChanged = false
  const tracks = Object.entries(document.tracks).map(([id, track]) => {
    if (track.kind !== 'speech')
      return [id, track] as const
    const clips = clipsThrough(track.clips, toneOf)
    isChanged ||= clips !== track.clips
    return [id, clips === track.clips ? track : { ...track, clips }] as const
  })
  return isChanged ? { ...document, tracks: Object.fromEntries(tracks) } : document
}
