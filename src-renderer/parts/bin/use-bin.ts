/** Puts takes into projects and takes them out again, says what happened, and offers to undo it. */
import type { Ref } from 'vue'
import type { AskedStep } from '#contract/journal.ts'
import type { ProjectId, TakeId } from '#contract/words.ts'
import { useLocalStorage } from '@vueuse/core'
import { defineStore } from 'pinia'
import { toRef } from 'vue'
import { useRouter } from 'vue-router'
import { useNotices } from '../../actions/notices.ts'
import { useUndo } from '../../actions/undo.ts'
import { useProjects } from '../../stores/projects.ts'
import { attempt, studio } from '../../studio.ts'
import { pageKeys } from '../../wire/page-keys.ts'

/** As many as one call takes. */
const atOnce = 1000

function pieces(takeIds: readonly TakeId[]): TakeId[][] {
  return Array.from({ length: Math.ceil(takeIds.length / atOnce) }, (_, at) => takeIds.slice(at * atOnce, (at + 1) * atOnce))
}

// A store, because a notice may open the bin after its component has left the screen.
const useBinPanelStore = defineStore('bin-panel', () => ({ isOpen: useLocalStorage(pageKeys.binIsOpen, false) }))

/** Whether the bin is open next to the rooms of a project; the same for all of them, also after a reload. */
export function useBinPanel(): Ref<boolean> {
  return toRef(useBinPanelStore(), 'isOpen')
}

export function useBin() {
  const notices = useNotices()
  const projects = useProjects()
  const router = useRouter()
  const undo = useUndo()
  const isOpen = useBinPanel()
  const nameOf = (projectId: ProjectId): string => projects.get(projectId)?.name ?? ''

  async function removeQuietly(projectId: ProjectId, takeIds: readonly TakeId[], step: AskedStep) {
    const sum = { takeIds: [] as TakeId[], madeThere: 0, stillUsed: 0 }
    for (const piece of pieces(takeIds)) {
      const answer = await attempt(studio.takes.removeFromProject({ projectId, takeIds: piece, step }))
      if (answer.fault) {
        notices.fault(answer.fault)
        return null
      }
      sum.takeIds.push(...answer.value.takeIds)
      sum.madeThere += answer.value.madeThere
      sum.stillUsed += answer.value.stillUsed
    }
    return sum
  }

  async function add(projectId: ProjectId, takeIds: readonly TakeId[], { isShown = false } = {}): Promise<void> {
    const added: TakeId[] = []
    const step = undo.step({ name: 'addToBin', of: String(takeIds.length) })
    for (const piece of pieces(takeIds)) {
      const answer = await attempt(studio.takes.addToProject({ projectId, takeIds: piece, step }))
      if (answer.fault)
        return notices.fault(answer.fault)
      added.push(...answer.value.takeIds)
    }
    if (added.length === 0)
      return notices.say(t => t.bin.alreadyThere(takeIds.length, nameOf(projectId)))
    notices.say(t => t.bin.added(added.length, nameOf(projectId)), {
      tone: 'good',
      act: isShown
        ? { label: t => t.shell.act.undo, run: undo.takeBack(step) }
        : { label: t => t.bin.show, run: () => show(projectId) },
    })
  }

  async function show(projectId: ProjectId): Promise<void> {
    isOpen.value = true
    await router.push({ name: 'make', params: { projectId } })
  }

  return {
    /** `isShown` when the bin of the project is on screen: then the notice offers to undo it instead of showing it. */
    add,
    async remove(projectId: ProjectId, takeIds: readonly TakeId[]): Promise<void> {
      const step = undo.step({ name: 'removeFromBin', of: String(takeIds.length) })
      const answer = await removeQuietly(projectId, takeIds, step)
      if (!answer)
        return
      const name = nameOf(projectId)
      const { takeIds: removed, madeThere, stillUsed } = answer
      notices.say(t => [
        removed.length > 0 || (madeThere === 0 && stillUsed === 0) ? t.bin.removed(removed.length, name) : '',
        madeThere > 0 ? t.bin.madeThere(madeThere, name) : '',
        stillUsed > 0 ? t.bin.stillUsed(stillUsed) : '',
      ].filter(words => words !== '').join(' '), removed.length > 0
        ? { act: { label: t => t.shell.act.undo, run: undo.takeBack(step) } }
        : {})
    },
    show,
  }
}
