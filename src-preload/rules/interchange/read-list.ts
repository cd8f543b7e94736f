/** Reads an edit list of any kind that is known, by what is in it. */
import type { FrameRate } from '#contract/sequence-document.ts'
import type { LeftOut, ReadList } from './list.ts'
import type { ListKind } from './own-losses.ts'
import { carriedIn } from './carried.ts'
import { createLeft, UnreadableListError } from './list.ts'
import { settled } from './nesting.ts'
import { ownFilmIn } from './own-film.ts'
import { lossesOf } from './own-losses.ts'
import { readEdl } from './read-edl.ts'
import { readFcpxml } from './read-fcpxml.ts'
import { readMlt } from './read-mlt.ts'
import { readOtio } from './read-otio.ts'

/** `rate` is for formats that do not say theirs. @throws UnreadableListError */
export function readEditList(text: string, rate: FrameRate): ReadList {
  return settled(readAny(text, rate))
}

/** Text of what was packed; null for what is damaged, or longer than anything that Takeroom packs. */
export type Unpack = (packed: string) => Promise<string | null>

/**
 * The same, with the sequence that a list of Takeroom carries: it is used while the list is as it was written. Of one that was changed
 * elsewhere, what the sequence has and the list does not say is left out. @throws UnreadableListError
 */
export async function readWholeList(text: string, rate: FrameRate, unpack: Unpack): Promise<ReadList> {
  const list = readEditList(text, rate)
  const carried = carriedIn(text)
  if (!carried)
    return list
  const json = await unpack(carried.packed)
  const own = json === null ? null : ownFilmIn(json)
  if (!own)
    return { ...list, unused: 'unreadable' }
  if (carried.isSame)
    return { ...list, own, left: new Map() }
  return { ...list, unused: 'changed', left: together(list.left, lossesOf(own, kindOf(text))) }
}

/** What both count is one: the list lacks it because the sequence had it. */
function together(one: ReadonlyMap<LeftOut, number>, other: ReadonlyMap<LeftOut, number>): ReadonlyMap<LeftOut, number> {
  const { all, add } = createLeft()
  for (const what of new Set([...one.keys(), ...other.keys()]))
    add(what, Math.max(one.get(what) ?? 0, other.get(what) ?? 0))
  return all
}

function kindOf(text: string): ListKind {
  const begin = text.slice(0, 10_000)
  return /^\s*\{/.test(begin) ? 'otio' : /<mlt[\s>]/.test(begin) ? 'mlt' : 'fcpxml'
}

function readAny(text: string, rate: FrameRate): ReadList {
  const begin = text.slice(0, 10_000)
  if (/^\s*\{/.test(begin))
    return readOtio(text, rate)
  if (/<fcpxml[\s>]/.test(begin))
    return readFcpxml(text)
  if (/<mlt[\s>]/.test(begin))
    return readMlt(text, rate)
  if (/<xmeml[\s>]/.test(begin))
    throw new UnreadableListError('XML of Final Cut Pro 7')
  return readEdl(text, rate)
}
