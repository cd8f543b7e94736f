/**
 * Preview files and encoded segments in Settings: what they use is told, can be cleared, and has a limit.
 *
 * @module-tag wide
 */
import { createReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { useNotices } from '../../../src-renderer/actions/notices.ts'
import { useKeptFiles } from '../../../src-renderer/rooms/settings/safety/use-kept-files.ts'
import { makeFolder } from '../../kit/folder.ts'
import { openMediaKit } from '../../kit/media.ts'
import { openPage } from '../../kit/page-wire.ts'
import { openTestStudio } from '../../kit/studio.ts'

vi.mock('../../../src-renderer/wire/open-wire.ts', () => import('../../kit/page-wire.ts'))

const call = { signal: new AbortController().signal, origin: 'page' } as const

it('what is used is told as it changes, is cleared when asked, and has a limit that is kept', async () => {
  const kit = await openMediaKit()
  onTestFinished(() => kit.close())
  const studio = await openTestStudio()
  const page = openPage(studio)
  const panel = page.run(() => useKeptFiles('previewFiles'))
  await expect.poll(() => panel.now.value).toEqual({ sizeBytes: 0, count: 0 })

  const still = createReadStream(await kit.picture('still.png', { width: 2400, height: 60 }))
  const { take } = await studio.handlers.takes.import({ ticket: await studio.receiveFile('still.png', still, null), projectId: null }, call)
  await studio.handlers.renditions.want({ assetIds: [take.asset.id] }, call)
  await expect.poll(() => panel.now.value?.count).toBe(1)
  expect(panel.now.value?.sizeBytes).toBeGreaterThan(0)

  await panel.clear()
  await expect.poll(() => panel.now.value).toEqual({ sizeBytes: 0, count: 0 })
  expect(page.run(() => useNotices()).shown.map(notice => notice.tone)).toEqual(['good'])

  await panel.limitTo(5)
  expect((await studio.parts.settings.get()).previewGigabytes).toBe(5)
})

it('the same for encoded segments', async () => {
  const studio = await openTestStudio()
  const page = openPage(studio)
  const panel = page.run(() => useKeptFiles('segments'))
  const key = '0'.repeat(64)
  const file = join(await makeFolder(), 'segment.mp4')
  await writeFile(file, 'encoded')
  await studio.parts.segmentCache.keep(key, file)
  await expect.poll(() => panel.now.value).toEqual({ sizeBytes: 7, count: 1 })
  await panel.clear()
  await expect.poll(() => panel.now.value).toEqual({ sizeBytes: 0, count: 0 })
  await panel.limitTo(5)
  expect((await studio.parts.settings.get()).segmentGigabytes).toBe(5)
})
