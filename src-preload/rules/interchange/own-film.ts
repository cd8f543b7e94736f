/** The sequences that a list of Takeroom carries, as they were: a foreign text until the contract has read it and they are whole. */
import type { Clip, SequenceDocument } from '#contract/sequence-document.ts'
import type { SequenceId } from '#contract/words.ts'
import type { ListedMedia } from './list.ts'
import { clipsOf, tracksOf } from '../sequence/document.ts'
import { applyEdits } from '../sequence/edit/apply.ts'
import { isNested } from '../sequence/nested/nested-clips.ts'
import { fingerprintOfJson } from './fingerprint.ts'
import { OwnFilm } from './own-form.ts'
import { emptyOf, sequencesOfOwn } from './sequence-of-own.ts'

/** Longer texts are neither written nor read. */
export const mostOwnLetters = 32 * 2 ** 20
/** Clips of sequences that one may play, with those in these. */
const mostPlaces = 1000

/** What the edits of an import make again just as it is. Null for anything else. */
export function ownFilmIn(text: string): OwnFilm | null {
  if (text.length > mostOwnLetters)
    return null
  let value: unknown
  try {
    value = JSON.parse(text)
  }
  catch {
    return null
  }
  const { data } = OwnFilm.safeParse(value)
  return data && hasFewPlaces(data) && isMadeAgain(data) ? data : null
}

export function listedMediaOf({ media }: OwnFilm): ListedMedia[] {
  return media.map(({ takeId, hash, name, seconds }) => ({ takeId, hash, name, seconds }))
}

/** Those in one another may be very many, and all are laid out when it is opened. */
function hasFewPlaces({ film, inner }: OwnFilm): boolean {
  const places = new Map<SequenceId, number>()
  const placesOf = (document: SequenceDocument): number => {
    const clips = tracksOf(document).flatMap((track): Clip[] => clipsOf(track)).filter(isNested)
    return clips.reduce((sum, { nested }) => sum + (places.get(nested.sequenceId) ?? 0) + 1, 0)
  }
  for (const { id, document } of inner)
    places.set(id, placesOf(document))
  return placesOf(film) <= mostPlaces
}

/** Clips that are over each other, ids that are there twice, more of a source than there is: none of these comes out as it went in. */
function isMadeAgain(own: OwnFilm): boolean {
  const built = sequencesOfOwn(own, { isCheck: true })
  return [...own.inner.map(({ document }) => document), own.film].every((document, index) => {
    try {
      const made = applyEdits(emptyOf(document), built[index]?.edits ?? []).document
      return fingerprintOfJson(made) === fingerprintOfJson(document)
    }
    catch {
      // It is refused, or an edit ends rather than make clips overlap.
      return false
    }
  })
}
