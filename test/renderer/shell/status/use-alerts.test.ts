/** What the status strip warns of: each as long as it is so, the most important first. */
import type { RecoveredRecording } from '#contract/recordings.ts'
import type { LedgerRecovery, StudioStatus } from '#contract/studio.ts'
import type { RecordingId, TakeId } from '#contract/words.ts'
import { expect, it, vi } from 'vitest'
import { createFeed } from '../../../../src-main/base/feed.ts'
import { newId } from '../../../../src-main/base/ids.ts'
import { useAlerts } from '../../../../src-renderer/shell/status/use-alerts.ts'
import { en } from '../../../../src-renderer/texts/en/index.ts'
import { status } from '../../../kit/fake-studio.ts'
import { openPage } from '../../../kit/page-wire.ts'
import { openTestStudio } from '../../../kit/studio.ts'

vi.mock('../../../../src-renderer/wire/open-wire.ts', () => import('../../../kit/page-wire.ts'))

const well: StudioStatus = { ...status, ffmpeg: { path: '/usr/bin/ffmpeg', version: '7.1' } }
const recovery: LedgerRecovery = {
  ...{ at: 0, trouble: 'damaged', said: 'malformed', kept: null, isReadable: true },
  ...{ jobs: 3, holes: 1, lost: 0, lostAccounts: 0, held: 0, unsure: 0, followed: 0 },
}

/** A page on a studio whose state and whose recordings the test tells. */
async function open() {
  const [states, recordings] = [createFeed<StudioStatus>(), createFeed<{ recovered: RecoveredRecording[] }>()]
  let now = well
  let found: RecoveredRecording[] = []
  const { handlers, receiveFile } = await openTestStudio()
  const page = openPage({
    receiveFile,
    handlers: {
      ...handlers,
      studio: { ...handlers.studio, changes: (_, { signal }) => states.subscribe(() => now, signal) },
      recordings: { ...handlers.recordings, changes: (_, { signal }) => recordings.subscribe(() => ({ recovered: found }), signal) },
    },
  })
  const alerts = page.run(() => useAlerts())
  return {
    page,
    ids: () => alerts.value.map(({ id }) => id),
    labels: () => alerts.value.map(({ label }) => label),
    tones: () => alerts.value.map(({ tone }) => tone),
    turns(change: Partial<StudioStatus>): void {
      now = { ...well, ...change }
      states.publish(now)
    },
    recovers(recovered: RecoveredRecording[]): void {
      found = recovered
      recordings.publish({ recovered })
    },
  }
}

it('a full disk, damage and a missing ffmpeg, until each is mended', async () => {
  const { turns, ids, labels, tones } = await open()
  turns({ ffmpeg: null })
  await expect.poll(ids).toEqual(['ffmpeg'])
  const libraryDamage = { trouble: 'damaged', said: 'malformed', takes: 3 } as const
  turns({ disk: 'full', libraryDamage, ledgerDamage: 'malformed', ledgerRecovery: recovery, ffmpeg: null })
  await expect.poll(ids).toEqual(['disk', 'ledger', 'library', 'recovery', 'ffmpeg'])
  const words = en.shell.strip.alerts
  expect(labels()).toEqual([words.disk, words.ledger, words.library, words.recovery, words.ffmpeg])
  expect(tones()).toEqual(['bad', 'bad', 'bad', 'warn', 'warn'])
  turns({ ledgerRecovery: recovery })
  await expect.poll(ids).toEqual(['recovery'])
  turns({})
  await expect.poll(ids).toEqual([])
})

it('a lost connection, and of the disk nothing, as nobody knows it then', async () => {
  const { page, turns, ids } = await open()
  turns({ disk: 'read-only' })
  await expect.poll(ids).toEqual(['disk'])
  page.cut()
  await expect.poll(ids).toEqual(['lost'])
  page.restore()
  await expect.poll(ids).toEqual(['disk'])
})

it('recordings that nobody ended, which are takes now', async () => {
  const { recovers, ids, tones } = await open()
  recovers([{ recordingId: newId<RecordingId>(), takeId: newId<TakeId>(), name: 'Line 1', durationSeconds: 3, because: 'closed' }])
  await expect.poll(ids).toEqual(['recordings'])
  expect(tones()).toEqual(['ask'])
  recovers([])
  await expect.poll(ids).toEqual([])
})
