/** The size of a project on the disk: each file once, and those of other projects apart. */
import type { ProjectSize } from '#contract/projects.ts'
import type { ProjectId } from '#contract/words.ts'
import { expect, it } from 'vitest'
import { createProjectSizes } from '../../../src-main/library/project-sizes.ts'
import { openTestLibrary, plainAsset, spokenTake } from '../../kit/library.ts'

async function open() {
  const library = await openTestLibrary()
  let awake = 0
  const sizes = createProjectSizes({ db: library.db, clock: { awake: () => awake } })
  const file = async (content: string, projectId: ProjectId | null) =>
    library.takes.file(spokenTake(content, { projectId }), await plainAsset(library, content))
  const { create } = library.projects
  const [film, book, empty] = [await create('Film'), await create('Book'), await create('Empty')]
  const now = async (): Promise<Record<string, Pick<ProjectSize, 'ownBytes' | 'sharedBytes'>>> => {
    awake += 60_000
    const names = new Map([[film.id, 'film'], [book.id, 'book'], [empty.id, 'empty']])
    return Object.fromEntries((await sizes.all()).map(({ projectId, ...size }) => [names.get(projectId) ?? '', size]))
  }
  return { ...library, sizes, file, film, book, now }
}

it('a file of several takes counts once, and one of two projects is shared by both', async () => {
  const { file, film, book, takes, now } = await open()
  expect(await now()).toEqual({})
  await file('twelve bytes', film.id)
  await file('twelve bytes', film.id)
  const shared = await file('four', film.id)
  await file('of no project', null)
  expect(await now()).toEqual({ film: { ownBytes: 16, sharedBytes: 0 } })
  await takes.addToProject(book.id, [shared.id])
  await file('own', book.id)
  expect(await now()).toEqual({ film: { ownBytes: 12, sharedBytes: 4 }, book: { ownBytes: 3, sharedBytes: 4 } })
  await takes.removeFromProject(book.id, [shared.id])
  expect(await now()).toEqual({ film: { ownBytes: 16, sharedBytes: 0 }, book: { ownBytes: 3, sharedBytes: 0 } })
})

it('what is in the trash still needs the disk, and a missing file does not', async () => {
  const { file, film, assets, takes, now } = await open()
  const [thrown, gone] = [await file('twelve bytes', film.id), await file('four', film.id)]
  await takes.trash([thrown.id])
  await assets.markMissing(gone.asset.id, true)
  expect(await now()).toEqual({ film: { ownBytes: 12, sharedBytes: 0 } })
})

it('is counted once for all who ask at the same time, and soon after', async () => {
  const { sizes, file, film } = await open()
  const first = sizes.all()
  expect(sizes.all()).toBe(first)
  await first
  await file('four', film.id)
  expect(await sizes.all()).toEqual([])
})
