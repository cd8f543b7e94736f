/**
 * Drops and pastes that no part of a room has taken: in a project they go into its bin, elsewhere the user is told where they can go.
 * A dropped file or link never replaces the page.
 */
import type { Unread } from '../parts/files/dropped-files.ts'
import type { Texts } from '../texts/texts.ts'
import { useEventListener, useTimeoutFn } from '@vueuse/core'
import { computed, readonly, shallowRef } from 'vue'
import { takesText } from '../actions/fields.ts'
import { useNotices } from '../actions/notices.ts'
import { useBinPanel } from '../parts/bin/use-bin.ts'
import { useProjectDrop } from '../parts/bin/use-project-drop.ts'
import { droppedFiles } from '../parts/files/dropped-files.ts'
import { filesIn } from '../parts/files/pasted-files.ts'
import { scriptsOver, splitScripts } from '../parts/files/script-files.ts'
import { useDropWords } from '../parts/files/use-drop-zone.ts'
import { useFileImport } from '../parts/files/use-import-files.ts'
import { useScriptProject } from '../parts/files/use-script-project.ts'
import { splitBundles, useImportProject } from '../parts/projects/use-import-project.ts'
import { draggedMedia } from '../parts/takes/take-drag.ts'
import { useProject } from '../stores/project.ts'

/** While something is dragged over the page, browsers say so at least every 350 ms. */
const goneMs = 500

export function useDrops() {
  const open = useProject()
  const notices = useNotices()
  const isBinOpen = useBinPanel()
  const bin = useProjectDrop(() => open.projectId, () => isBinOpen.value)
  const library = useFileImport()
  const makeProject = useScriptProject()
  const importProjects = useImportProject()
  const over = shallowRef<'bin' | 'script' | 'either' | 'nothing' | 'no-project' | 'bundle' | null>(null)
  const hint = useDropWords()
  const gone = useTimeoutFn(() => {
    over.value = null
    hint.words = null
  }, goneMs, { immediate: false })

  /** What is ours to answer: files and takes, except the words of a take over a text field. */
  function dragged(event: DragEvent): ReturnType<typeof draggedMedia> {
    const media = draggedMedia(event.dataTransfer?.types ?? [])
    return media !== 'files' && takesText(event.target) ? null : media
  }

  function endOf(transfer: DataTransfer): Exclude<typeof over.value, null> {
    const scripts = draggedMedia(transfer.types) === 'files' ? scriptsOver(transfer) : 'none'
    if (open.projectId === null)
      return scripts === 'all' ? 'no-project' : scripts === 'maybe' ? 'bundle' : 'nothing'
    return scripts === 'all' ? 'script' : scripts === 'maybe' ? 'either' : 'bin'
  }

  /** Where no project is open: projects come in, and for all else the user is asked where it belongs. */
  function offer(given: readonly File[], unread: readonly Unread[], nowhere: (t: Texts) => string): void {
    const { bundles, others } = splitBundles(given)
    void importProjects(bundles)
    const { scripts, others: files } = splitScripts(others)
    const [script] = scripts
    if (script)
      notices.say(t => t.bin.scriptNowhere(script.name), { act: { label: t => t.bin.newProjectOf, run: () => makeProject(script) } })
    // Nothing to offer, but what could not be read is reported.
    if (files.length === 0 && unread.length > 0)
      return void library.importFiles([], null, unread)
    const run = () => library.importFiles(files, null, unread)
    if (files.length > 0)
      notices.say(nowhere, { act: { label: t => t.bin.importToLibrary, run } })
  }

  useEventListener(document, 'dragover', (event) => {
    const isTaken = event.defaultPrevented
    const isOurs = !isTaken && event.dataTransfer !== null && dragged(event) !== null
    if (!isTaken)
      hint.words = null
    over.value = isOurs && event.dataTransfer ? endOf(event.dataTransfer) : null
    gone.start()
    if (isOurs) {
      event.preventDefault()
      event.dataTransfer.dropEffect = 'copy'
    }
    else if (!isTaken && !takesText(event.target) && event.dataTransfer?.types.includes('text/uri-list')) {
      event.preventDefault()
      event.dataTransfer.dropEffect = 'none'
    }
  })

  useEventListener(document, 'drop', (event) => {
    over.value = null
    hint.words = null
    const transfer = event.dataTransfer
    const media = dragged(event)
    if (event.defaultPrevented || transfer === null || media === null)
      return
    event.preventDefault()
    if (bin.take(transfer))
      return
    if (media !== 'files')
      return void notices.say(t => t.bin.takesNowhere)
    void droppedFiles(transfer).then(({ files, unread }) => offer(files, unread, t => t.bin.filesNowhere))
  })

  useEventListener(document, 'paste', (event) => {
    const files = filesIn(event)
    if (event.defaultPrevented || files.length === 0)
      return
    event.preventDefault()
    if (open.projectId === null)
      offer(files, [], t => t.bin.pastedNowhere)
    else
      void bin.importFiles(files)
  })

  return {
    /** What a drop here would do; null while nothing is dragged over the page, or a part of the room takes it. */
    over: readonly(over),
    /** What a part of the room that takes it has said of it. */
    words: computed(() => hint.words),
    projectName: computed(() => open.project?.name ?? ''),
  }
}
