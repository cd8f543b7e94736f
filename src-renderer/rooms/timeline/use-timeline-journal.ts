/** The steps of the open sequence, for undo and redo from its fields. */
import type { Editor } from './use-editor.ts'
import { until } from '@vueuse/core'
import { watch } from 'vue'
import { useTyping } from '../../parts/typing/use-typing.ts'

/** News of what main has answered come soon, or the connection is lost. In ms. */
const newsMs = 2000

export function useTimelineJournal({ sequence, sequenceId, document }: Editor): void {
  const typing = useTyping()

  async function turn(way: 'undo' | 'redo'): Promise<void> {
    const before = sequence.revision
    sequence[way]()
    // Taken back or made again here, because main is away and does not have it.
    if (!sequence.hasUnsent())
      return
    await sequence.whenSent()
    if (!sequence.hasUnsent())
      await until(() => sequence.revision !== before).toBe(true, { timeout: newsMs })
  }

  // Before, it has no steps to be compared with.
  watch(() => document.value !== null, isOpen => isOpen && typing.enter({
    name: `sequence ${sequenceId}`,
    now: sequence.order,
    undoOrder: () => sequence.hasUnsent() ? sequence.order() : sequence.undoable?.order ?? null,
    redoOrder: () => sequence.redoable?.order ?? null,
    async settle() {
      await sequence.whenSent()
      if (!sequence.hasUnsent())
        await until(() => sequence.isSettled).toBe(true, { timeout: newsMs })
    },
    undo: () => turn('undo'),
    redo: () => turn('redo'),
    mayByField: way => (way === 'undo' ? sequence.undoable : sequence.redoable) !== null,
  }), { immediate: true })
}
