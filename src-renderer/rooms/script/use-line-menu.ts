/** The menu of a line: its own acts, and those of the take that says it. */
import type { Line } from '#contract/script.ts'
import type { LineId } from '#contract/words.ts'
import { useActions } from '../../actions/action.ts'
import { useMenu } from '../../actions/menu.ts'
import { takeMenu, useTakeTarget } from '../../parts/takes/take-menu.ts'
import { useCopy } from '../../parts/text/use-copy.ts'
import { useTakes } from '../../stores/takes.ts'

export function useLineMenu(room: {
  lines: () => readonly Line[]
  /** The line that acts mean: the one that has the caret, or whose menu was opened. */
  active: () => Line | undefined
  activate: (lineId: LineId) => void
  move: (line: Line, by: 1 | -1) => unknown
  remove: (line: Line) => unknown
}): (event: MouseEvent, line: Line) => void {
  const menu = useMenu()
  const copy = useCopy()
  const takes = useTakes()
  const target = useTakeTarget()
  const isActive = (): boolean => room.active() !== undefined
  const on = (run: (line: Line) => unknown) => () => {
    const line = room.active()
    return line && run(line)
  }

  useActions([
    { id: 'line.copy', group: 'script', label: t => t.saving.copyWords, isHidden: true, when: isActive, run: on(line => copy(line.text)) },
    {
      id: 'line.up',
      group: 'script',
      label: t => t.queue.moveUp,
      when: () => (room.active()?.position ?? 0) > 0,
      run: on(line => room.move(line, -1)),
    },
    {
      id: 'line.down',
      group: 'script',
      label: t => t.queue.moveDown,
      when: () => (room.active()?.position ?? Infinity) < room.lines().length - 1,
      run: on(line => room.move(line, 1)),
    },
    { id: 'line.remove', group: 'script', label: t => t.script.remove, when: isActive, run: on(room.remove) },
  ])

  return (event, line) => {
    if (event.defaultPrevented)
      return
    room.activate(line.id)
    const take = line.chosenTakeId ? takes.get(line.chosenTakeId) : undefined
    target.set(take ? [take] : [])
    menu.open(event, [
      ['script.speak', 'script.compare-takes', 'script.voice', 'script.add', 'script.picture'],
      ['line.copy', 'line.up', 'line.down', 'line.remove'],
      ...takeMenu.slice(0, 2),
      ['take.star', 'take.add'],
    ])
  }
}
