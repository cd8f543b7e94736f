/** Automatic backups that fail are told once for each series of failures, with the way to their settings. */
import type { StudioStatus } from '#contract/studio.ts'
import { expect, it, vi } from 'vitest'
import { nextTick } from 'vue'
import { createFeed } from '../../../src-main/base/feed.ts'
import { useNotices } from '../../../src-renderer/actions/notices.ts'
import { useBackupNotice } from '../../../src-renderer/shell/use-backup-notice.ts'
import { useStatus } from '../../../src-renderer/stores/status.ts'
import { en } from '../../../src-renderer/texts/en/index.ts'
import { createFakeStudio, status } from '../../kit/fake-studio.ts'
import { openPage } from '../../kit/page-wire.ts'

vi.mock('../../../src-renderer/wire/open-wire.ts', () => import('../../kit/page-wire.ts'))

const failing = (since: number): StudioStatus => ({ ...status, backupFailure: { at: since, since, said: 'disk-filled', reference: 'abc' } })

async function open(first: StudioStatus) {
  const fake = createFakeStudio()
  const states = createFeed<StudioStatus>()
  fake.answers.set('studio.changes', (_, signal) => states.subscribe(() => first, signal))
  const page = openPage(fake)
  page.rooms.addRoute({ path: '/settings/safety', name: 'settings-safety', component: {} })
  const store = page.run(() => useStatus())
  page.run(() => useBackupNotice())
  await expect.poll(() => store.now).not.toBeNull()
  await nextTick()
  return {
    page,
    notices: useNotices(),
    async become(next: StudioStatus) {
      states.publish(next)
      await expect.poll(() => store.now).toEqual(next)
      await nextTick()
    },
  }
}

it('is told when the page opens, and leads to the settings', async () => {
  const { notices, page } = await open(failing(1))
  const shown = notices.shown.map(({ tone, text }) => ({ tone, text: text(en) }))
  expect(shown).toEqual([{ tone: 'bad', text: en.safety.backup.schedule.notice }])
  await notices.shown[0]?.act?.run()
  await expect.poll(() => page.rooms.currentRoute.value.fullPath).toBe('/settings/safety?at=backup')
})

it('is told again only after one that succeeded', async () => {
  const { notices, become } = await open(status)
  expect(notices.shown).toEqual([])
  await become(failing(1))
  expect(notices.shown).toHaveLength(1)
  await become({ ...failing(1), freeBytes: 2 })
  expect(notices.shown).toHaveLength(1)
  await become(status)
  await become(failing(2))
  expect(notices.shown).toHaveLength(2)
})
