/** The picture of one set of things in main: whole at first, then patched change by change. */
import type { ComputedRef, Ref } from 'vue'
import type { Changes } from '#contract/define.ts'
import type { Source } from './follow.ts'
import { computed, onScopeDispose, readonly, shallowReadonly, shallowRef, watch } from 'vue'
import { follow } from './follow.ts'

export interface Mirror<Item, Id> {
  readonly byId: Readonly<Ref<ReadonlyMap<Id, Item>>>
  readonly all: ComputedRef<readonly Item[]>
  /** True once the state so far has arrived. */
  readonly isReady: Readonly<Ref<boolean>>
  readonly get: (id: Id | null | undefined) => Item | undefined
}

/** The next picture after one event. An event older than the picture changes nothing. */
export function patch<Item extends { id: Id }, Id>(
  picture: { revision: number, byId: ReadonlyMap<Id, Item> },
  event: Changes<Item, Id>,
): { revision: number, byId: ReadonlyMap<Id, Item> } {
  if (!event.isWhole && event.revision <= picture.revision)
    return picture
  const byId = new Map(event.isWhole ? [] : picture.byId)
  for (const item of event.changed)
    byId.set(item.id, item)
  for (const id of event.removed)
    byId.delete(id)
  return { revision: event.revision, byId }
}

/** A mirror that lives as long as the scope it was made in. `null` means there is nothing to follow. */
export function mirror<Item extends { id: Id }, Id, Key = true>(
  open: (key: Key, options: { signal: AbortSignal }) => Promise<AsyncIterable<Changes<Item, Id>>>,
  options: { whenOpen: Source<unknown>['whenOpen'], key?: () => Key | null, pauseMs?: number },
): Mirror<Item, Id> {
  const empty: ReadonlyMap<Id, Item> = new Map()
  const byId = shallowRef(empty)
  const isReady = shallowRef(false)
  let stop = new AbortController()

  // Without a key there is just one thing to follow, and Key is `true`.
  const keyNow = options.key ?? (() => true as Key)
  watch(keyNow, (key) => {
    stop.abort()
    stop = new AbortController()
    byId.value = empty
    isReady.value = false
    if (key === null)
      return
    let picture = { revision: -1, byId: empty }
    const { whenOpen, pauseMs } = options
    void follow({ whenOpen, ...(pauseMs === undefined ? {} : { pauseMs }), open: each => open(key, each) }, (event) => {
      picture = patch(picture, event)
      byId.value = picture.byId
      isReady.value = true
    }, stop.signal)
  }, { immediate: true })
  onScopeDispose(() => stop.abort())

  return {
    byId: shallowReadonly(byId),
    all: computed(() => [...byId.value.values()]),
    isReady: readonly(isReady),
    get: id => id === null || id === undefined ? undefined : byId.value.get(id),
  }
}
