/**
 * How a page learns what a search for missing files has found: in the dialog, or by a notice when that is closed.
 *
 * @module-tag wide
 */
import { copyFile, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, it, vi } from 'vitest'
import { useNotices } from '../../../../src-renderer/actions/notices.ts'
import { useRelinking } from '../../../../src-renderer/parts/relink/use-relinking.ts'
import { en } from '../../../../src-renderer/texts/en/index.ts'
import { makeFolder } from '../../../kit/folder.ts'
import { openPage } from '../../../kit/page-wire.ts'
import { blankPng } from '../../../kit/small-media.ts'
import { openTestStudio } from '../../../kit/studio.ts'

vi.mock('../../../../src-renderer/wire/open-wire.ts', () => import('../../../kit/page-wire.ts'))

const call = { signal: new AbortController().signal, origin: 'page' } as const

/** Two images whose files are gone, and a folder with a copy of each. */
async function openLost() {
  const studio = await openTestStudio()
  const { assets } = studio.parts
  const disk = await makeFolder()
  for (const name of ['one.png', 'two.png']) {
    const ticket = await studio.receiveFile(name, Readable.from([blankPng()]), null)
    const { take } = await studio.handlers.takes.import({ ticket, projectId: null }, call)
    await mkdir(join(disk, name))
    await copyFile(assets.pathOf(take.asset), join(disk, name, 'copy'))
    await rm(assets.pathOf(take.asset))
    await assets.markMissing(take.asset.id, true)
  }
  const page = openPage(studio)
  return { disk, relinking: page.run(() => useRelinking()), notices: page.run(() => useNotices()) }
}
type Lost = Awaited<ReturnType<typeof openLost>>
const said = ({ notices }: Pick<Lost, 'notices'>) => notices.shown.map(notice => notice.text(en))

it('in the dialog, which tells how many files are missing first', async () => {
  const { disk, relinking, notices } = await openLost()
  relinking.open()
  await expect.poll(() => relinking.missing).toBe(2)
  await relinking.find({ is: 'path', path: join(disk, 'none') })
  expect(relinking.fault).toMatchObject({ code: 'relink-refused', data: { because: 'not-there' } })
  await relinking.find({ is: 'path', path: join(disk, 'one.png') })
  expect(relinking.fault).toBeNull()
  await expect.poll(() => relinking.report).toMatchObject({ found: { names: ['one.png'] }, notFound: { names: ['two.png'] } })
  relinking.choose()
  expect(relinking.report).toBeNull()
  await expect.poll(() => relinking.missing).toBe(1)
  // The same result again is another report.
  await relinking.find({ is: 'path', path: join(disk, 'one.png') })
  await expect.poll(() => relinking.report).toMatchObject({ found: { count: 0 }, notFound: { count: 1 } })
  expect(said({ notices })).toEqual([])
})

it('by a notice when the dialog is closed, which shows the report', async () => {
  const { disk, relinking, notices } = await openLost()
  await relinking.find({ is: 'path', path: disk })
  await expect.poll(() => said({ notices })).toEqual(['2 found, 0 not found.'])
  await notices.shown[0]?.act?.run()
  expect(relinking.isOpen).toBe(true)
  expect(relinking.report).toMatchObject({ found: { count: 2 } })
  // Its feed was left meanwhile: the report before is not taken for the next one.
  relinking.close()
  await relinking.find({ is: 'path', path: disk })
  await expect.poll(() => said({ notices })).toEqual(['2 found, 0 not found.', 'No file was missing.'])
})

it('and is offered to look for the others after one file', async () => {
  const { relinking, notices } = await openLost()
  await relinking.offerOthers('sea.png')
  expect(said({ notices })).toEqual(['“sea.png” relinked. 2 other files are missing.'])
  await notices.shown[0]?.act?.run()
  expect(relinking.isOpen).toBe(true)
})
