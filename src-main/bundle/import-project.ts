/** Imports a project from a received bundle, and tells every open page of it. */
import type { Project } from '#contract/projects.ts'
import type { ImportTicket } from '#contract/words.ts'
import type { StudioHandlers } from '../base/calls.ts'
import type { Imports } from '../files/imports.ts'
import type { Saves } from '../files/saves.ts'
import type { Conversations } from '../library/conversations.ts'
import type { Luts } from '../library/luts.ts'
import type { Takes } from '../library/takes.ts'
import type { Voices } from '../library/voices.ts'
import type { RestorePorts } from '../snapshots/keep-snapshots.ts'
import type { BringInPorts, BroughtIn } from './bring-in.ts'
import { stat } from 'node:fs/promises'
import { announce } from '../snapshots/keep-snapshots.ts'
import { bringIn } from './bring-in.ts'

export interface BundlePorts extends BringInPorts, RestorePorts {
  readonly imports: Pick<Imports, 'hand'>
  readonly saves: Pick<Saves, 'run'>
  readonly takes: Takes
  readonly luts: Pick<Luts, 'noteCame'>
  readonly conversations: Pick<Conversations, 'noteCame'>
}

/** Null when it was cancelled. */
async function importProject(ports: BundlePorts, ticket: ImportTicket): Promise<{ project: Project, brought: BroughtIn } | null> {
  const brought = await ports.imports.hand(ticket, async (path, name) => {
    const about = { name, totalBytes: (await stat(path)).size, isComingIn: true }
    return ports.saves.run(about, save => bringIn(ports, path, save))
  })
  return brought && { project: await tell(ports, brought), brought }
}

async function tell(ports: BundlePorts, { projectId, sequenceIds, takeIds, takesBack, rows, returnedIds }: BroughtIn): Promise<Project> {
  await ports.projects.noteTurned(projectId)
  await ports.takes.noteTurned([...takeIds, ...takesBack])
  // Takes that were here are in this project, too; those of other projects have their files again.
  await ports.takes.announceBin(projectId)
  await ports.takes.announceAssets(returnedIds)
  for (const { id } of rows.voices)
    await ports.voices.noteTurned(id as Parameters<Voices['noteTurned']>[0]) // ids that were checked
  await ports.luts.noteCame()
  await ports.conversations.noteCame(projectId)
  return announce(ports, projectId, { restored: sequenceIds, lineIds: [], pictureIds: [], words: [], shelved: [] })
}

export function bundleHandlers(ports: BundlePorts): Pick<StudioHandlers['projects'], 'import'> {
  return {
    async import({ ticket }) {
      const made = await importProject(ports, ticket)
      if (!made)
        return { imported: null }
      const { project, brought: { rows, knownTakes, takesBack, voicesBack } } = made
      const known = { knownTakes, takesBack: takesBack.length, voicesBack: voicesBack.length }
      return { imported: { project, takes: rows.takes.length, ...known } }
    },
  }
}
