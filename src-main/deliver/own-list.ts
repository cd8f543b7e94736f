/** What the edit lists of a sequence carry of it: all of it as it is stored, with its takes. */
import type { Sequence } from '#contract/sequence-document.ts'
import type { Takes } from '../library/takes.ts'
import type { Sequences } from '../sequences/sequences-port.ts'
import { packedFilm } from '../interchange/own-film.ts'
import { innerSequencesOf } from '../sequences/inner-sequences.ts'
import { placedTakeIds } from './placed-takes.ts'

export interface OwnListPorts {
  /** Not flat. */
  readonly storedSequence: Sequences['get']
  readonly takes: Pick<Takes, 'find'>
}

/** In and out points are those of the list. Null where that is too much to be carried. */
export async function ownList(
  { id, inFrame, outFrame }: Pick<Sequence, 'id' | 'inFrame' | 'outFrame'>,
  { storedSequence, takes }: OwnListPorts,
): Promise<string | null> {
  const film = await storedSequence(id)
  const inner = await innerSequencesOf(film, storedSequence)
  const placed = new Set([film, ...inner.values()].flatMap(each => each ? placedTakeIds(each) : []))
  return packedFilm({ film: { ...film, inFrame, outFrame }, inner, takes: await takes.find([...placed]) })
}
