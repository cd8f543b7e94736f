/** The sequences that are clips of an open one, and those in these: followed for as long as they are, so that it plays what they are now. */
import type { Sequence, SequenceDocument } from '#contract/sequence-document.ts'
import type { SequenceId } from '#contract/words.ts'
import { computed, onScopeDispose, shallowRef, watch } from 'vue'
import { mapEvents } from '#contract/define.ts'
import { sequenceEvent } from '#contract/sequences.ts'
import { flat } from '#rules/sequence/nested/flat.ts'
import { nestedIds } from '#rules/sequence/nested/nested-clips.ts'
import { studio, wire } from '../studio.ts'
import { follow } from './follow.ts'
import { received } from './pending-edits.ts'
import { useProject } from './project.ts'

export function useInnerSequences(sequenceId: SequenceId, settled: () => SequenceDocument | null) {
  const project = useProject()
  const there = shallowRef<ReadonlyMap<SequenceId, Sequence>>(new Map())
  const following = new Map<SequenceId, AbortController>()

  // Text, so that an edit which brings no other sequence changes nothing of what is followed.
  const wanted = computed(() => {
    const now = settled()
    const found = new Set<SequenceId>()
    const left = now ? nestedIds(now) : []
    for (let id = left.shift(); id !== undefined; id = left.shift()) {
      const inner = there.value.get(id)
      if (!found.has(id) && inner)
        left.push(...nestedIds(inner))
      if (id !== sequenceId)
        found.add(id)
    }
    // One that is gone, or cannot be read, is not asked for.
    return [...found].filter(id => project.anySequence(id)?.problem === null).sort().join(' ')
  })

  function set(id: SequenceId, sequence: Sequence | null): void {
    const next = new Map(there.value)
    if (sequence)
      next.set(id, sequence)
    else
      next.delete(id)
    there.value = next
  }
  function listen(id: SequenceId): void {
    const stop = new AbortController()
    following.set(id, stop)
    const open = async (options: { signal: AbortSignal }) =>
      mapEvents(await studio.sequences.follow({ sequenceId: id }, options), sequenceEvent)
    void follow({ ...wire, open }, (event) => {
      const next = received(there.value.get(id) ?? null, event)
      if (next)
        return set(id, next)
      // Patches of another state: it is asked for again, from the whole.
      stop.abort()
      listen(id)
    }, stop.signal)
  }
  watch(wanted, (now) => {
    const ids = new Set(now === '' ? [] : now.split(' ') as SequenceId[]) // as they were joined
    for (const [id, stop] of [...following]) {
      if (ids.has(id))
        continue
      stop.abort()
      following.delete(id)
      set(id, null)
    }
    for (const id of ids) {
      if (!following.has(id))
        listen(id)
    }
  }, { immediate: true })
  onScopeDispose(() => following.forEach(stop => stop.abort()))

  return {
    all: computed(() => there.value),
    /** Undefined until it is known, and where it cannot be read. */
    get: (id: SequenceId): Sequence | undefined => there.value.get(id),
    /** Gone, or it cannot be read. */
    isMissing: (id: SequenceId): boolean => project.hasSequences && project.anySequence(id)?.problem !== null,
    nameOf: (id: SequenceId): string | undefined => project.anySequence(id)?.name,
    /** As it is played and delivered. */
    flat: <Document extends SequenceDocument>(document: Document): Document =>
      flat(document, id => there.value.get(id) ?? null, [sequenceId]),
  }
}
