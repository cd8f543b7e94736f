/** Imports dropped, pasted or picked files as takes, one after another, and reports the result of all of them in one notice. */
import type { AsMoving, Take } from '#contract/takes.ts'
import type { ProjectId, TakeId } from '#contract/words.ts'
import type { AnyFault } from '../../studio.ts'
import type { Texts } from '../../texts/texts.ts'
import type { Unread } from './dropped-files.ts'
import { useFileDialog } from '@vueuse/core'
import { shallowRef } from 'vue'
import { useNotices } from '../../actions/notices.ts'
import { openTakeInspector, useOverlay } from '../../actions/overlay.ts'
import { useProjects } from '../../stores/projects.ts'
import { attempt, importFile, studio, wire } from '../../studio.ts'
import { splitBundles, useImportProject } from '../projects/use-import-project.ts'
import { useShowDuplicates } from '../takes/show-duplicates.ts'
import { useMovingFiles } from './moving-files.ts'
import { useRunningImports } from './running-imports.ts'

const accepted = 'audio/*,image/*,video/*'

interface Failed { readonly of: string, readonly fault: AnyFault }

/** Sent again after the connection was lost: until it is whole, nothing was made of it. Throws an AbortError after the signal. */
async function receive(file: File, signal: AbortSignal) {
  for (;;) {
    const received = await attempt(importFile(file, signal))
    if (received.fault?.code !== 'disconnected')
      return received
    await wire.whenOpen(signal)
    signal.throwIfAborted()
  }
}

interface Into { readonly projectId: ProjectId | null, readonly moving: AsMoving }

interface Arrived { readonly take: Take, readonly sameAsId: TakeId | null }

async function importOne(file: File, { projectId, moving }: Into, signal: AbortSignal): Promise<Arrived | AnyFault> {
  signal.throwIfAborted()
  const received = await receive(file, signal)
  if (received.fault)
    return received.fault
  const answer = await attempt(studio.takes.import({ ticket: received.value, projectId, moving }))
  return answer.fault ?? answer.value
}

/**
 * For files that were dropped or pasted. They become takes of the project, where there is one. `moving` is what becomes of pictures that
 * move; the user is asked where it is absent.
 */
export function useFileImport(
  projectId: () => ProjectId | null = () => null,
  onArrived: (takes: readonly Take[]) => void = () => {},
  fixed: { readonly moving?: AsMoving } = {},
) {
  const askMoving = useMovingFiles()
  const notices = useNotices()
  const overlay = useOverlay()
  const projects = useProjects()
  const running = useRunningImports()
  const showDuplicates = useShowDuplicates()
  const importProjects = useImportProject()
  /** How many are still to come. */
  const left = shallowRef(0)

  /** Of the files that arrived, those whose content was here before. */
  function reportAgain(arrived: number, again: readonly TakeId[], into: ProjectId | null): void {
    const [first] = again
    const project = projects.get(into)?.name ?? null
    const run = (): void => first !== undefined && again.length === 1 ? openTakeInspector(first) : void showDuplicates()
    const act = { label: (t: Texts) => t.library.showThere, run }
    notices.say(t => t.library.importedAgain(arrived, again.length, project), { tone: 'good', act })
  }

  function report(arrived: number, failed: readonly Failed[], cancelled: number, into: ProjectId | null): void {
    const name = projects.get(into)?.name
    const [first] = failed
    const act = { label: (t: Texts) => t.notices.importing.showFailed, run: () => overlay.show({ is: 'notices' }) }
    const more = first ? { details: failed, act } : {}
    if (cancelled > 0)
      notices.say(t => t.notices.importing.cancelled(arrived, failed.length, cancelled), more)
    else if (first && arrived + failed.length === 1)
      notices.fault(first.fault)
    else if (first)
      notices.say(t => t.notices.importing.someFailed(arrived, failed.length, name ?? null), { tone: 'bad', ...more })
    else if (arrived > 0)
      notices.say(t => name === undefined ? t.library.imported(arrived) : t.bin.imported(arrived, name), { tone: 'good' })
  }

  /**
   * Into the project of the moment when they came. A project among them becomes one of its own. `unread` of a drop is reported with the
   * files that failed.
   */
  async function importFiles(
    given: readonly File[],
    into: ProjectId | null = projectId(),
    unread: readonly Unread[] = [],
  ): Promise<Take[]> {
    const { bundles, others: files } = splitBundles(given)
    void importProjects(bundles)
    const moving = fixed.moving ?? await askMoving(files)
    if (files.length + unread.length === 0 || moving === null)
      return []
    const arrived: Take[] = []
    const again: TakeId[] = []
    const failed: Failed[] = unread.map(data => ({ of: data.name, fault: { code: 'unreadable-file', data } }))
    const progress = running.begin(files.length)
    left.value += files.length
    let open = files.length
    try {
      for (const file of files) {
        const answer = await importOne(file, { projectId: into, moving }, progress.signal)
        if ('code' in answer)
          failed.push({ of: file.name, fault: answer })
        else
          arrived.push(answer.take)
        if ('take' in answer && answer.sameAsId !== null)
          again.push(answer.sameAsId)
        open -= 1
        left.value -= 1
        progress.advance()
      }
    }
    catch (thrown) {
      if (!progress.signal.aborted)
        throw thrown
    }
    finally {
      left.value -= open
      progress.end()
    }
    // What did not come in matters more than what was here before.
    if (again.length > 0 && failed.length === 0 && open === 0)
      reportAgain(arrived.length, again, into)
    else
      report(arrived.length, failed, open, into)
    if (arrived.length > 0)
      onArrived(arrived)
    return arrived
  }

  return { left, importFiles }
}

/** Also picks files from the disk. `onArrived` is called for every batch that imported something, however it came. */
export function useImportFiles(...how: Parameters<typeof useFileImport>) {
  const files = useFileImport(...how)
  const dialog = useFileDialog({ accept: accepted, multiple: true, reset: true })
  dialog.onChange(picked => picked && void files.importFiles([...picked]))
  return { ...files, pickFiles: () => dialog.open() }
}
