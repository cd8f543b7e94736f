/** What is told of takes: as they are then, in the order in which they were read, so that nobody hears an older state after a newer one. */
import type { Take } from '#contract/takes.ts'
import type { ProjectId, TakeId } from '#contract/words.ts'
import type { Database } from '../storage/database.ts'
import { createLane } from '../base/concurrency.ts'
import { createFeed } from '../base/feed.ts'
import { countTakesShown } from './checks.ts'

export interface TakesEvent { revision: number, total: number, trashed: number, changed: Take[], removed: TakeId[] }

export interface TakeNews {
  /** The first event has no takes. */
  changes: (signal?: AbortSignal) => AsyncIterable<TakesEvent>
  /** Reads takes, tells and answers them. Their projects did not change. */
  publish: <Told extends Take[]>(read: () => Promise<Told>) => Promise<Told>
  /** The same; their projects have changed with them. */
  announce: <Told extends Take[]>(read: () => Promise<Told>) => Promise<Told>
  removed: (takeIds: TakeId[]) => Promise<void>
}

export function createTakeNews({ db, projects, onTold }: {
  readonly db: Pick<Database, 'get'>
  readonly projects: { readonly touch: (projectId: ProjectId) => Promise<void> }
  /** Is called before each event. */
  readonly onTold: (changed: readonly TakeId[], removed: readonly TakeId[]) => void
}): TakeNews {
  const feed = createFeed<TakesEvent>()
  // A bulk takes long to read: a change in the meantime is read and told after it.
  const lane = createLane({ concurrency: 1 })
  let revision = 0

  function tell<Told extends Take[]>(read: () => Promise<Told>, removed: TakeId[] = []): Promise<Told> {
    return lane.run(async () => {
      const changed = await read()
      onTold(changed.map(take => take.id), removed)
      feed.publish({ revision: ++revision, ...await countTakesShown(db), changed, removed })
      return changed
    })
  }

  return {
    changes: signal => feed.subscribe(async () => ({ revision, ...await countTakesShown(db), changed: [], removed: [] }), signal),
    publish: read => tell(read),
    async announce(read) {
      const told = await tell(read)
      for (const projectId of new Set(told.map(take => take.projectId))) {
        if (projectId !== null)
          await projects.touch(projectId)
      }
      return told
    },
    async removed(takeIds) {
      await tell(async () => [], takeIds)
    },
  }
}
