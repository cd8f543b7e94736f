/** Imports dropped or picked files as takes, one after another, and reports the result. */
import type { Take } from '#contract/takes.ts'
import type { ProjectId } from '#contract/words.ts'
import { useFileDialog } from '@vueuse/core'
import { shallowRef } from 'vue'
import { useNotices } from '../../actions/notices.ts'
import { attempt, importFile, studio } from '../../studio.ts'

const ACCEPTED = 'audio/*,image/*,video/*'

async function importOne(file: File, projectId: ProjectId | null) {
  const received = await attempt(importFile(file))
  if (received.fault)
    return received
  return attempt(studio.takes.import({ ticket: received.value, projectId }))
}

/** `onArrived` is called for every batch that imported something, however it came. */
export function useImportFiles(projectId: () => ProjectId | null = () => null, onArrived: (takes: readonly Take[]) => void = () => {}) {
  const notices = useNotices()
  /** How many are still to come. */
  const left = shallowRef(0)

  async function importFiles(files: readonly File[]): Promise<Take[]> {
    const arrived: Take[] = []
    left.value += files.length
    for (const file of files) {
      const answer = await importOne(file, projectId())
      left.value -= 1
      if (answer.fault)
        notices.fault(answer.fault)
      else
        arrived.push(answer.value.take)
    }
    if (arrived.length > 0) {
      notices.say(t => t.library.imported(arrived.length), { tone: 'good' })
      onArrived(arrived)
    }
    return arrived
  }

  const dialog = useFileDialog({ accept: ACCEPTED, multiple: true, reset: true })
  dialog.onChange(files => files && void importFiles([...files]))
  return { left, importFiles, pickFiles: () => dialog.open() }
}
