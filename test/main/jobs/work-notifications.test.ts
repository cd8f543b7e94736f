/**
 * Notifications about work: one for a batch, one for a job that needs the user, and the machine stays awake in the meantime.
 *
 * @module-tag wide
 */
import type { WorkNotification } from '#contract/jobs.ts'
import type { OpenStudio } from '../../../src-main/studio/open-studio.ts'
import type { WorkProgress } from '../../../src-main/studio/ports.ts'
import { expect, it, vi } from 'vitest'
import { connect, ended, openTestPractice, openTestStudio, speak } from '../../kit/studio.ts'

const call = { signal: new AbortController().signal, origin: 'page' as const }

async function open() {
  const told: WorkNotification[] = []
  const progress: (WorkProgress | null)[] = []
  const awake: boolean[] = []
  let wake = (): void => {}
  const practice = await openTestPractice()
  const studio = await openTestStudio({ ports: {
    tell(notifications) {
      told.push(notifications)
      wake()
    },
    showProgress: each => void progress.push(each),
    stayAwake: isNeeded => void awake.push(isNeeded),
  } })
  const accountId = await connect(studio, practice)
  return { practice, studio, accountId, told, progress, awake, news: () => new Promise<void>(resolve => wake = resolve) }
}

it('a batch is one notification, sent when all of it has ended, and keeps the machine awake in the meantime', async () => {
  const { practice, studio, accountId, told, progress, awake, news } = await open()
  await studio.handlers.jobs.pauseAll({ isPaused: true }, call)
  const ids = [await speak(studio, accountId, 'One.'), await speak(studio, accountId, 'Two.'), await speak(studio, accountId, 'Three.')]
  practice.faults.set({ do: 'refuse', status: 400, times: 1 })
  const heard = news()
  await studio.handlers.jobs.pauseAll({ isPaused: false }, call)
  for (const id of ids)
    await ended(studio, id)
  await heard
  expect(told).toMatchObject([{ about: 'ended', count: 3, failed: 1 }])
  expect(progress.at(-1)).toBeNull()
  expect(progress.filter(each => each !== null).every(({ share }) => share >= 0 && share <= 1)).toBe(true)
  expect(awake[0]).toBe(true)
  expect(awake.at(-1)).toBe(false)
  expect(awake.every((each, index) => index === 0 || each !== awake[index - 1]), 'reported only when it changes').toBe(true)
})

it('a job that needs the user is notified at once, in the feed too, and not again', async () => {
  const { practice, studio, accountId, told, news } = await open()
  const feed = studio.handlers.jobs.notifications({}, call)[Symbol.asyncIterator]()
  expect((await feed.next()).value).toEqual({ notifications: null })
  practice.faults.set({ do: 'reset', at: 'accepted' })
  const heard = news()
  await ended(studio, await speak(studio, accountId, 'Did it arrive?'))
  await heard
  expect(told).toEqual([{ about: 'needs-you', count: 1, failed: 0, title: 'Did it arrive?' }])
  expect((await feed.next()).value).toEqual({ notifications: told[0] })
})

/** Resolves when the collected notifications are about to be sent or dropped: only then is the setting read. */
function whenSettingIsRead({ parts: { settings } }: OpenStudio): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const { get } = settings
  const spy = vi.spyOn(settings, 'get').mockImplementation(async () => {
    const { notifies, ...others } = await get()
    return Object.defineProperty({ ...others, notifies }, 'notifies', { get() {
      spy.mockRestore()
      resolve()
      return notifies
    } })
  })
  return promise
}

it('nothing is notified if the user turned that off', async () => {
  const { practice, studio, accountId, told, news } = await open()
  await studio.parts.settings.change({ notifies: false })
  const dropped = whenSettingIsRead(studio)
  await ended(studio, await speak(studio, accountId, 'Quietly.'))
  await dropped
  await studio.parts.settings.change({ notifies: true })
  practice.faults.set({ do: 'refuse', status: 400 })
  const heard = news()
  await ended(studio, await speak(studio, accountId, 'Aloud.'))
  await heard
  expect(told).toMatchObject([{ about: 'ended', count: 1, failed: 1, title: 'Aloud.' }])
})
