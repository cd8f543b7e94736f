/** The calls of backups. */
import type { StudioHandlers } from '../base/calls.ts'
import type { Backups } from './backups.ts'
import { Fault } from '#contract/faults.ts'

export interface BackupPorts {
  readonly backups: Backups
  readonly ports: { readonly reveal: ((path: string) => Promise<void>) | null }
}

export function backupHandlers({ backups, ports }: BackupPorts): StudioHandlers['backups'] {
  return {
    changes: (_, { signal }) => backups.changes(signal),
    async make({ withFilms }) {
      backups.make({ withFilms })
      return {}
    },
    async restore({ name }) {
      await backups.restore(name)
      return {}
    },
    async stop() {
      await backups.stop()
      return {}
    },
    async reveal({ name }) {
      const path = await backups.pathOf(name)
      if (ports.reveal === null)
        throw new Fault('not-in-this-host', { what: path })
      await ports.reveal(path)
      return {}
    },
  }
}
