/** The calls of saving: names for downloads, copies into folders, drags to other programs. */
import type { Parts } from './parts.ts'
import type { StudioHandlers } from './ports.ts'
import { basename, join } from 'node:path'
import { Fault } from '#contract/faults.ts'
import { saveToFile } from '../files/saved-file.ts'
import { copiesForDrag, saveToFolder } from '../files/saved-folder.ts'
import { lengthOf } from '../files/saved-media.ts'
import { freeBytes } from '../storage/disk.ts'

export function savingHandlers({ saving, saves, ports, clock }: Parts): StudioHandlers['saving'] {
  return {
    changes: (_, { signal }) => saves.changes(signal),
    async prepare(what) {
      const { ticket, name, files, missing } = await saving.prepare(what)
      const [first] = files
      return {
        ticket,
        name,
        mime: files.length === 1 && first ? first.mime : 'application/zip',
        sizeBytes: lengthOf({ name, files }),
        files: files.map(file => ({ name: file.name, sizeBytes: file.sizeBytes })),
        missing,
      }
    },
    async toFolder(what) {
      const files = await saving.prepare(what)
      const parent = ports.chooseFolder === null ? join(ports.deliveriesFolder, 'Saved') : await ports.chooseFolder()
      if (parent === null)
        return { saved: null }
      const totalBytes = files.files.reduce((sum, file) => sum + file.sizeBytes, 0)
      const folder = await saves.run({ name: basename(parent), totalBytes }, save => saveToFolder(parent, files, { save, freeBytes }))
      return { saved: folder === null ? null : { folder, count: files.files.length } }
    },
    async toFile(what) {
      if (ports.chooseFile === null)
        throw new Fault('not-in-this-host', { what: '' })
      const files = await saving.prepare(what)
      const path = await ports.chooseFile(files.name)
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
