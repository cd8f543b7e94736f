/** What each line has to fit: its shot, its place in the timeline, or the length of the take that it has. */
import type { Line } from '#contract/script.ts'
import type { LineId, ProjectId } from '#contract/words.ts'
import type { FitTarget } from '#rules/fit/target.ts'
import type { Storyboard } from '../storyboard/use-storyboard.ts'
import type { Paces } from './use-paces.ts'
import { computed, shallowRef, watch } from 'vue'
import { sequenceIn } from '#contract/sequences.ts'
import { fitTargets, roomsOfLines } from '#rules/fit/target.ts'
import { spokenLength } from '#rules/script/pace.ts'
import { useFeedOf } from '../../../stores/feed.ts'
import { useOpenSequence } from '../../../stores/open-sequence.ts'
import { useProject } from '../../../stores/project.ts'
import { useTakes } from '../../../stores/takes.ts'
import { studio } from '../../../studio.ts'

export function useFitTargets({ projectId, lines, among, board, paces }: {
  projectId: ProjectId
  /** Of the whole script. */
  lines: () => readonly Line[]
  /** Those that are fitted. */
  among: readonly Line[]
  board: Storyboard
  paces: Paces
}): (line: Line) => FitTarget[] {
  const project = useProject()
  const takes = useTakes()
  const openId = useOpenSequence(projectId)
  const sequenceId = computed(() => {
    const readable = project.sequences.filter(sequence => sequence.problem === null)
    return (readable.find(sequence => sequence.id === openId.value) ?? readable[0])?.id ?? null
  })
  const rooms = shallowRef<ReadonlyMap<LineId, number>>(new Map())
  useFeedOf(() => sequenceId.value, {
    begin: () => rooms.value = new Map(),
    open: (id, options) => studio.sequences.follow({ sequenceId: id }, options),
    take(event, { end }) {
      if (event.sequence === null)
        return
      const pauses = new Map(lines().map(line => [line.id, line.pauseSeconds]))
      rooms.value = roomsOfLines(sequenceIn(event.sequence), lineId => pauses.get(lineId) ?? 0)
      // The target stays while the dialog is open.
      end()
    },
  })
  /** The shot that is seen with this line alone. */
  const shotOf = (line: Line) => {
    const cell = board.byLine.value.get(line.id)
    return cell?.lineIds.length === 1 ? cell.picture.shotTakeId : null
  }
  watch(() => among.map(shotOf), (takeIds) => {
    for (const takeId of takeIds)
      void (takeId && takes.load(takeId))
  }, { immediate: true })

  return line => fitTargets({
    shotSeconds: takes.get(shotOf(line))?.asset.durationSeconds ?? null,
    clipSeconds: rooms.value.get(line.id) ?? null,
    takeSeconds: paces.takeSeconds(line),
    estimate: spokenLength(line.text, paces.of(line)).seconds,
  })
}
