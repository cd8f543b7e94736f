/** The candidates of an audition: their order, which of them is chosen, and which are folded. Pure. */
import type { VoiceOnTrial } from '#contract/make.ts'
import type { Fields, Model } from '#contract/models.ts'

export interface Candidate {
  /** Unique among the candidates. */
  readonly key: string
  readonly name: string
  readonly model: Model
  readonly voice: VoiceOnTrial
}

export interface Audition {
  readonly candidates: readonly Candidate[]
  /** Names are hidden until one is chosen. */
  readonly isBlind: boolean
  /** The one that was heard last. */
  readonly heardKey: string | null
  readonly chosenKey: string | null
  readonly foldedKeys: ReadonlySet<string>
}

/** As many as the keys 1 to 9 reach. */
export const mostCandidates = 9

export function beginAudition(candidates: readonly Candidate[]): Audition {
  return { candidates: candidates.slice(0, mostCandidates), isBlind: false, heardKey: null, chosenKey: null, foldedKeys: new Set() }
}

/** The first press of a number lets it be heard; the second chooses it, and the others fold. */
export function pressNumber(audition: Audition, number: number): { readonly audition: Audition, readonly isToHear: boolean } {
  const candidate = audition.candidates[number - 1]
  if (!candidate)
    return { audition, isToHear: false }
  return candidate.key === audition.heardKey
    ? { audition: chooseCandidate(audition, candidate.key), isToHear: false }
    : { audition: { ...audition, heardKey: candidate.key }, isToHear: true }
}

export function chooseCandidate(audition: Audition, key: string): Audition {
  return {
    ...audition,
    chosenKey: key,
    heardKey: key,
    foldedKeys: new Set(audition.candidates.map(each => each.key).filter(each => each !== key)),
  }
}

/** Folds a loser, or opens it again. What was chosen is open to doubt again when another is opened. */
export function foldCandidate(audition: Audition, key: string): Audition {
  const isFolded = audition.foldedKeys.has(key)
  const foldedKeys = new Set(isFolded ? [...audition.foldedKeys].filter(each => each !== key) : [...audition.foldedKeys, key])
  return { ...audition, foldedKeys, chosenKey: isFolded || audition.chosenKey === key ? null : audition.chosenKey }
}

/** Hides the names and shuffles, so that nobody knows who is who; or shows them. `random` is from 0 to below 1. */
export function setBlind(audition: Audition, isBlind: boolean, random: () => number = Math.random): Audition {
  const candidates = isBlind ? shuffled(audition.candidates, random) : audition.candidates
  return { ...audition, candidates, isBlind, chosenKey: null, heardKey: null, foldedKeys: new Set() }
}

function shuffled(candidates: readonly Candidate[], random: () => number): Candidate[] {
  const left = [...candidates]
  return candidates.flatMap(() => left.splice(Math.floor(random() * left.length), 1))
}

/** The same voice again with other settings, next to it. */
export function withVariant(audition: Audition, key: string, fields: Fields): Audition {
  const place = audition.candidates.findIndex(each => each.key === key)
  const from = audition.candidates[place]
  if (!from || audition.candidates.length >= mostCandidates)
    return audition
  const variant: Candidate = { ...from, key: JSON.stringify([from.voice.voiceId, from.model.id, fields]), voice: { ...from.voice, fields } }
  if (audition.candidates.some(each => each.key === variant.key))
    return audition
  return { ...audition, candidates: audition.candidates.toSpliced(place + 1, 0, variant) }
}

/** The names of fields in which candidates of one voice differ. */
export function settingsThatDiffer(candidates: readonly Candidate[], { voice, model }: Candidate): string[] {
  const same = candidates.filter(each => each.model.id === model.id && each.voice.voiceId === voice.voiceId
    && each.voice.fields.voice === voice.fields.voice)
  const names = new Set(same.flatMap(each => Object.keys(each.voice.fields)))
  return [...names].filter(name => new Set(same.map(each => JSON.stringify(each.voice.fields[name]))).size > 1)
}
