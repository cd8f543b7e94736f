/** Changes settings; a refusal is shown. */
import type { SettingsChange } from '#contract/settings.ts'
import { useNotices } from '../../actions/notices.ts'
import { useSettings } from '../../stores/settings.ts'

export function useChangeSettings(): (wanted: SettingsChange) => Promise<void> {
  const settings = useSettings()
  const notices = useNotices()
  return async (wanted) => {
    const { fault } = await settings.change(wanted)
    if (fault)
      notices.fault(fault)
  }
}
