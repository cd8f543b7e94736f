/** Restores an earlier version of a project, and offers to go back to what it was before. */
import type { SnapshotId } from '#contract/words.ts'
import type { Texts } from '../../texts/texts.ts'
import { useRouter } from 'vue-router'
import { useNotices } from '../../actions/notices.ts'
import { attempt, studio } from '../../studio.ts'
import { useStillThere } from '../navigation/use-still-there.ts'

export function useRestoreVersion() {
  const router = useRouter()
  const notices = useNotices()
  const noteWhere = useStillThere()

  async function goBack(snapshotId: SnapshotId): Promise<void> {
    const { value, fault } = await attempt(studio.snapshots.restore({ snapshotId, asNew: false }))
    if (fault)
      return notices.fault(fault)
    const { project, takesBack, voicesBack } = value
    notices.say(t => t.snapshots.wentBack(project.name) + t.trash.cameBack(takesBack, voicesBack), { tone: 'good' })
  }

  /** Answers whether it was restored. */
  return async (snapshotId: SnapshotId, asNew: boolean): Promise<boolean> => {
    const isStillThere = noteWhere()
    const { value, fault } = await attempt(studio.snapshots.restore({ snapshotId, asNew }))
    if (fault) {
      notices.fault(fault)
      return false
    }
    const { project, beforeId, takesBack, voicesBack } = value
    const open = () => router.push({ name: 'script', params: { projectId: project.id } })
    const isHere = isStillThere()
    const undo = beforeId !== null && { label: (t: Texts) => t.shell.act.undo, run: () => goBack(beforeId) }
    const act = undo || (!isHere && { label: (t: Texts) => t.shell.act.open, run: open })
    notices.say(
      t => (asNew ? t.snapshots.made(project.name) : t.snapshots.broughtBack(project.name)) + t.trash.cameBack(takesBack, voicesBack),
      { tone: 'good', ...act && { act } },
    )
    if (isHere)
      void open()
    return true
  }
}
