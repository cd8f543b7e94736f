/** Files on their way into a form: what sends the form waits for them, lest it send what stood there before. */
import type { InjectionKey, Ref } from 'vue'
import { computed, inject, provide, shallowRef } from 'vue'

const key: InjectionKey<Ref<number>> = Symbol('coming files')

/** For a form: whether a file is still on its way into one of its fields. */
export function provideComingFiles(): { readonly isComing: Readonly<Ref<boolean>> } {
  const count = shallowRef(0)
  provide(key, count)
  return { isComing: computed(() => count.value > 0) }
}

/** For a field: tells its form of a file from its start until it is in, or was refused. */
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
