/** The disk space of preview files as the page follows it, its limit, and clearing it. */
import type { RenditionStorage } from '#contract/renditions.ts'
import { onScopeDispose, shallowReadonly, shallowRef } from 'vue'
import { useNotices } from '../../../actions/notices.ts'
import { showSize } from '../../../parts/text/show-size.ts'
import { follow } from '../../../stores/follow.ts'
import { useSettings } from '../../../stores/settings.ts'
import { attempt, studio, wire } from '../../../studio.ts'

export function usePreviewFiles() {
  const notices = useNotices()
  const settings = useSettings()
  /** Null until the studio has said. */
  const now = shallowRef<RenditionStorage | null>(null)
  const isBusy = shallowRef(false)
  const stop = new AbortController()
  void follow({ whenOpen: wire.whenOpen, open: options => studio.renditions.storage({}, options) }, (event) => {
    now.value = event
  }, stop.signal)
  onScopeDispose(() => stop.abort())

  return {
    now: shallowReadonly(now),
    isBusy: shallowReadonly(isBusy),
    async clear(): Promise<void> {
      isBusy.value = true
      const answer = await attempt(studio.renditions.clear({}))
      isBusy.value = false
      if (answer.fault)
        return notices.fault(answer.fault)
      const { freedBytes } = answer.value
      notices.say(texts => texts.safety.previewFiles.cleared(showSize(freedBytes)), { tone: 'good' })
    },
    async limitTo(previewGigabytes: number): Promise<void> {
      const { fault } = await settings.change({ previewGigabytes })
      if (fault)
        notices.fault(fault)
    },
  }
}
