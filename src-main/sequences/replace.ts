/** Turns one document into another, changing only what differs, so that a journal holds only changes. */
import type { SequenceDocument, Track } from '#contract/sequence-document.ts'
import type { Edited } from '#rules/sequence/edit/apply.ts'
import { enablePatches, produceWithPatches } from 'immer'

enablePatches()

export function replaced(before: SequenceDocument, after: SequenceDocument): Edited {
  const [document, patches, inverse] = produceWithPatches(before, (draft) => {
    const { tracks, markers, ...head } = after
    assign(draft, head)
    assignEntries(draft.markers, markers)
    for (const id of Object.keys(draft.tracks).filter(id => !Object.hasOwn(tracks, id)))
      Reflect.deleteProperty(draft.tracks, id)
    for (const track of Object.values(tracks))
      assignTrack(draft, track)
  })
  return { document, patches, inverse }
}

function assignTrack(draft: SequenceDocument, track: Track): void {
  const own = draft.tracks[track.id]
  if (!own || own.kind !== track.kind) {
    draft.tracks[track.id] = track
    return
  }
  const { clips, ...head } = track
  assign(own, head)
  assignEntries(own.clips, clips)
}

function assignEntries(to: object, from: object): void {
  for (const id of Object.keys(to).filter(id => !Object.hasOwn(from, id)))
    Reflect.deleteProperty(to, id)
  assign(to, from)
}

function assign(to: object, from: object): void {
  for (const [key, value] of Object.entries(from)) {
    if (JSON.stringify(Reflect.get(to, key)) !== JSON.stringify(value))
      Reflect.set(to, key, value)
  }
}
