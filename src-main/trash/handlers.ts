/** The calls of the trash. */
import type { StudioHandlers } from '../base/calls.ts'
import type { DiskReserve } from '../storage/disk-reserve.ts'
import type { Trash } from './trash.ts'

export interface TrashPorts {
  readonly trash: Trash
  readonly reserve: Pick<DiskReserve, 'rescue'>
}

export function trashHandlers({ trash, reserve }: TrashPorts): StudioHandlers['trash'] {
  return {
    list: async () => ({ items: await trash.list() }),
    weigh: ({ items }) => trash.weigh(items),
    restore: ({ items }) => trash.restore(items),
    // It makes room: on a full disk it is what helps.
    purge: ({ items }) => reserve.rescue(() => trash.purge(items)),
  }
}
