/** Tells each call that met a full, read-only or failing disk as what it is. */
import type { DiskState } from '../storage/disk-state.ts'
import type { StudioHandlers } from './ports.ts'
import { eachHandler } from './each-handler.ts'

export function tellDisk(handlers: StudioHandlers, { explain }: Pick<DiskState, 'explain'>): StudioHandlers {
  return eachHandler(handlers, ({ effect }, handle) => effect === 'watches'
    ? handle
    : async (...call) => {
      try {
        return await handle(...call)
      }
      catch (error) {
        throw await explain(error)
      }
    })
}
