/** Whether the script shows its storyboard in this browser. */
import type { RemovableRef } from '@vueuse/core'
import { useLocalStorage } from '@vueuse/core'
import { pageKeys } from '../../wire/page-keys.ts'

export function useStoryboardShown(): RemovableRef<boolean> {
  return useLocalStorage(pageKeys.storyboardShown, true)
}
