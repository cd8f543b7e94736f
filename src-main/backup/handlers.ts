/** The calls of backups. */
import type { StudioHandlers } from '../base/calls.ts'
import type { FileDialogs } from '../files/handlers.ts'
import type { Backups } from './backups.ts'
import { Fault } from '#contract/faults.ts'

export interface BackupPorts {
  readonly backups: Backups
  readonly ports: Pick<FileDialogs, 'reveal' | 'chooseFolder'>
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
    async schedule({ plan }) {
      await backups.schedule(plan)
      return {}
    },
    async setFolder({ to }) {
      // Where there is a dialog, the page cannot name a path itself.
      if ((to.is === 'ask') !== (ports.chooseFolder !== null) && to.is !== 'usual')
        throw new Fault('not-in-this-host', { what: '' })
      const folder = to.is === 'path' ? to.path : to.is === 'ask' ? await ports.chooseFolder?.() ?? null : null
      if (to.is === 'ask' && folder === null)
        return { isChosen: false }
      await backups.setFolder(folder)
      return { isChosen: true }
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
