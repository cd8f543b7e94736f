/** The menu of a line: its own acts, and those of the take that says it. */
import type { Line } from '#contract/script.ts'
import type { LineId } from '#contract/words.ts'
import type { MeantByMenu } from '../../actions/menu.ts'
import type { LineSelection } from './lines/use-line-selection.ts'
import type { useLineActs } from './use-line-acts.ts'
import { headingOf } from '#rules/script/script-lines.ts'
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
  as: (lineId: LineId) => MeantByMenu
  move: (line: Line, by: 1 | -1) => unknown
  remove: (line: Line) => unknown
  /** The lines that acts mean: those that are selected, else the current one. */
  targets: () => readonly Line[]
  selection: LineSelection
  acts: ReturnType<typeof useLineActs>
  openLanguage: () => unknown
  /** Where the caret is in the current line. */
  textAt: () => number | null
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

  const { acts } = room
  const isSeveral = (): boolean => room.selection.ids.value.size > 0
  const mayMark = (): boolean => room.targets().some(line => headingOf(line) === null)
  const sceneId = (): LineId | undefined => {
    const at = room.active()?.position ?? -1
    return room.lines().findLast(line => line.position <= at && headingOf(line) !== null)?.id
  }
  const maySplit = (): boolean => {
    const [at, line] = [room.textAt() ?? 0, room.active()]
    return line !== undefined && !isSeveral() && !line.isLocked && at > 0 && line.text.slice(at).trim() !== ''
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
    {
      id: 'line.remove',
      group: 'script',
      label: t => isSeveral() ? t.script.acts.remove : t.script.remove,
      when: acts.mayChange,
      run: () => isSeveral() ? acts.remove() : on(room.remove)(),
    },
    {
      id: 'line.select-all',
      group: 'script',
      label: t => t.script.acts.all,
      keys: ['mod+a'],
      when: () => room.lines().length > 0,
      run: room.selection.all,
    },
    {
      id: 'line.select-scene',
      group: 'script',
      label: t => t.script.acts.selectScene,
      when: () => sceneId() !== undefined,
      run: () => {
        const headingId = sceneId()
        if (headingId !== undefined)
          room.selection.toggleScene(headingId)
      },
    },
    { id: 'line.lock', group: 'script', label: t => t.script.acts.lock, keys: ['alt+k'], when: mayMark, run: acts.toggleLock },
    { id: 'line.mute', group: 'script', label: t => t.script.acts.mute, keys: ['alt+m'], when: mayMark, run: acts.toggleMute },
    { id: 'line.unspoken', group: 'script', label: t => t.script.acts.unspoken, keys: ['alt+u'], when: mayMark, run: acts.toggleUnspoken },
    { id: 'line.language', group: 'script', label: t => t.script.languages.open, when: mayMark, run: room.openLanguage },
    { id: 'line.merge', group: 'script', label: t => t.script.acts.merge, keys: ['alt+j'], when: acts.mayMerge, run: acts.merge },
    {
      id: 'line.split',
      group: 'script',
      label: t => t.script.acts.split,
      when: maySplit,
      run: on(line => acts.split(line, room.textAt() ?? 0)),
    },
    {
      id: 'line.split-sentences',
      group: 'script',
      label: t => t.script.acts.splitSentences,
      keys: ['alt+shift+j'],
      when: mayMark,
      run: acts.splitAtSentences,
    },
    {
      id: 'line.remove-selected',
      group: 'script',
      label: t => t.script.acts.remove,
      keys: ['delete', 'backspace'],
      isHidden: true,
      when: () => isSeveral() && acts.mayChange(),
      run: acts.remove,
    },
  ])

  return (event, line) => {
    if (event.defaultPrevented)
      return
    // What is selected stays so where the menu is about one of them.
    if (!room.selection.ids.value.has(line.id))
      room.selection.clear()
    room.activate(line.id)
    const take = line.chosenTakeId ? takes.get(line.chosenTakeId) : undefined
    const chosen = take ? [take] : []
    target.set(chosen)
    menu.open(event, [
      [
        ...['script.speak', 'script.play-word', 'listening.open', 'script.compare-takes', 'script.voice', 'script.tone', 'drift.open'],
        ...['script.fit', 'script.add', 'script.picture'],
      ],
      ['line.lock', 'line.mute', 'line.unspoken', 'line.language', 'line.split', 'line.split-sentences', 'line.merge'],
      ['line.copy', 'line.up', 'line.down', 'line.select-scene', 'line.remove'],
      ...takeMenu.slice(0, 2),
      ['take.star', 'take.add'],
    ], {
      meant: [room.as(line.id), target.as(chosen)],
      titles: {
        0: t => isSeveral() ? t.script.acts.selected(room.selection.ids.value.size) : t.script.lineLabel(line.position + 1),
        3: t => t.script.takeInUse,
      },
    })
  }
}
