/** Plays the take of the current line: the one with the caret, or the last one that had it. From its beginning, or from a word. */
import type { Line } from '#contract/script.ts'
import type { LineId } from '#contract/words.ts'
import type { Caret } from './lines/caret-in.ts'

interface Hands {
  readonly lines: () => readonly Line[]
  readonly activeId: () => LineId | null
  /** A second time stops it. */
  readonly toggleOne: (line: Line) => unknown
  readonly caretIn: (lineId: LineId) => Caret | null
  readonly playWord: (line: Line, caret: Caret) => unknown
}

export function usePlayLine({ lines, activeId, toggleOne, caretIn, playWord }: Hands) {
  const active = (): Line | undefined => lines().find(line => line.id === activeId() && line.chosenTakeId !== null)
  function playWordOf(line: Line): unknown {
    const caret = line.chosenTakeId === null ? null : caretIn(line.id)
    return caret && playWord(line, caret)
  }
  return {
    mayPlay: (): boolean => active() !== undefined,
    play: (): unknown => {
      const line = active()
      return line && toggleOne(line)
    },
    playWord: (): unknown => {
      const line = active()
      return line && playWordOf(line)
    },
    playWordOf,
  }
}
