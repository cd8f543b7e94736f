/** A studio whose disk is full when it is opened: it opens on what was reserved, and shows everything. */
import { appendFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { call } from '../../kit/paid-inputs.ts'
import { mountSmallDisk } from '../../kit/small-disk.ts'
import { openTestStudio } from '../../kit/studio.ts'

const mebibyte = 2 ** 20
const disk = mountSmallDisk(96 * mebibyte)

it(disk
  ? 'a disk that is full at the start: the studio opens, shows what there is, and writes again when there is room'
  : 'not proven here, since mounting a small disk is not permitted: a disk that is full at the start', async () => {
  if (!disk)
    return
  onTestFinished(() => disk.remove())
  const folder = join(disk.folder, 'studio')
  const before = await openTestStudio({ folder })
  const { id } = await before.parts.projects.create('The boat')
  await before.close()
  const filler = join(disk.folder, 'filler')
  for (let size = mebibyte; size >= 512; size /= 2) {
    try {
      for (;;)
        appendFileSync(filler, Buffer.alloc(size))
    }
    catch {
      // Full to the last piece of this size.
    }
  }
  const studio = await openTestStudio({ folder })
  expect(await studio.parts.projects.get(id)).toMatchObject({ name: 'The boat' })
  rmSync(filler)
  const { project } = await studio.handlers.projects.rename({ projectId: id, name: 'The ship' }, call)
  expect(project.name).toBe('The ship')
})
