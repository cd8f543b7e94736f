/** Feeds that are followed for as long as a scope lives: a store, a component, an effect. */
import type { WatchOptions } from 'vue'
import type { Source, Take } from './follow.ts'
import { onScopeDispose, watch } from 'vue'
import { wire } from '../studio.ts'
import { follow } from './follow.ts'

/** When to subscribe again; the wire of this page where nothing else is said. */
export type FeedSource = Omit<Source<unknown>, 'open'>

/** Follows one feed until the scope ends. */
export function useFeed<Event>(open: Source<Event>['open'], take: Take<Event>, { whenOpen, pauseMs }: FeedSource = wire): void {
  const stop = new AbortController()
  onScopeDispose(() => stop.abort())
  void follow({ whenOpen, pauseMs, open }, take, stop.signal)
}

interface FeedOf<Key, Event> {
  readonly open: (key: Key, options: { signal: AbortSignal }) => Promise<AsyncIterable<Event>>
  readonly take: Take<Event>
  /** Called for each key before its feed is asked for, and for null: forgets what the one before told. */
  readonly begin?: () => void
}

/** Follows the feed of one thing after another: of the key, as long as it is the same. There is none for null. */
export function useFeedOf<Key, Event>(
  key: () => Key | null,
  { open, take, begin }: FeedOf<Key, Event>,
  { whenOpen, pauseMs, flush = 'pre' }: FeedSource & Pick<WatchOptions, 'flush'> = wire,
): void {
  watch(key, (now, _, onCleanup) => {
    begin?.()
    if (now === null)
      return
    const stop = new AbortController()
    onCleanup(() => stop.abort())
    void follow({ whenOpen, pauseMs, open: options => open(now, options) }, take, stop.signal)
  }, { immediate: true, flush })
}
