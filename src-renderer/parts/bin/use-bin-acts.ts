/** The acts of the menu of a take in the bin of a project, which are about that take with all that are selected with it. */
import type { Take } from '#contract/takes.ts'
import type { ProjectId } from '#contract/words.ts'
import { useActions } from '../../actions/action.ts'
import { useTakeTarget } from '../takes/take-menu.ts'
import { useBin } from './use-bin.ts'

export const binMenu = [['bin.place', 'bin.take-out']]

export function useBinActs({ projectId, canPlace, place }: {
  projectId: () => ProjectId
  canPlace: () => boolean
  place: (takes: readonly Take[]) => void
}): void {
  const bin = useBin()
  const target = useTakeTarget()
  useActions(() => [
    { id: 'bin.place', group: 'timeline', label: t => t.bin.place, isHidden: true, when: canPlace, run: () => place(target.takes) },
    {
      ...{ id: 'bin.take-out', group: 'library', label: t => t.bin.takeOut, isHidden: true },
      when: () => target.takes.some(take => take.addedToIds.includes(projectId())),
      run: () => bin.remove(projectId(), target.takes.map(take => take.id)),
    },
  ])
}
