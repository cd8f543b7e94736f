/** Bridge frame: a still out of a shot becomes the source of the next one. */
import type { Take } from '#contract/takes.ts'
import type { ProjectId } from '#contract/words.ts'
import { shallowReadonly, shallowRef } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import { useNotices } from '../../actions/notices.ts'
import { useOverlay } from '../../actions/overlay.ts'
import { useProjects } from '../../stores/projects.ts'
import { attempt, studio } from '../../studio.ts'
import { useStillThere } from '../navigation/use-still-there.ts'

export function useBridgeFrame() {
  const route = useRoute()
  const router = useRouter()
  const projects = useProjects()
  const overlay = useOverlay()
  const notices = useNotices()
  const noteWhere = useStillThere()
  const isTaking = shallowRef(false)

  /** The project one is in; elsewhere the shot's own, if it is still there. */
  function projectFor(take: Take): ProjectId | null {
    if (route.name === 'workbench')
      return null
    const here = projects.all.find(project => project.id === route.params.projectId)
    return here?.id ?? projects.all.find(project => project.id === take.projectId)?.id ?? null
  }

  /** Takes the still at `atSeconds` and opens the video workbench with it as source. */
  async function bridge(take: Take, atSeconds: number): Promise<void> {
    if (isTaking.value)
      return
    isTaking.value = true
    const [isStillThere, projectId] = [noteWhere(), projectFor(take)]
    const { value, fault } = await attempt(studio.takes.frame({ takeId: take.id, atSeconds, projectId }))
    isTaking.value = false
    if (fault)
      return notices.fault(fault)
    const query = { kind: 'video', sourceId: value.take.id }
    const open = () => router.push(projectId === null ? { name: 'workbench', query } : { name: 'make', params: { projectId }, query })
    if (!isStillThere())
      return void notices.say(t => t.player.frame.saved, { tone: 'good', act: { label: t => t.player.frame.use, run: open } })
    overlay.close()
    await open()
    notices.say(t => t.player.frame.taken, { tone: 'good' })
  }
  return { isTaking: shallowReadonly(isTaking), bridge }
}
