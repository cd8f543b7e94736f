/** Files that are still being brought into a form: sending waits for them, so that the previous content is not sent. */
import type { InjectionKey, Ref } from 'vue'
import { computed, inject, provide, shallowRef } from 'vue'

const key: InjectionKey<Ref<number>> = Symbol('coming files')

/** For a form: whether one of its fields is still receiving a file. */
export function provideComingFiles(): { readonly isComing: Readonly<Ref<boolean>> } {
  const count = shallowRef(0)
  provide(key, count)
  return { isComing: computed(() => count.value > 0) }
}

/** For a field: counts a file as coming until it has arrived or was refused. */
export function useComingFiles(): <T>(bringIn: () => Promise<T>) => Promise<T> {
  const count = inject(key, shallowRef(0))
  return async (bringIn) => {
    count.value += 1
    try {
      return await bringIn()
    }
    finally {
      count.value -= 1
    }
  }
}
