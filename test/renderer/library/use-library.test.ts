/** What is selected in the Library, also before main has said which takes there are. */
import type { TakeId } from '#contract/words.ts'
import { expect, it, onTestFinished, vi } from 'vitest'
import { newId } from '../../../src-main/base/ids.ts'
import { sql } from '../../../src-main/storage/sql.ts'
import { useLibrary } from '../../../src-renderer/rooms/library/use-library.ts'
import { keptByBrowser } from '../../kit/local-storage.ts'
import { openPage } from '../../kit/page-wire.ts'
import { openTestStudio } from '../../kit/studio.ts'

vi.mock('../../../src-renderer/wire/open-wire.ts', () => import('../../kit/page-wire.ts'))

const takeCount = 400

/** The order of all takes is answered when the test says so. */
async function open() {
  vi.stubGlobal('sessionStorage', keptByBrowser())
  vi.stubGlobal('localStorage', keptByBrowser())
  onTestFinished(() => void vi.unstubAllGlobals())
  const studio = await openTestStudio()
  const { parts: { library, assets }, handlers, receiveFile } = studio
  const asset = await assets.adoptText('the same for all', { mime: 'text/plain', extension: 'txt' })
  const ids = Array.from({ length: takeCount }, () => newId<TakeId>())
  await library.transaction(async (tx) => {
    await assets.insert(tx, asset)
    await tx.run(sql`
      INSERT INTO takes (id, kind, medium, title, text, asset_id, taken_at)
      SELECT value, 'import', 'text', 'gull', 'gull', ${asset.id}, 1 FROM ${sql.each(ids)}`)
  })
  let answer = (): void => {}
  const held = new Promise<void>(resolve => answer = resolve)
  const page = openPage({
    receiveFile,
    handlers: {
      ...handlers,
      takes: {
        ...handlers.takes,
        order: async (input, context) => {
          await held
          return handlers.takes.order(input, context)
        },
      },
    },
  })
  const room = page.run(() => useLibrary())
  await expect.poll(() => room.list.isReady.value).toBe(true)
  expect(room.list.isWhole.value).toBe(false)
  return { room, answer }
}

const plain = { ctrlKey: false, metaKey: false, shiftKey: false }

it('all are selected as soon as it is known which these are, and never only the first ones', async () => {
  const { room, answer } = await open()
  room.selectAll()
  expect(room.selection.value.ids.size).toBe(0)
  answer()
  await expect.poll(() => room.selection.value.ids.size).toBe(takeCount)
})

it('who selects something else in the meantime has that', async () => {
  const { room, answer } = await open()
  const [first = 0] = room.list.order.value
  room.selectAll()
  room.select(first, plain)
  answer()
  await expect.poll(() => room.list.isWhole.value).toBe(true)
  expect([...room.selection.value.ids]).toEqual([first])
  room.selectAll()
  room.clear()
  expect(room.selection.value.ids.size).toBe(0)
})
