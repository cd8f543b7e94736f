/** Puts takes into projects and takes them out again, says what happened, and offers to undo it. */
import type { Ref } from 'vue'
import type { ProjectId, TakeId } from '#contract/words.ts'
import type { ManyTakes } from '../takes/take-work.ts'
import { useLocalStorage } from '@vueuse/core'
import { defineStore } from 'pinia'
import { toRef } from 'vue'
import { useRouter } from 'vue-router'
import { useNotices } from '../../actions/notices.ts'
import { useUndo } from '../../actions/undo.ts'
import { useProjects } from '../../stores/projects.ts'
import { studio } from '../../studio.ts'
import { pageKeys } from '../../wire/page-keys.ts'
import { countOf } from '../takes/take-work.ts'
import { changedBy, useTakeParts } from '../takes/use-take-parts.ts'

// A store, because a notice may open the bin after its component has left the screen.
const useBinPanelStore = defineStore('bin-panel', () => ({ isOpen: useLocalStorage(pageKeys.binIsOpen, false) }))

/** Whether the bin is open next to the rooms of a project; the same for all of them, also after a reload. */
export function useBinPanel(): Ref<boolean> {
  return toRef(useBinPanelStore(), 'isOpen')
}

interface Adding {
  /** The bin of the project is on screen: the notice offers to undo it instead of showing it. */
  readonly isShown?: boolean
  /** Called after each part that was added. */
  readonly onPart?: () => void
}

export function useBin() {
  const notices = useNotices()
  const projects = useProjects()
  const router = useRouter()
  const undo = useUndo()
  const inParts = useTakeParts()
  const isOpen = useBinPanel()
  const nameOf = (projectId: ProjectId): string => projects.get(projectId)?.name ?? ''

  async function add(projectId: ProjectId, takes: ManyTakes, { isShown = false, onPart }: Adding = {}): Promise<boolean> {
    const count = countOf(takes)
    const step = undo.step({ name: 'addToBin', of: String(count) })
    const answers = await inParts(takes, step, takeIds => studio.takes.addToProject({ projectId, takeIds, step }), { onPart })
    if (!answers)
      return false
    const added = changedBy(answers)
    if (added === 0) {
      notices.say(t => t.bin.alreadyThere(count, nameOf(projectId)))
      return true
    }
    notices.say(t => t.bin.added(added, nameOf(projectId)), {
      tone: 'good',
      act: isShown
        ? { label: t => t.shell.act.undo, run: undo.takeBack(step) }
        : { label: t => t.bin.show, run: () => show(projectId) },
    })
    return true
  }

  async function show(projectId: ProjectId): Promise<void> {
    isOpen.value = true
    await router.push({ name: 'make', params: { projectId } })
  }

  return {
    /** Whether all were added; if not, a notice says why. */
    add,
    async remove(projectId: ProjectId, takeIds: readonly TakeId[]): Promise<void> {
      const step = undo.step({ name: 'removeFromBin', of: String(takeIds.length) })
      const answers = await inParts(takeIds, step, part => studio.takes.removeFromProject({ projectId, takeIds: part, step }))
      if (!answers)
        return
      const name = nameOf(projectId)
      const removed = changedBy(answers)
      const madeThere = answers.reduce((sum, answer) => sum + answer.madeThere, 0)
      const stillUsed = answers.reduce((sum, answer) => sum + answer.stillUsed, 0)
      notices.say(t => [
        removed > 0 || (madeThere === 0 && stillUsed === 0) ? t.bin.removed(removed, name) : '',
        madeThere > 0 ? t.bin.madeThere(madeThere, name) : '',
        stillUsed > 0 ? t.bin.stillUsed(stillUsed) : '',
      ].filter(words => words !== '').join(' '), removed > 0
        ? { act: { label: t => t.shell.act.undo, run: undo.takeBack(step) } }
        : {})
    },
    show,
  }
}
