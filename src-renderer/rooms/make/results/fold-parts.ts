/** Takes of speech as rows: the parts of a joined take are folded under it. Pure. */
import type { Take } from '#contract/takes.ts'
import type { TakeId } from '#contract/words.ts'

export interface SpeechTake {
  readonly take: Take
  /** In the order of the text; those that are not on this page of the list are missing. */
  readonly parts: readonly Take[]
}

/** Those in `hidden` have no row of their own. */
export function foldParts(takes: readonly Take[], hidden: ReadonlySet<TakeId> = new Set()): SpeechTake[] {
  const byId = new Map(takes.filter(take => take.kind === 'speech').map(take => [take.id, take]))
  const folded = new Map(takes.flatMap((take) => {
    const parts = take.kind === 'speech' ? take.sourceTakeIds.flatMap(id => byId.get(id) ?? []) : []
    return parts.length === 0 ? [] : [[take.id, parts] as const]
  }))
  const inside = new Set([...folded.values()].flat().map(take => take.id))
  return takes.filter(take => !inside.has(take.id) && !hidden.has(take.id)).map(take => ({ take, parts: folded.get(take.id) ?? [] }))
}
