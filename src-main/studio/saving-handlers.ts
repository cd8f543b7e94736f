/** The calls of saving: names for downloads, copies into folders, drags to other programs. */
import type { Parts } from './parts.ts'
import type { StudioHandlers } from './ports.ts'
import { join } from 'node:path'
import { Fault } from '#contract/faults.ts'
import { copiesForDrag, saveToFolder } from '../files/saved-folder.ts'
import { entriesOf } from '../files/saved-media.ts'
import { zipLength } from '../files/zip.ts'
import { freeBytes } from '../storage/disk.ts'

export function savingHandlers({ saving, ports, clock }: Parts): StudioHandlers['saving'] {
  return {
    async prepare(what) {
      const { ticket, name, files, missing } = await saving.prepare(what)
      const [first] = files
      return {
        ticket,
        name,
        mime: files.length === 1 && first ? first.mime : 'application/zip',
        sizeBytes: files.length === 1 && first ? first.sizeBytes : zipLength(entriesOf(files)),
        files: files.map(file => ({ name: file.name, sizeBytes: file.sizeBytes })),
        missing,
      }
    },
    async toFolder(what) {
      const files = await saving.prepare(what)
      const parent = ports.chooseFolder === null ? join(ports.deliveriesFolder, 'Saved') : await ports.chooseFolder()
      if (parent === null)
        return { saved: null }
      const folder = await saveToFolder(parent, files, freeBytes)
      return { saved: { folder, count: files.files.length } }
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
