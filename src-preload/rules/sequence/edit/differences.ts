/**
 * What differs between two documents, as patches and their inverse. Documents are compared and copied as plain objects: a sequence of an
 * hour has thousands of clips, and a proxy for each of them costs more than all of the edit.
 */
import type { DocumentPatch } from '#contract/document-patch.ts'
import type { Clip, SequenceDocument, Track } from '#contract/sequence-document.ts'

export interface Edited {
  readonly document: SequenceDocument
  /** What takes the document before to this one; none when nothing differs. */
  readonly patches: readonly DocumentPatch[]
  readonly inverse: readonly DocumentPatch[]
}

type Part = Record<string, unknown>
type Clips = Readonly<Record<string, Clip>>
type Path = readonly string[]
interface Found { readonly patches: DocumentPatch[], readonly inverse: DocumentPatch[] }

/** A copy whose tracks, clips and markers can be changed or replaced. What they contain is shared, and must be replaced. */
export function copyForEdit<Document extends SequenceDocument>(document: Document): Document {
  return { ...document, trackIds: [...document.trackIds], markers: { ...document.markers }, tracks: mapped(document.tracks, copyOfTrack) }
}

export function copyOfTrack(track: Track): Track {
  return { ...track, clips: mapped<object>(track.clips, clip => ({ ...clip })) } as Track // of the same kind
}

/**
 * `after` must be its own copy; parts of it that are the same become those of `before`. What the document itself lacks of `before`
 * stays as it was.
 */
export function differences(before: SequenceDocument, after: SequenceDocument): Edited {
  const found: Found = { patches: [], inverse: [] }
  const settled = settle(before as unknown as Part, { ...before, ...after }, [], found) // plain data
  return { document: settled as unknown as SequenceDocument, ...found }
}

function settle(before: Part, after: Part, path: Path, found: Found): Part {
  const isOfClips = path.length === 3 && path[2] === 'clips'
  if (isOfClips && areSameClips(before as Clips, after as Clips))
    return before
  let isSame = true
  const moved: [clipId: string, by: number][] = []
  for (const key in after) {
    const was = before[key]
    const is = after[key]
    if (was === undefined) {
      isSame = false
      found.patches.push({ op: 'add', path: [...path, key], value: is })
      found.inverse.push({ op: 'remove', path: [...path, key] })
    }
    else if (was === is || (isOfClips ? isSameClip(was as Clip, is as Clip) : !hasParts(path, key) && isSamePlain(was, is))) {
      after[key] = was
    }
    else if (isOfClips && isSameButStart(was as Clip, is as Clip)) {
      isSame = false
      moved.push([key, (is as Clip).start - (was as Clip).start])
    }
    else if (hasParts(path, key)) {
      const kept = settle(was as Part, is as Part, [...path, key], found)
      after[key] = kept
      isSame &&= kept === was
    }
    else {
      isSame = false
      found.patches.push({ op: 'replace', path: [...path, key], value: is })
      found.inverse.push({ op: 'replace', path: [...path, key], value: was })
    }
  }
  for (const key in before) {
    if (after[key] !== undefined)
      continue
    isSame = false
    found.patches.push({ op: 'remove', path: [...path, key] })
    found.inverse.push({ op: 'add', path: [...path, key], value: before[key] })
  }
  if (moved.length > 0)
    addMoves(moved, { path, before: before as Clips, after: after as Clips }, found)
  return isSame ? before : after
}

/** One patch for all clips that move by the same distance. What moves alone is changed as any other part. */
function addMoves(
  moved: readonly [clipId: string, by: number][],
  { path, before, after }: { path: Path, before: Clips, after: Clips },
  found: Found,
): void {
  for (const [by, clips] of Map.groupBy(moved, ([, distance]) => distance)) {
    const clipIds = clips.map(([id]) => id)
    const [first = '', ...others] = clipIds
    if (others.length === 0) {
      found.patches.push({ op: 'replace', path: [...path, first, 'start'], value: after[first]?.start })
      found.inverse.push({ op: 'replace', path: [...path, first, 'start'], value: before[first]?.start })
    }
    else {
      found.patches.push({ op: 'shift', path, clipIds, by })
      found.inverse.push({ op: 'shift', path, clipIds, by: -by })
    }
  }
}

/** Whether what is found there is compared part by part: tracks and markers, a track and its clips, a clip. */
function hasParts(path: Path, key: string): boolean {
  const { length } = path
  if (length === 0)
    return key === 'tracks' || key === 'markers'
  return path[0] === 'tracks' && (length === 1 || (length === 2 && key === 'clips') || length === 3)
}

function areSameClips(before: Clips, after: Clips): boolean {
  for (const key in after) {
    const was = before[key]
    const is = after[key]
    if (!was || !is || !isSameClip(was, is))
      return false
  }
  for (const key in before) {
    if (!after[key])
      return false
  }
  return true
}

function isSameClip(one: Clip, other: Clip): boolean {
  return one.start === other.start && isSameButStart(one, other)
}

/** Whether all but the start is the same. Written out: a loop over the names of thousands of clips takes ten times as long. */
export function isSameButStart(one: Clip, other: Clip): boolean {
  if (one.id !== other.id || one.length !== other.length || one.linkId !== other.linkId || one.lineId !== other.lineId
    || one.isDisabled !== other.isDisabled) {
    return false
  }
  if ('speaker' in one || 'speaker' in other) {
    return 'speaker' in one && 'speaker' in other && one.speaker === other.speaker && one.text === other.text
      && one.laidText === other.laidText && one.words === other.words
  }
  const isPlayedAlike = one.in === other.in && one.sourceLength === other.sourceLength && one.speed === other.speed
    && one.fadeIn === other.fadeIn && one.fadeOut === other.fadeOut && one.crossIn === other.crossIn && one.takeId === other.takeId
    && one.crossBefore === other.crossBefore && one.keepsTake === other.keepsTake && one.markers === other.markers
  if (!isPlayedAlike)
    return false
  return 'points' in one
    ? 'points' in other && one.gainDb === other.gainDb && one.points === other.points && one.heard === other.heard
    && one.crossCurve === other.crossCurve && one.pan === other.pan
    && one.panPoints === other.panPoints && one.beats === other.beats && one.ramp === other.ramp && one.tone === other.tone
    : 'look' in other && one.title === other.title && one.look === other.look && one.keys === other.keys
      && one.grade === other.grade && one.ramp === other.ramp && one.isReversed === other.isReversed && one.isFrozen === other.isFrozen
      && one.transition === other.transition && one.nested === other.nested
      && one.isAdjustment === other.isAdjustment && one.backdrop === other.backdrop && one.gradient === other.gradient
      && one.hasTries === other.hasTries
}
function isSamePlain(one: unknown, other: unknown): boolean {
  return typeof one === 'object' && typeof other === 'object' && JSON.stringify(one) === JSON.stringify(other)
}

function mapped<Item>(record: Readonly<Record<string, Item>>, copy: (item: Item) => Item): Record<string, Item> {
  const copies: Record<string, Item> = {}
  for (const key in record) {
    const item = record[key]
    if (item !== undefined)
      copies[key] = copy(item)
  }
  return copies
}
