/** What is gathered for a bundle is one moment of the project. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { gatherProject } from '../../../src-main/bundle/gather.ts'
import { wholeProject } from '../../kit/bundles.ts'
import { openMediaKit } from '../../kit/media.ts'
import { openTestStudio } from '../../kit/studio.ts'

let media: Awaited<ReturnType<typeof openMediaKit>>
beforeAll(async () => {
  media = await openMediaKit()
})
afterAll(() => media.close())

it('reads every row in one transaction, so that no change comes between two reads', async () => {
  const studio = await openTestStudio()
  const { projectId, line, sound } = await wholeProject(studio, media)
  const { library, assets, script } = studio.parts
  const readAlone = (): never => {
    throw new Error('read outside the transaction')
  }
  const gathering = gatherProject({ library: { ...library, all: readAlone, get: readAlone }, assets }, projectId)
  // Asked for at the same time, it comes before all of it or after.
  const [{ document, files }] = await Promise.all([gathering, script.edit(line.id, { text: 'Changed meanwhile.' })])
  const takeIds = document.rows.takes?.map(row => row.id)
  expect(document.version.lines.find(({ id }) => id === line.id)?.chosenTakeId).toBe(sound.id)
  expect(takeIds).toContain(sound.id)
  expect(files.map(({ id }) => id)).toContain(sound.asset.id)
})
