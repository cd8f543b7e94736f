/**
 * The shelf as a file: what was exported is read into its own places, and all of a long one is.
 *
 * @module-tag wide
 */
import type { NewShelfEntry } from '#contract/shelf.ts'
import type { ProjectId, ShelfEntryId } from '#contract/words.ts'
import { beforeEach, expect, it, vi } from 'vitest'
import { newId } from '../../../../src-main/base/ids.ts'
import { useNotices } from '../../../../src-renderer/actions/notices.ts'
import { useShelfActs } from '../../../../src-renderer/parts/shelf/use-shelf-acts.ts'
import { useShelf } from '../../../../src-renderer/stores/shelf.ts'
import { textsOf } from '../../../../src-renderer/texts/texts.ts'
import { openPage } from '../../../kit/page-wire.ts'
import { openTestStudio } from '../../../kit/studio.ts'

vi.mock('../../../../src-renderer/wire/open-wire.ts', () => import('../../../kit/page-wire.ts'))
const saved: string[] = []
vi.mock('../../../../src-renderer/parts/files/save-text.ts', () => ({ saveText: (text: string) => saved.push(text) }))

async function openRoom() {
  const studio = await openTestStudio()
  const { shelf, projects } = studio.parts
  const { id: projectId } = await projects.create('The boat')
  const shelve = (name: string, text: string, of: ProjectId | null) =>
    shelf.write([{ entry: { id: newId<ShelfEntryId>(), projectId: of, kind: 'look', name, text, words: [], takeIds: [] } }], [])
  await shelve('noir', 'of the studio', null)
  await shelve('ink', 'of the project', projectId)
  const page = openPage(studio)
  const shown = useShelf()
  await expect.poll(() => shown.entriesOf(projectId)).toHaveLength(2)
  const stored = async () => (await shelf.entriesOf(projectId))
    .map(({ name, text, projectId: of }: NewShelfEntry) => `${of === null ? 'studio' : 'project'} ${name}: ${text}`)
    .toSorted()
  return { acts: page.run(() => useShelfActs(() => projectId)), shown, stored, projectId, shelf }
}

let room: Awaited<ReturnType<typeof openRoom>>
beforeEach(async () => room = await openRoom())

const file = (text: string) => new File([text], 'shelf.csv')
const ownPlaces = ['project ink: of the project', 'studio noir: of the studio']

it('its own export is read into the places that it is of', async () => {
  const { acts, shown, stored, projectId } = room
  acts.export(shown.entriesOf(projectId))
  await acts.import(file(saved.at(-1)!))
  expect(await stored()).toEqual(ownPlaces)
})

it('without places, a name that only the studio has is written over there', async () => {
  const { acts, stored } = room
  await acts.import(file('kind,name,text\nlook,noir,new\nlook,ink,newer\nlook,dusk,newest\n'))
  expect(await stored()).toEqual(['project dusk: newest', 'project ink: newer', 'studio noir: new'])
})

it('more rows than one call may write are all read', async () => {
  const { acts, projectId, shelf } = room
  const rows = Array.from({ length: 1100 }, (_, at) => `look,n${at},t`)
  await acts.import(file(`kind,name,text\n${rows.join('\n')}\n`))
  expect(await shelf.entriesOf(projectId)).toHaveLength(1102)
})

it('of two entries of one name in a file, both come in, and the new name of one is told', async () => {
  const { acts, stored } = room
  await acts.import(file('kind,name,text\nlook,dusk,one\nlook,dusk-2,own\nlook,Dusk,two\nlook,dusk,one\n'))
  expect(await stored()).toEqual([...ownPlaces, 'project Dusk-3: two', 'project dusk-2: own', 'project dusk: one'].toSorted())
  expect(useNotices().shown.map(({ text }) => text(textsOf.en))).toContain(textsOf.en.shelf.renamed(['Dusk-3']))
})
