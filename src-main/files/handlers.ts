/** The calls of files on their way in and out: recordings, imports, frames, saving, files opened from outside. */
import type { StudioHandlers } from '../base/calls.ts'
import type { Clock } from '../base/clock.ts'
import type { HostFolders } from '../base/host-folders.ts'
import type { Assets } from '../library/assets.ts'
import type { Luts } from '../library/luts.ts'
import type { Library } from '../library/open-library.ts'
import type { Takes } from '../library/takes.ts'
import type { AttachPorts } from './attach.ts'
import type { FileFactPorts } from './file-facts.ts'
import type { Frames } from './frames.ts'
import type { Imports } from './imports.ts'
import type { OpenedFiles } from './opened-files.ts'
import type { Recordings } from './recordings.ts'
import type { Relinks } from './relinks.ts'
import type { Saves } from './saves.ts'
import type { Saving } from './saving.ts'
import { Buffer } from 'node:buffer'
import { basename, join } from 'node:path'
import { Fault } from '#contract/faults.ts'
import { newId } from '../base/ids.ts'
import { isOfStudio } from '../base/of-studio.ts'
import { freeBytes } from '../storage/disk.ts'
import { attach } from './attach.ts'
import { factsOfFile } from './file-facts.ts'
import { settingsOfFile, withOwnFiles } from './file-settings.ts'
import { saveToFile } from './saved-file.ts'
import { copiesForDrag, savePartsToFolder, saveToFolder } from './saved-folder.ts'
import { lengthOf, mimeOfSaved } from './saved-media.ts'

export interface RecordingPorts {
  readonly recordings: Recordings
}

export function recordingHandlers({ recordings }: RecordingPorts): StudioHandlers['recordings'] {
  return {
    changes: (_, { signal }) => recordings.changes(signal),
    begin: async input => ({ recordingId: await recordings.begin(input) }),
    async append({ recordingId, at, base64 }) {
      await recordings.append(recordingId, at, Buffer.from(base64, 'base64'))
      return {}
    },
    finish: ({ recordingId, slices }) => recordings.finish(recordingId, slices),
    async leave({ recordingId }) {
      await recordings.leave(recordingId)
      return {}
    },
    async dismiss({ recordingId }) {
      await recordings.dismiss(recordingId)
      return {}
    },
  }
}

/** What a host can do with files on the user's machine. */
export interface FileDialogs {
  /** Shows a file in the system's file manager; null where there is none. */
  readonly reveal: ((path: string) => Promise<void>) | null
  /** Asks the user for a folder, and returns its absolute path; null when it is cancelled. Null where there is no such dialog. */
  readonly chooseFolder: (() => Promise<string | null>) | null
  /**
   * Asks the user where to save a file under this or another name, and returns its absolute path. The user has agreed to replace a file
   * that is there. Null when it is cancelled. Null where there is no such dialog: a browser saves files itself.
   */
  readonly chooseFile: ((name: string) => Promise<string | null>) | null
  /** Starts dragging these files (absolute paths) out of the window; null where that cannot be done. */
  readonly startDrag: ((paths: readonly string[]) => void) | null
}

export interface SavingPorts {
  readonly saving: Saving
  readonly saves: Saves
  readonly clock: Clock
  readonly ports: FileDialogs & HostFolders
}

export function savingHandlers({ saving, saves, ports, clock }: SavingPorts): StudioHandlers['saving'] {
  async function folderToSaveIn(): Promise<string | null> {
    if (ports.chooseFolder === null)
      return join(ports.deliveriesFolder, 'Saved')
    const parent = await ports.chooseFolder()
    // What is made is a folder in it: that may be in the deliveries folder.
    if (parent !== null && await isOfStudio(join(parent, newId()), ports))
      throw new Fault('save-refused', { path: parent })
    return parent
  }

  return {
    changes: (_, { signal }) => saves.changes(signal),
    async prepare(what) {
      const prepared = await saving.prepare(what)
      const { ticket, name, files, missing } = prepared
      return {
        ticket,
        name,
        mime: mimeOfSaved(prepared),
        sizeBytes: lengthOf(prepared),
        files: files.map(file => ({ name: file.name, sizeBytes: file.sizeBytes })),
        missing,
      }
    },
    async toFolder(what) {
      const files = await saving.prepare(what)
      const parent = await folderToSaveIn()
      if (parent === null)
        return { saved: null }
      const totalBytes = files.files.reduce((sum, file) => sum + file.sizeBytes, 0)
      const folder = await saves.run({ name: basename(parent), totalBytes }, save => saveToFolder(parent, files, { save, freeBytes }))
      return { saved: folder === null ? null : { folder, count: files.files.length } }
    },
    async manyToFolder(what) {
      const parent = await folderToSaveIn()
      if (parent === null)
        return { saved: null }
      const files = await saving.many(what)
      const about = { name: basename(parent), totalBytes: files.neededBytes }
      const folder = await saves.run(about, save => savePartsToFolder(parent, files, { save, freeBytes }))
      return { saved: folder === null ? null : { folder, ...files.done } }
    },
    async toFile(what) {
      if (ports.chooseFile === null)
        throw new Fault('not-in-this-host', { what: '' })
      const files = await saving.prepare(what)
      const path = await ports.chooseFile(files.name)
      if (path !== null && await isOfStudio(path, ports))
        throw new Fault('save-refused', { path })
      const saved = path === null
        ? null
        : await saves.run({ name: basename(path), totalBytes: lengthOf(files) }, async (save) => {
            await saveToFile(path, files, { save, freeBytes })
            return { path }
          })
      return { saved, missing: files.missing }
    },
    async cancel({ saveId }) {
      saves.cancel(saveId)
      return {}
    },
    async drag(what) {
      if (ports.startDrag === null)
        throw new Fault('not-in-this-host', { what: '' })
      const { files } = await saving.prepare(what)
      ports.startDrag(await copiesForDrag(join(ports.cacheFolder, 'dragged'), files, clock.now()))
      return {}
    },
    async reveal({ item }) {
      const path = await saving.pathOf(item)
      if (ports.reveal === null)
        throw new Fault('not-in-this-host', { what: path })
      await ports.reveal(path)
      return {}
    },
  }
}

