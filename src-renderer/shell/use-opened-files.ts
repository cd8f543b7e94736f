/**
 * Files that the user opened with Takeroom from outside: they come in as if they were dropped on the open project. Without one, the
 * person is asked where they belong. They wait in the studio for as long as a dialog is open.
 */
import type { OpenedRefusal } from '#contract/opened.ts'
import type { ProjectId } from '#contract/words.ts'
import { useIntervalFn } from '@vueuse/core'
import { shallowReadonly, shallowRef, watch } from 'vue'
import { useRoute } from 'vue-router'
import { hasDialog } from '../actions/fields.ts'
import { useNotices } from '../actions/notices.ts'
import { useProjectDrop } from '../parts/bin/use-project-drop.ts'
import { fileOf } from '../parts/files/opened-file.ts'
import { useFileImport } from '../parts/files/use-import-files.ts'
import { splitBundles, useImportProject } from '../parts/projects/use-import-project.ts'
import { useFeed } from '../stores/feed.ts'
import { useProject } from '../stores/project.ts'
import { useProjects } from '../stores/projects.ts'
import { attempt, studio } from '../studio.ts'

/** Systems tell of several files one after another; they belong together. */
const togetherMs = 250

/** `isOpen`: the rooms are shown, not the setup. */
export function useOpenedFiles(isOpen: () => boolean) {
  const route = useRoute()
  const open = useProject()
  const projects = useProjects()
  const notices = useNotices()
  const drop = useProjectDrop(() => null)
  const library = useFileImport()
  const importProjects = useImportProject()
  const count = shallowRef(0)
  /** Those that the user is asked about. */
  const asking = shallowRef<readonly File[] | null>(null)
  let counted = 0
  let isTaking = false

  /** The address of a project is there before the project is. */
  function isSettled(): boolean {
    return isOpen() && projects.isReady && route.matched.length > 0 && (route.params.projectId ?? null) === open.projectId
  }

  async function take(): Promise<void> {
    isTaking = true
    const answer = await attempt(studio.opened.take({}))
    isTaking = false
    if (answer.fault)
      return notices.fault(answer.fault)
    tell(answer.value.refused)
    const { bundles, others: files } = splitBundles(answer.value.files.map(fileOf))
    void importProjects(bundles)
    if (files.length > 0 && open.project)
      void drop.bringFiles(open.project.id, files)
    else if (files.length > 0)
      asking.value = files
  }

  function tell(refused: readonly OpenedRefusal[]): void {
    for (const because of ['missing', 'folder', 'unreadable'] as const) {
      const [first, ...others] = refused.filter(each => each.because === because)
      if (first)
        notices.say(t => t.bin.notOpened[because](first.name, others.length), { tone: 'bad' })
    }
  }

  const looking = useIntervalFn(() => {
    const isWhole = counted === count.value
    counted = count.value
    if (isWhole && count.value > 0 && !isTaking && asking.value === null && isSettled() && !hasDialog())
      void take()
  }, togetherMs, { immediate: false })
  watch(count, waiting => waiting > 0 ? looking.resume() : looking.pause())
  useFeed(options => studio.opened.changes({}, options), (event) => {
    count.value = event.count
  })

  return {
    asking: shallowReadonly(asking),
    /** Null is the library alone. */
    bringInto(projectId: ProjectId | null): void {
      const files = asking.value ?? []
      asking.value = null
      void (projectId === null ? library.importFiles(files) : drop.bringFiles(projectId, files))
    },
    leave(): void {
      asking.value = null
    },
  }
}
