/** The picture of one set of things in main: whole at first, then patched, all changes of a frame at once. */
import type { ComputedRef, Ref } from 'vue'
import type { Changes } from '#contract/define.ts'
import type { FeedSource } from './feed.ts'
import { computed, onScopeDispose, readonly, shallowReadonly, shallowRef } from 'vue'
import { useFeedOf } from './feed.ts'
import { nextFrame, perFrame } from './per-frame.ts'

export interface Mirror<Item, Id> {
  readonly byId: Readonly<Ref<ReadonlyMap<Id, Item>>>
  readonly all: ComputedRef<readonly Item[]>
  /** True once the state so far has arrived. */
  readonly isReady: Readonly<Ref<boolean>>
  readonly get: (id: Id | null | undefined) => Item | undefined
}

/** What several events say together, by the latest of each item: everything when it is whole, otherwise what changed and what left. */
export interface News<Item, Id> {
  readonly isWhole: boolean
  readonly changed: ReadonlyMap<Id, Item>
  readonly removed: ReadonlySet<Id>
}

/** Gathers events until they are taken. */
function createGathering<Item extends { id: Id }, Id>() {
  let revision = -1
  let isWhole = false
  let changed = new Map<Id, Item>()
  let removed = new Set<Id>()

  function take(): News<Item, Id> {
    const taken = { isWhole, changed, removed }
    isWhole = false
    changed = new Map()
    removed = new Set()
    return taken
  }

  return {
    take,
    /** False for an event that is older than those before it: it changes nothing. */
    add(event: Changes<Item, Id>): boolean {
      if (!event.isWhole && event.revision <= revision)
        return false
      revision = event.revision
      if (event.isWhole)
        take()
      isWhole ||= event.isWhole
      for (const item of event.changed) {
        changed.set(item.id, item)
        removed.delete(item.id)
      }
      for (const id of event.removed) {
        changed.delete(id)
        removed.add(id)
      }
      return true
    },
  }
}

function patched<Item, Id>(byId: ReadonlyMap<Id, Item>, { isWhole, changed, removed }: News<Item, Id>): ReadonlyMap<Id, Item> {
  if (isWhole)
    return changed
  if (changed.size === 0 && [...removed].every(id => !byId.has(id)))
    return byId
  const next = new Map(byId)
  changed.forEach((item, id) => next.set(id, item))
  removed.forEach(id => next.delete(id))
  return next
}

/**
 * A mirror that lives as long as the scope it was made in. `null` means there is nothing to follow. `hear` is told what changes, before it
 * is shown; `onFrame` says when the next frame begins.
 */
export function mirror<Item extends { id: Id }, Id, Key = true>(
  open: (key: Key, options: { signal: AbortSignal }) => Promise<AsyncIterable<Changes<Item, Id>>>,
  { key: keyOf, hear, onFrame = nextFrame, source }: {
    key?: () => Key | null
    source?: FeedSource
    hear?: (news: News<Item, Id>) => void
    onFrame?: (act: () => void) => void
  } = {},
): Mirror<Item, Id> {
  const empty: ReadonlyMap<Id, Item> = new Map()
  const byId = shallowRef(empty)
  const isReady = shallowRef(false)
  let gathered = createGathering<Item, Id>()
  const shown = perFrame(() => {
    const news = gathered.take()
    hear?.(news)
    byId.value = patched(byId.value, news)
    isReady.value = true
  }, onFrame)

  // Without a key there is just one thing to follow, and Key is `true`.
  useFeedOf(keyOf ?? (() => true as Key), {
    open,
    begin() {
      shown.drop()
      byId.value = empty
      isReady.value = false
      gathered = createGathering()
    },
    take(event) {
      if (gathered.add(event))
        shown.ask()
    },
  }, source)
  onScopeDispose(shown.drop)

  return {
    byId: shallowReadonly(byId),
    all: computed(() => [...byId.value.values()]),
    isReady: readonly(isReady),
    get: id => id === null || id === undefined ? undefined : byId.value.get(id),
  }
}