export interface OpenedPorts {
  readonly opened: OpenedFiles
}

export function openedHandlers({ opened }: OpenedPorts): StudioHandlers['opened'] {
  return {
    changes: (_, { signal }) => opened.changes(signal),
    take: () => opened.take(),
  }
}

export interface TakeFilePorts extends FileFactPorts {
  readonly frames: Frames
  readonly imports: Imports
  readonly takes: Pick<Takes, 'get' | 'withAsset' | 'othersOfContent'>
  readonly assets: Pick<Assets, 'pathOf'>
}

type TakeFileCalls = Pick<StudioHandlers['takes'], 'probe' | 'frame' | 'locate' | 'import' | 'settingsInFile'>

export function takeFileHandlers(ports: TakeFilePorts): TakeFileCalls {
  const { frames, imports, takes, assets } = ports
  return {
    probe: async ({ takeId }) => ({ facts: await factsOfFile(ports, takeId) }),
    async settingsInFile({ takeId }) {
      const { asset } = await takes.get(takeId)
      const settings = await settingsOfFile(assets.pathOf(asset), asset.mime)
      return settings === null ? { settings, sourceTakeIds: [] } : withOwnFiles(settings, takes)
    },
    frame: async ({ takeId, atSeconds, projectId }, { signal }) => ({ take: await frames.take(takeId, atSeconds, projectId, signal) }),
    locate: async ({ ticket, takeId, projectId }) => ({ take: await imports.locate(ticket, takeId, projectId) }),
    async import({ ticket, projectId, moving }) {
      const take = await imports.file(ticket, projectId, moving)
      const [same] = await takes.othersOfContent(take.id)
      return { take, sameAsId: same?.takeId ?? null }
    },
  }
}

export interface LutFilePorts {
  readonly imports: Pick<Imports, 'hand'>
  readonly luts: Pick<Luts, 'add'>
}

export function lutFileHandlers({ imports, luts }: LutFilePorts): Pick<StudioHandlers['luts'], 'import'> {
  return { import: async ({ ticket }) => ({ lut: await imports.hand(ticket, luts.add) }) }
}

export function attachHandlers(ports: AttachPorts): Pick<StudioHandlers['jobs'], 'attach'> {
  return { attach: input => attach(ports, input) }
}

export interface RelinkHandlerPorts {
  readonly relinks: Relinks
  readonly library: Pick<Library, 'damage'>
  readonly ports: Pick<FileDialogs, 'chooseFolder'>
}

export function relinkHandlers({ relinks, library, ports }: RelinkHandlerPorts): StudioHandlers['relinks'] {
  return {
    changes: (_, { signal }) => relinks.changes(signal),
    missing: async () => ({ count: await relinks.missing() }),
    async find({ in: wanted }) {
      // Where there is a dialog, the page cannot name a path itself.
      if ((wanted.is === 'ask') !== (ports.chooseFolder !== null))
        throw new Fault('not-in-this-host', { what: '' })
      const damage = library.damage()
      if (damage)
        throw new Fault('library-read-only', { trouble: damage.trouble })
      const folder = wanted.is === 'path' ? wanted.path : await ports.chooseFolder?.() ?? null
      if (folder !== null)
        await relinks.find(folder)
      return { isStarted: folder !== null }
    },
    async stop() {
      await relinks.stop()
      return {}
    },
  }
}
