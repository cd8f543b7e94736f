/** The sequence that is open in the timeline, as main has it, with what this page has just changed. */
import type { KeptCall } from '#contract/kept.ts'
import type { SequenceId } from '#contract/words.ts'
import type { FollowedSequence, KeptStep, Trouble } from './follow-sequence.ts'
import { useEventListener } from '@vueuse/core'
import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import { mapEvents } from '#contract/define.ts'
import { sequenceEvent } from '#contract/sequences.ts'
import { attempt, outbox, studio, wire } from '../studio.ts'
import { nextTask } from '../wire/next-task.ts'
import { followSequence } from './follow-sequence.ts'
import { createKeepAliveCache } from './keep-alive-cache.ts'

/** As many as a film has shapes, or a person compares. */
const mostParked = 3
/** In ms. */
const restMs = 5 * 60_000

export const useSequence = defineStore('sequence', () => {
  const followed = shallowRef<FollowedSequence | null>(null)
  /** Followed no longer, and maybe not all sent. */
  const left = new Set<FollowedSequence>()
  const listeners = new Set<(trouble: Trouble) => void>()

  /** The sequences that were open last: a return from the script, or from another sequence, finds each as it was. */
  const parked = createKeepAliveCache<SequenceId, FollowedSequence>({
    most: mostParked,
    ms: restMs,
    leave(sequence) {
      left.add(sequence)
      void sequence.leave().then(() => left.delete(sequence))
    },
  })

  const all = (): FollowedSequence[] => [...left, ...parked.all(), ...followed.value ? [followed.value] : []]

  // A browser asks before it leaves steps that it could not keep. A window of the app would not close then, without a word.
  if (globalThis.location?.protocol.startsWith('http')) {
    useEventListener('beforeunload', (event) => {
      if (all().some(each => each.hasUnsafe()))
        event.preventDefault()
    })
  }

  return {
    id: computed(() => followed.value?.sequenceId ?? null),
    document: computed(() => followed.value?.document.value ?? null),
    /** Without the gesture that is being made. */
    settled: computed(() => followed.value?.settled.value ?? null),
    savedAt: computed(() => followed.value?.savedAt.value ?? null),
    revision: computed(() => followed.value?.revision.value ?? 0),
    order: () => followed.value?.order() ?? 0,
    isSettled: computed(() => followed.value?.isSettled.value ?? true),
    hasUnsent: () => followed.value?.hasUnsent() ?? false,
    undoable: computed(() => followed.value?.undoable.value ?? null),
    redoable: computed(() => followed.value?.redoable.value ?? null),
    /** Follows another sequence; null shows none. What is not yet sent of the one before is sent all the same. */
    open(sequenceId: SequenceId | null): void {
      if (followed.value?.sequenceId === sequenceId)
        return
      const back = sequenceId && parked.resume(sequenceId)
      if (followed.value) {
        followed.value.show([])
        parked.park(followed.value.sequenceId, followed.value)
      }
      followed.value = back ?? (sequenceId && followSequence(sequenceId, {
        whenOpen: wire.whenOpen,
        follow: async options => mapEvents(await studio.sequences.follow({ sequenceId }, options), sequenceEvent),
        isOpen: () => wire.state.value === 'open',
        nextTask,
        keep: ({ is, input }) => keptStep(is === 'edit' ? 'sequences.edit' : `journal.${is}`, { ...input, by: outbox.pageId }),
        edit: (input, changeId) => attempt(studio.sequences.edit({ ...input, by: outbox.pageId }, { context: { changeId } })),
        undo: (input, changeId) => attempt(studio.journal.undo({ ...input, by: outbox.pageId }, { context: { changeId } })),
        redo: (input, changeId) => attempt(studio.journal.redo({ ...input, by: outbox.pageId }, { context: { changeId } })),
      }, trouble => listeners.forEach(hear => hear(trouble))))
    },
    show: (edits: Parameters<FollowedSequence['show']>[0]) => followed.value?.show(edits) ?? null,
    edit: (...step: Parameters<FollowedSequence['edit']>) => followed.value?.edit(...step) ?? false,
    undo: () => followed.value?.undo(),
    redo: () => followed.value?.redo(),
    /** Before main is asked for anything that is made of sequences: once it has all that was done to them here. */
    async whenSent(): Promise<void> {
      await Promise.all(all().map(each => each.whenSent()))
    },
    /** Hears what the user must be told, until the returned function is called. */
    listen(hear: (trouble: Trouble) => void): () => void {
      listeners.add(hear)
      return () => listeners.delete(hear)
    },
  }
})

/** The step as the browser keeps it. One that it cannot keep has an id all the same. */
function keptStep(call: KeptCall, input: unknown): KeptStep {
  const change = outbox.keep(call, input)
  return {
    id: change?.id ?? outbox.newId(),
    isStored: change !== null,
    drop: () => change && outbox.kept.drop(change.id),
    setAside: fault => change && outbox.setAside(change, fault),
  }
}
