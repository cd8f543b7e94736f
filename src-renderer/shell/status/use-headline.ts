/** The window's title and icon tell how far the work is. */
import type { ComputedRef } from 'vue'
import type { Segment } from './segments.ts'
import { useFavicon, useTitle } from '@vueuse/core'
import { computed, shallowRef, watch } from 'vue'
import { useProject } from '../../stores/project.ts'
import { useTexts } from '../../texts/texts.ts'
import { iconOf, titleOf } from './headline.ts'
import { headlineOf } from './segments.ts'

const PLAIN_ICON = './icon.svg'

export function useHeadline(segments: ComputedRef<readonly Segment[]>): void {
  const t = useTexts()
  const open = useProject()
  const headline = computed(() => headlineOf(segments.value))
  useTitle(computed(() => titleOf(headline.value, open.project?.name ?? null, t.value)))
  const icon = shallowRef(PLAIN_ICON)
  useFavicon(icon)
  watch(headline, (now) => {
    icon.value = iconOf(now) ?? PLAIN_ICON
  }, { immediate: true })
}
