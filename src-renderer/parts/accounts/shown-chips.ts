/** Whether an account chip is on the screen, so that the account is not told a second time. */
import { defineStore } from 'pinia'
import { computed, onScopeDispose, shallowRef } from 'vue'

export const useShownChips = defineStore('shown-account-chips', () => {
  const count = shallowRef(0)
  return {
    isAny: computed(() => count.value > 0),
    /** As long as the calling component lives. */
    show(): void {
      count.value++
      onScopeDispose(() => count.value--)
    },
  }
})
