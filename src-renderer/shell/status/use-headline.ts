/** The window's title and icon tell how far the work is. */
import type { ComputedRef } from 'vue'
import type { Segment } from './segments.ts'
import { useFavicon, useTitle } from '@vueuse/core'
import { computed, shallowRef, watch } from 'vue'
import { useProject } from '../../stores/project.ts'
import { useTexts } from '../../texts/texts.ts'
import { iconOf, titleOf } from './headline.ts'
import { headlineOf } from './segments.ts'

export function useHeadline(segments: ComputedRef<readonly Segment[]>): void {
  const t = useTexts()
  const open = useProject()
  const headline = computed(() => headlineOf(segments.value))
  useTitle(computed(() => titleOf(headline.value, open.project?.name ?? null, t.value)))
  // As the page was built with it: its name has a hash.
  const plain = document.querySelector<HTMLLinkElement>('link[rel="icon"]')?.href ?? null
  const icon = shallowRef(plain)
  useFavicon(icon)
  watch(headline, (now) => {
    icon.value = iconOf(now) ?? plain
  }, { immediate: true })
}
