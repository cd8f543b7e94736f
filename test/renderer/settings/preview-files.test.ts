/** Preview files in Settings: what they use is told, can be cleared, and has a limit. */
import { createReadStream } from 'node:fs'
import { expect, it, onTestFinished, vi } from 'vitest'
import { useNotices } from '../../../src-renderer/actions/notices.ts'
import { usePreviewFiles } from '../../../src-renderer/rooms/settings/safety/use-preview-files.ts'
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
  const panel = page.run(() => usePreviewFiles())
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
