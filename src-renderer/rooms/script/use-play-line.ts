/** Plays the take of the line at hand: the one that holds the caret, or held it last. */
import type { Line } from '#contract/script.ts'
import type { LineId } from '#contract/words.ts'

interface Hands {
  readonly lines: () => readonly Line[]
  readonly activeId: () => LineId | null
  /** A second time stops it. */
  readonly toggleOne: (line: Line) => unknown
}

export function usePlayLine({ lines, activeId, toggleOne }: Hands) {
  const active = (): Line | undefined => lines().find(line => line.id === activeId() && line.chosenTakeId !== null)
  return {
    mayPlay: (): boolean => active() !== undefined,
    play: (): unknown => {
      const line = active()
      return line && toggleOne(line)
    },
  }
}
