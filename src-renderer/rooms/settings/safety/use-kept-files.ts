/** The disk space of files that are made again when they are missing: as the page follows it, its limit, and clearing it. */
import type { Settings } from '#contract/settings.ts'
import { shallowReadonly, shallowRef } from 'vue'
import { useNotices } from '../../../actions/notices.ts'
import { showSize } from '../../../parts/text/show-size.ts'
import { useFeed } from '../../../stores/feed.ts'
import { useSettings } from '../../../stores/settings.ts'
import { attempt, studio } from '../../../studio.ts'

/** Named like their texts. */
export type KeptFiles = 'previewFiles' | 'segments'

export const settingOf = {
  previewFiles: 'previewGigabytes',
  segments: 'segmentGigabytes',
} as const satisfies Readonly<Record<KeptFiles, keyof Settings>>

export function useKeptFiles(of: KeptFiles) {
  const calls = of === 'segments' ? studio.deliveries : studio.renditions
  const notices = useNotices()
  const settings = useSettings()
  /** Null until the studio has said. */
  const now = shallowRef<{ readonly sizeBytes: number, readonly count: number } | null>(null)
  const isBusy = shallowRef(false)
  useFeed(options => calls.storage({}, options), (event) => {
    now.value = event
  })

  return {
    now: shallowReadonly(now),
    isBusy: shallowReadonly(isBusy),
    async clear(): Promise<void> {
      isBusy.value = true
      const answer = await attempt(calls.clear({}))
      isBusy.value = false
      if (answer.fault)
        return notices.fault(answer.fault)
      const { freedBytes } = answer.value
      notices.say(texts => texts.safety[of].cleared(showSize(freedBytes)), { tone: 'good' })
    },
    async limitTo(gigabytes: number): Promise<void> {
      const { fault } = await settings.change({ [settingOf[of]]: gigabytes })
      if (fault)
        notices.fault(fault)
    },
  }
}
