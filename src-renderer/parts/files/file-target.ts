/** Where a file goes that is dropped or pasted next to its field: the first field of the form that takes one. */
import type { InjectionKey } from 'vue'
import { inject, onScopeDispose, provide } from 'vue'

export interface FileTarget {
  readonly bringTransfer: (transfer: DataTransfer) => unknown
  readonly bringFiles: (files: readonly File[]) => unknown
}

const key: InjectionKey<Set<FileTarget>> = Symbol('file targets')

/** For a form: what its fields offer, in the order in which they were drawn. */
export function provideFileTargets(): { first: () => FileTarget | undefined } {
  const targets = new Set<FileTarget>()
  provide(key, targets)
  return { first: () => [...targets][0] }
}

/** For a field: files brought to its form come here, as long as it is drawn. */
export function useAsFileTarget(target: FileTarget): void {
  const targets = inject(key, null)
  targets?.add(target)
  onScopeDispose(() => targets?.delete(target))
}
