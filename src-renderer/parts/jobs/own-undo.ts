/** Acts that can be taken back one after another, or each by the *Undo* of its own notice. */

export function createOwnUndo() {
  const acts: (() => Promise<void>)[] = []
  return {
    /** Answers what takes back this act and no later one, once. */
    remember(back: () => Promise<void>): () => Promise<void> {
      // One of its own: the same function may be given twice.
      const act = (): Promise<void> => back()
      acts.push(act)
      return async () => {
        const at = acts.indexOf(act)
        if (at >= 0)
          await acts.splice(at, 1)[0]?.()
      }
    },
    /** Takes back the last one that was not. */
    undo: async (): Promise<void> => {
      await acts.pop()?.()
    },
    canUndo: (): boolean => acts.length > 0,
  }
}
