/** A sequence as main has it, with what this page has changed and main has not yet confirmed on top. No Vue, no wire. */
import type { DocumentPatch } from '#contract/document-patch.ts'
import type { Sequence, SequenceDocument } from '#contract/sequence-document.ts'
import type { EditRefusal, SequenceEdit, StepName } from '#contract/sequence-edits.ts'
import type { SequenceEvent } from '#contract/sequences.ts'
import { applyEdits } from '#rules/sequence/edit/apply.ts'
import { patched } from '#rules/sequence/edit/patched.ts'
import { EditRefusedError } from '#rules/sequence/edit/refused.ts'
import { isSameAsSent } from './same-as-sent.ts'

export interface PendingEdit {
  readonly name: StepName
  readonly edits: readonly SequenceEdit[]
  /** The revision that holds it; null until main has answered. */
  readonly revision: number | null
}

export type Tried
  = | { readonly document: SequenceDocument, readonly patches: readonly DocumentPatch[], readonly because?: undefined }
    | { readonly document?: undefined, readonly because: EditRefusal }

/** Shown, then carried out, then shown again until main has answered: the same edits on the same document have one result. */
const known = new WeakMap<readonly SequenceEdit[], { readonly on: SequenceDocument, readonly tried: Tried }>()

/** To show more clips than these takes long, and to send them as well. */
const fewClips = 500

/** Whether the page should show and send the edits in their own tasks. A track that comes with its clips may have any number of them. */
export function mayBringMany(edits: readonly SequenceEdit[]): boolean {
  return edits.some(edit => edit.do === 'addTrack' || (edit.do === 'place' && edit.placements.length > fewClips))
}

/** The document after the edits, or why not. Neither may be changed afterwards. */
export function tryEdits(document: SequenceDocument, edits: readonly SequenceEdit[]): Tried {
  const kept = known.get(edits)
  if (kept && (kept.on === document || hasSameParts(kept.on, document)))
    return kept.tried
  const tried = triedOn(document, edits)
  known.set(edits, { on: document, tried })
  return tried
}

function triedOn(document: SequenceDocument, edits: readonly SequenceEdit[]): Tried {
  try {
    const { document: edited, patches } = applyEdits(document, edits)
    return { document: edited, patches }
  }
  catch (thrown) {
    if (thrown instanceof EditRefusedError)
      return { because: thrown.because }
    throw thrown
  }
}

/** As main has kept it: a sequence has these besides what is edited. */
const ofMain: ReadonlySet<string> = new Set<keyof Sequence>(['revision', 'changedAt'])

/** Whether two documents consist of the very same objects, whatever main says of them besides. */
export function hasSameParts(one: object, other: object): boolean {
  const names = Object.keys(one)
  return names.length === Object.keys(other).length
    && names.every(name => ofMain.has(name) || Reflect.get(one, name) === Reflect.get(other, name))
}

/**
 * The sequence after an event; null when the event does not follow it and everything must be asked for again. What the event says of
 * a pending edit is what was shown for it: then the very objects stay, and nothing that is made from them is made again.
 */
export function received(base: Sequence | null, event: SequenceEvent, pending: readonly PendingEdit[] = []): Sequence | null {
  if (event.sequence)
    return event.sequence
  if (!base)
    return null
  if (event.revision <= base.revision)
    return base
  try {
    const { id, projectId, revision: _revision, changedAt: _changedAt, ...document } = base
    const own = pending[0] && tryEdits(base, pending[0].edits)
    const isOwn = own?.document && isSameAsSent(own.patches, event.patches)
    const next = isOwn ? own.document : patched(document, event.patches)
    return { ...next, id, projectId, revision: event.revision, changedAt: event.changedAt }
  }
  catch {
    // Patches of another state: a subscription begins with the whole.
    return null
  }
}

/** What remains to be confirmed at this revision. */
export function unconfirmed(pending: readonly PendingEdit[], revision: number): readonly PendingEdit[] {
  return pending.filter(edit => edit.revision === null || edit.revision > revision)
}

/** The base with the pending edits on it. Those that no longer make sense there are left out, as main will refuse them as well. */
export function withPending(base: SequenceDocument, pending: readonly PendingEdit[]): SequenceDocument {
  return pending.reduce((document, { edits }) => tryEdits(document, edits).document ?? document, base)
}
