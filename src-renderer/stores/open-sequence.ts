/** Which sequence of a project is open in the Timeline; Deliver delivers the same one. */
import type { Ref } from 'vue'
import type { ProjectId } from '#contract/words.ts'
import { useLocalStorage } from '@vueuse/core'
import { pageKeys } from '../wire/page-keys.ts'

/** Its id; empty where none was opened yet. It may have been deleted since. */
export function useOpenSequence(projectId: ProjectId): Ref<string> {
  return useLocalStorage(`${pageKeys.openSequenceOf}${projectId}`, '')
}
