/** Packs the sequence that an edit list is made of, with those that are clips of it and what is known of its media. */
import type { SequenceDocument } from '#contract/sequence-document.ts'
import type { Take } from '#contract/takes.ts'
import type { SequenceId } from '#contract/words.ts'
import type { OwnFilm } from '#rules/interchange/own-form.ts'
import { promisify } from 'node:util'
import { deflateRaw } from 'node:zlib'
import { mostPacked } from '#rules/interchange/carried.ts'
import { mostOwnLetters } from '#rules/interchange/own-film.ts'
import { OwnFilm as Own } from '#rules/interchange/own-form.ts'
import { nestedOn } from '#rules/sequence/nested/nested-clips.ts'

export interface OwnInput {
  /** As it is stored. */
  readonly film: SequenceDocument
  /** Those in it, and in each other; what is null is gone, or cannot be read. */
  readonly inner: ReadonlyMap<SequenceId, SequenceDocument | null>
  readonly takes: readonly Take[]
}

const deflated = promisify(deflateRaw)

/** Null for what is too large to be carried. */
export async function packedFilm(input: OwnInput): Promise<string | null> {
  const own = ownFilmOf(input)
  const text = own && JSON.stringify(own)
  if (!text || text.length > mostOwnLetters)
    return null
  const packed = (await deflated(text)).toString('base64')
  // With its fingerprint.
  return packed.length > mostPacked - 100 ? null : packed
}

/** Null for what the contract does not read again. */
export function ownFilmOf({ film, inner, takes }: OwnInput): OwnFilm | null {
  const ordered = new Map<SequenceId, SequenceDocument>()
  const begun = new Set<SequenceId>()
  const visit = (document: SequenceDocument): void => {
    for (const track of Object.values(document.tracks)) {
      for (const { nested: { sequenceId: id } } of track.kind === 'pictures' ? nestedOn(track) : []) {
        const found = begun.has(id) ? null : inner.get(id)
        begun.add(id)
        if (!found)
          continue
        visit(found)
        ordered.set(id, found)
      }
    }
  }
  visit(film)
  return Own.safeParse({
    version: 1,
    // What is stored has more: its id and revision.
    film,
    inner: [...ordered].map(([id, document]) => ({ id, document })),
    media: takes.map(({ id, title, asset }) =>
      ({ takeId: id, hash: asset.id, name: title.slice(0, 1000), seconds: asset.durationSeconds })),
  }).data ?? null
}
