/** The calls of the trash. */
import type { TrashRef } from '#contract/trash.ts'
import type { StudioHandlers } from '../base/calls.ts'
import type { DiskReserve } from '../storage/disk-reserve.ts'
import type { Trash } from './trash.ts'

export interface TrashPorts {
  readonly trash: Trash
  readonly reserve: Pick<DiskReserve, 'rescue'>
}

export function trashHandlers({ trash, reserve }: TrashPorts): StudioHandlers['trash'] {
  const chosen = async ({ items, choice }: Parameters<StudioHandlers['trash']['restore']>[0]): Promise<TrashRef[]> =>
    choice ? [...items, ...await trash.chosen(choice)] : items
  return {
    list: async asked => ({ items: await trash.list(asked) }),
    acts: trash.acts,
    weigh: async asked => trash.weigh(await chosen(asked)),
    restore: async asked => trash.restore(await chosen(asked)),
    // It makes room: on a full disk it is what helps.
    purge: asked => reserve.rescue(async () => trash.purge(await chosen(asked))),
  }
}
