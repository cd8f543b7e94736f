/** The one bar on the taskbar icon: of the queue, and of files that are being saved while the queue rests. */
import type { HostPorts, WorkProgress } from './ports.ts'

export function createShownProgress(show: HostPorts['showProgress']): {
  ofJobs: (progress: WorkProgress | null) => void
  /** 0 to 1; null when nothing is being saved. */
  ofSaves: (share: number | null) => void
} {
  let jobs: WorkProgress | null = null
  let saves: WorkProgress | null = null
  let shown = 'null'

  function tell(): void {
    const next = jobs ?? saves
    const text = JSON.stringify(next)
    if (text !== shown)
      show(next)
    shown = text
  }

  return {
    ofJobs(progress) {
      jobs = progress
      tell()
    },
    ofSaves(share) {
      // Finer steps are invisible, and would wake the window needlessly.
      saves = share === null ? null : { share: Math.round(100 * share) / 100, state: 'working' }
      tell()
    },
  }
}
