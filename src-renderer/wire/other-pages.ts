/** Which tabs of this browser are open: each keeps a lock for its whole life, and the browser releases it however the tab ends. */
import { pageKeys } from './page-keys.ts'

export interface OtherPages {
  /** Runs `work` while no other page does. `isAlive` is false for a page that has ended. */
  readonly alone: <Value>(work: (isAlive: (pageId: string) => boolean) => Promise<Value>) => Promise<Value>
}

const prefix = pageKeys.pageOf

/** Without locks (a page on plain HTTP), every other page counts as ended: main makes each change once, whichever page sends it. */
export function openOtherPages(pageId: string, locks: LockManager | undefined = globalThis.navigator?.locks): OtherPages {
  if (!locks)
    return { alone: work => work(() => false) }
  void locks.request(prefix + pageId, () => new Promise(() => {}))
  return {
    alone: work => locks.request(pageKeys.outbox, async () => {
      const { held = [] } = await locks.query()
      const alive = new Set(held.map(lock => lock.name))
      return work(id => alive.has(prefix + id))
    }) as ReturnType<typeof work>, // TypeScript's type of `request` loses what its callback answers.
  }
}
