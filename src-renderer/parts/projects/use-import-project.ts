/** Projects and templates that come as bundles, picked or dropped anywhere: each is one of its own, and the notice opens a project. */
import type { Texts } from '../../texts/texts.ts'
import { useFileDialog } from '@vueuse/core'
import { useRouter } from 'vue-router'
import { useNotices } from '../../actions/notices.ts'
import { attempt, importFile, studio } from '../../studio.ts'
import { useRunningImports } from '../files/running-imports.ts'

const ending = '.takeroom'

const isBundle = ({ name }: Pick<File, 'name'>): boolean => name.toLowerCase().endsWith(ending)

/** Which of these are projects, and which are for elsewhere. */
export function splitBundles(files: readonly File[]): { bundles: File[], others: File[] } {
  return { bundles: files.filter(isBundle), others: files.filter(file => !isBundle(file)) }
}

export function useImportProject() {
  const notices = useNotices()
  const router = useRouter()
  const running = useRunningImports()

  /** Until the file is here, it is cancelled here; then its project is shown and cancelled next to what is saved. */
  async function importOne(file: File): Promise<void> {
    const progress = running.begin(1)
    const received = await attempt(importFile(file, progress.signal)).catch((thrown: unknown) => {
      if (!progress.signal.aborted)
        throw thrown
      return null
    }).finally(progress.end)
    if (received === null)
      return
    const { value, fault } = received.fault ? received : await attempt(studio.projects.import({ ticket: received.value }))
    if (fault)
      return notices.fault(fault)
    if (!value.imported)
      return
    const { project: { id, name, templateAt }, takes, knownTakes, takesBack, voicesBack } = value.imported
    const back = (t: Texts) => t.trash.cameBack(takesBack, voicesBack)
    if (templateAt !== null)
      return void notices.say(t => t.projects.template.imported(name) + back(t), { tone: 'good' })
    notices.say(t => t.projects.bundle.imported(name, takes, knownTakes) + back(t), {
      tone: 'good',
      act: { label: (t: Texts) => t.shell.act.open, run: () => router.push({ name: 'script', params: { projectId: id } }) },
    })
  }

  return async (files: readonly File[]): Promise<void> => {
    for (const file of files)
      await importOne(file)
  }
}

/** Asks for the files. */
export function usePickProject(): () => void {
  const importProjects = useImportProject()
  const dialog = useFileDialog({ accept: ending, multiple: true, reset: true })
  dialog.onChange(picked => picked && void importProjects([...picked]))
  return () => dialog.open()
}
