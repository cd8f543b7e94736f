/** The calls of moving the studio folder. */
import type { StudioHandlers } from '../base/calls.ts'
import type { FileDialogs } from '../files/handlers.ts'
import type { Moves } from './moves.ts'
import { Fault } from '#contract/faults.ts'

export interface MoveHandlerPorts {
  readonly moves: Moves
  readonly ports: Pick<FileDialogs, 'chooseFolder'>
}

export function moveHandlers({ moves, ports }: MoveHandlerPorts): StudioHandlers['moves'] {
  return {
    changes: (_, { signal }) => moves.changes(signal),
    async plan({ to }) {
      // Where there is a dialog, the page cannot name a path itself.
      if ((to.is === 'ask') !== (ports.chooseFolder !== null))
        throw new Fault('not-in-this-host', { what: '' })
      const folder = to.is === 'path' ? to.path : await ports.chooseFolder?.() ?? null
      return { plan: folder === null ? null : await moves.plan(folder) }
    },
    async start({ planId }) {
      await moves.start(planId)
      return {}
    },
    async stop() {
      await moves.stop()
      return {}
    },
    async removeFormer() {
      return { kept: await moves.removeFormer() }
    },
  }
}
