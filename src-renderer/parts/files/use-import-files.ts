/** Imports dropped, pasted or picked files as takes, one after another, and reports the result. */
import type { Take } from '#contract/takes.ts'
import type { ProjectId } from '#contract/words.ts'
import { useFileDialog } from '@vueuse/core'
import { shallowRef } from 'vue'
import { useNotices } from '../../actions/notices.ts'
import { useProjects } from '../../stores/projects.ts'
import { attempt, importFile, studio } from '../../studio.ts'

const ACCEPTED = 'audio/*,image/*,video/*'

async function importOne(file: File, projectId: ProjectId | null) {
  const received = await attempt(importFile(file))
  if (received.fault)
    return received
  return attempt(studio.takes.import({ ticket: received.value, projectId }))
}

/** For files that were dropped or pasted. They become takes of the project, where there is one. */
export function useFileImport(projectId: () => ProjectId | null = () => null, onArrived: (takes: readonly Take[]) => void = () => {}) {
  const notices = useNotices()
  const projects = useProjects()
  /** How many are still to come. */
  const left = shallowRef(0)

  async function importFiles(files: readonly File[]): Promise<Take[]> {
    const arrived: Take[] = []
    const into = projectId()
    left.value += files.length
    for (const file of files) {
      const answer = await importOne(file, into)
      left.value -= 1
      if (answer.fault)
        notices.fault(answer.fault)
      else
        arrived.push(answer.value.take)
    }
    if (arrived.length > 0) {
      const name = projects.get(into)?.name
      notices.say(t => name === undefined ? t.library.imported(arrived.length) : t.bin.imported(arrived.length, name), { tone: 'good' })
      onArrived(arrived)
    }
    return arrived
  }

  return { left, importFiles }
}

/** Also picks files from the disk. `onArrived` is called for every batch that imported something, however it came. */
export function useImportFiles(...how: Parameters<typeof useFileImport>) {
  const files = useFileImport(...how)
  const dialog = useFileDialog({ accept: ACCEPTED, multiple: true, reset: true })
  dialog.onChange(picked => picked && void files.importFiles([...picked]))
  return { ...files, pickFiles: () => dialog.open() }
}
