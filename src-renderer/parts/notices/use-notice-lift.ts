/** Keeps notices above the controls at the lower edge of a room, while they are visible. */
import type { MaybeComputedElementRef } from '@vueuse/core'
import { useElementBounding, useWindowSize } from '@vueuse/core'
import { onScopeDispose, watchEffect } from 'vue'
import { useNotices } from '../../actions/notices.ts'

/** While a dialog dims the room, only what is in dialogs is kept clear. */
export function useNoticeLift(element: MaybeComputedElementRef, { dims = false }: { dims?: boolean } = {}): void {
  const notices = useNotices()
  const { top, height } = useElementBounding(element)
  const { height: windowHeight } = useWindowSize()
  const who = Symbol('at the lower edge')
  watchEffect(() => notices.keepClear(who, height.value > 0 ? windowHeight.value - top.value : 0))
  if (dims)
    onScopeDispose(notices.dim(who))
  onScopeDispose(() => notices.keepClear(who, 0))
}
