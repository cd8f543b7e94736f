/** Creates what brings files in and out: imports, recordings, frames, clips of voices, saving, backups, trash, earlier versions. */
import type { BaseParts } from './base-parts.ts'
import type { LibraryParts } from './library-parts.ts'
import type { QueueParts } from './queue-parts.ts'
import { join } from 'node:path'
import { createBackups } from '../backup/backups.ts'
import { bundleFiles } from '../bundle/write-bundle.ts'
import { editListFiles } from '../deliver/edit-lists.ts'
import { createFrames } from '../files/frames.ts'
import { openImports } from '../files/imports.ts'
import { createOpenedFiles } from '../files/opened-files.ts'
import { openRecordings } from '../files/recordings.ts'
import { createRelinks } from '../files/relinks.ts'
import { createSaving } from '../files/saving.ts'
import { createVoiceClips } from '../files/voice-clips.ts'
import { createDoubtedFiles } from '../library/doubted-files.ts'
import { createMeasureAgain } from '../library/measure-again.ts'
import { idsOfNumbers, weightOfTakes } from '../library/selected-takes.ts'
import { createSnapshots } from '../snapshots/snapshots.ts'
import { createTrash } from '../trash/trash.ts'

/** What `createFileParts` creates. */
export type FileParts = Awaited<ReturnType<typeof createFileParts>>

export async function createFileParts(needs: BaseParts & LibraryParts & QueueParts) {
  const { ports, library, sequences, played, script, tones, takes, assets, needFfmpeg, scope } = needs
  const at = (name: string): string => join(ports.folder, name)
  const incomingFolder = at('incoming')
  const imports = await openImports({ ...needs, folder: incomingFolder })
  const recordings = await openRecordings({ ...needs, folder: at('recordings'), mayFile: () => library.damage() === null })
  scope.add(recordings.stop)
  const relinks = createRelinks({ ...needs, folder: ports.folder, incomingFolder, signal: scope.signal, join: scope.join })
  scope.add(relinks.stop)
  const saving = createSaving({
    ...needs,
    sequence: sequences.stored,
    idsOf: numbers => idsOfNumbers(library, numbers),
    weightOf: runs => weightOfTakes(library, runs),
    bundle: projectId => bundleFiles({ library, assets }, projectId),
    editList: wish => editListFiles(wish, {
      ...{ sequences: { get: played }, storedSequence: sequences.get, script, tones, takes, assets, needFfmpeg },
      cacheFolder: ports.cacheFolder,
    }),
  })
  const backups = createBackups({
    ...needs,
    folder: ports.folder,
    backupsFolder: join(ports.deliveriesFolder, 'Backups'),
    ledger: needs.ledgerDb,
    madeBy: ports.version,
  })
  scope.add(backups.stop)
  return {
    imports,
    incomingFolder,
    recordings,
    relinks,
    saving,
    backups,
    opened: createOpenedFiles(),
    frames: createFrames({ ...needs, workFolder: at('work') }),
    voiceClips: createVoiceClips({ ...needs, workFolder: at('work') }),
    doubtedFiles: createDoubtedFiles(needs),
    measuring: createMeasureAgain({ ...needs, isWorking: needs.engine.isWorking }),
    trash: createTrash(needs),
    snapshots: createSnapshots({ db: library, clock: needs.clock }),
  }
}
