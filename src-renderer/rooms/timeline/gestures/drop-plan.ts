/** What a drop will do while it is still held over the tracks: which clips come where, what they cover, and the word for it. Pure. */
import type { SequenceDocument } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { Row } from '../view/rows.ts'
import type { Band, Stretch } from './covered.ts'
import { bandsOf, comingIn, coveredBy } from './covered.ts'

/** `free`: how long it is shows only after the drop, so it covers nothing. */
export type DropWord = 'overwrite' | 'insert' | 'new-track' | 'free'

/** A stretch of time on the screen: frames across, pixels from the top of the first row down. */
export interface Patch extends Band {
  readonly start: number
  readonly end: number
  /** On a new track. */
  readonly isNew?: boolean
}

export interface DropPlan {
  readonly word: DropWord
  readonly ghosts: readonly Patch[]
  readonly covered: readonly Patch[]
}

/** Of edits that place clips on tracks, some of which they may make. */
export function planOf(document: SequenceDocument, rows: readonly Row[], edits: readonly SequenceEdit[]): DropPlan {
  const bands = bandsOf(document, rows, edits)
  const coming = comingIn(document, edits)
  const placing = edits.find(edit => edit.do === 'place')
  const [first] = coming
  return {
    word: placing?.how === 'insert' ? 'insert' : first && !document.tracks[first.trackId] ? 'new-track' : 'overwrite',
    ghosts: coming.flatMap(each => patchesOf(bands, [each]).map(patch => ({ ...patch, isNew: !document.tracks[each.trackId] }))),
    covered: patchesOf(bands, coveredBy(document, edits)),
  }
}

export function patchesOf(bands: ReadonlyMap<string, Band>, stretches: readonly Stretch[]): Patch[] {
  return stretches.flatMap(({ trackId, start, end }) => {
    const band = bands.get(trackId)
    return band ? [{ ...band, start, end }] : []
  })
}
