/** Managing the queue: order and pauses by mouse and keys, unsure jobs, paid jobs not received yet, and working offline. */
import { Buffer } from 'node:buffer'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from './kit/story.ts'

/** A tenth of a second of silence: PCM s16le, mono, 24 kHz. */
function silence(): Buffer {
  const wav = Buffer.alloc(44 + 4800)
  wav.write('RIFF', 0)
  wav.writeUInt32LE(36 + 4800, 4)
  wav.write('WAVEfmt ', 8)
  wav.writeUInt32LE(16, 16)
  wav.writeUInt16LE(1, 20)
  wav.writeUInt16LE(1, 22)
  wav.writeUInt32LE(24_000, 24)
  wav.writeUInt32LE(48_000, 28)
  wav.writeUInt16LE(2, 32)
  wav.writeUInt16LE(16, 34)
  wav.write('data', 36)
  wav.writeUInt32LE(4800, 40)
  return wav
}

test.describe('managing the queue', () => {
  test('a paused queue starts nothing; it is reordered by mouse and keys, with undo, and jobs are sent in that order @wide', async ({ studio, service }) => {
    await studio.enterWith(service)
    const { make, queue, shell, page } = studio
    await shell.go('Settings')
    await studio.settings.open('Queue')
    await page.getByRole('textbox', { name: 'Concurrent requests' }).fill('1')
    await page.getByRole('textbox', { name: 'Concurrent requests' }).blur()
    await shell.go('Queue')
    await queue.pause.click()
    await expect(page.getByText('Queue paused')).toBeVisible()
    await shell.go('Make')
    for (const text of ['Alpha', 'Beta', 'Gamma', 'Delta'])
      await make.queue(text)
    await shell.go('Queue')
    await expect(queue.jobs).toHaveCount(4)
    expect(await queue.titles()).toEqual(['Alpha', 'Beta', 'Gamma', 'Delta'])
    expect(service.taken('speech')).toBe(0)

    await queue.job('Delta').dragTo(queue.job('Beta'), { targetPosition: { x: 200, y: 4 } })
    await expect.poll(queue.titles).toEqual(['Alpha', 'Delta', 'Beta', 'Gamma'])
    await queue.notice('Moved.').getByRole('button', { name: 'Undo' }).click()
    await expect.poll(queue.titles).toEqual(['Alpha', 'Beta', 'Gamma', 'Delta'])
    await page.reload()
    await expect(queue.jobs).toHaveCount(4)
    // The page hears what can be made again soon after.
    await expect(async () => {
      await page.keyboard.press('Control+Shift+z')
      await expect(page.getByText('Redone: move “Delta” in the queue'), 'a step outlives the page').toBeVisible({ timeout: 2000 })
    }).toPass()
    await expect.poll(queue.titles).toEqual(['Alpha', 'Delta', 'Beta', 'Gamma'])
    await page.keyboard.press('Control+z')
    await expect.poll(queue.titles).toEqual(['Alpha', 'Beta', 'Gamma', 'Delta'])

    await queue.job('Delta').hover()
    await page.mouse.down()
    await queue.job('Beta').hover({ position: { x: 200, y: 4 } })
    await expect(page.locator('.drop-before')).toContainText('Beta')
    await page.keyboard.press('Escape')
    await expect(page.locator('.drop-before')).toHaveCount(0)
    await page.mouse.up()
    expect(await queue.titles(), 'Escape cancels the drag').toEqual(['Alpha', 'Beta', 'Gamma', 'Delta'])

    await queue.choose('Alpha')
    await page.keyboard.press('Alt+ArrowDown')
    await expect.poll(queue.titles).toEqual(['Beta', 'Alpha', 'Gamma', 'Delta'])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect(queue.job('Delta')).toBeFocused()
    await page.keyboard.press('n')
    await expect.poll(queue.titles).toEqual(['Delta', 'Beta', 'Alpha', 'Gamma'])
    await queue.choose('Alpha')
    await page.keyboard.press('p')
    await expect(queue.job('Alpha')).toContainText('Paused')
    await queue.choose('Gamma')
    await page.keyboard.press('Delete')
    await expect(queue.notice('Nothing was charged.')).toBeVisible()

    await queue.resume.click()
    await expect(queue.job(/Beta.*Done/)).toBeVisible()
    await queue.job('Alpha').getByRole('button', { name: 'Resume' }).click()
    await expect(queue.job(/Alpha.*Done/)).toBeVisible()
    expect(service.spoken()).toEqual(['Delta', 'Beta', 'Alpha'])

    await queue.search.fill('beta')
    await expect(queue.jobs).toHaveCount(1)
    await queue.search.fill('nowhere')
    await expect(page.getByText('No matching jobs.')).toBeVisible()
    await page.getByRole('button', { name: 'Show all' }).click()
    await queue.clear.click()
    await expect(queue.empty).toBeVisible()
    await queue.notice('removed from the list').getByRole('button', { name: 'Undo' }).click()
    await expect(queue.jobs).toHaveCount(4)
  })

  test('an unsure job says what was sent, when, and how likely it was charged; a result downloaded elsewhere can be attached @short', async ({ studio, service }) => {
    await studio.enterWith(service)
    const { make, queue, shell, page } = studio
    service.faults.set({ do: 'reset', at: 'accepted', times: 2, when: { kind: 'speech' } })
    await shell.go('Make')
    for (const text of ['Did it arrive?', 'And this one?'])
      await make.queue(text)
    await shell.go('Queue')
    await expect(shell.rail.getByRole('link', { name: /Queue/ })).toContainText('2 need attention')
    const first = queue.job('Did it arrive?')
    await expect(first).toContainText('Was it charged?')
    await expect(first).toContainText('Probably')
    await expect(first).toContainText('The complete request was sent')
    await first.getByRole('button', { name: 'What was sent' }).click()
    await expect(first).toContainText('/api/v1/generate')

    const chooser = page.waitForEvent('filechooser')
    await first.getByRole('button', { name: 'Attach result…' }).click()
    await (await chooser).setFiles({ name: 'from-the-service.wav', mimeType: 'audio/wav', buffer: silence() })
    await expect(queue.job(/Did it arrive\?.*Done/)).toBeVisible()
    await queue.job('Did it arrive?').getByRole('button', { name: 'Show take' }).click()
    await expect(page.locator('.take-inspector, aside').filter({ hasText: 'Did it arrive?' }).first()).toBeVisible()
    await page.keyboard.press('Escape')

    await queue.job('And this one?').getByRole('button', { name: 'Stop tracking…' }).click()
    await expect(queue.question).toContainText('Spending still counts it as possibly charged.')
    await queue.answer('Stop tracking')
    await expect(queue.job('And this one?')).toHaveCount(0)
    expect(service.taken('speech')).toBe(2)
  })

  test('a paid job without its result is listed apart until the result arrives', async ({ studio, service }) => {
    await studio.enterWith(service)
    const { make, queue, shell } = studio
    await shell.go('Make')
    await make.open('Image')
    await make.draw('A door')
    service.faults.set({ do: 'status', value: 'processing' })
    await make.stage.getByRole('button', { name: 'Animate' }).click()
    await make.prompt.fill('It opens')
    await make.send()
    await shell.go('Queue')
    await expect(queue.heading('Paid, not received yet')).toBeVisible()
    await expect(queue.job('It opens')).toContainText('Generating')
    service.faults.clear()
    await expect(queue.job(/It opens.*Done/)).toBeVisible()
    expect(service.taken('video')).toBe(1)
  })

  test('the task of an unsure shot is found by its ID, typed in with keys that are commands elsewhere', async ({ studio, service }) => {
    await studio.enterWith(service)
    const { make, queue, shell, page } = studio
    service.faults.set({ do: 'reset', at: 'mid-answer', times: 1, when: { kind: 'video' } })
    await shell.go('Make')
    await make.open('Video')
    await make.field('Image URL').getByRole('textbox').fill('https://example.com/still.png')
    await make.prompt.fill('It wakes')
    await make.send()
    await shell.go('Queue')
    const unsure = queue.job('It wakes')
    const field = unsure.getByRole('textbox', { name: 'Task ID' })
    await field.click()
    const [work] = service.ledger()
    await page.keyboard.type(`  ${work?.id ?? ''} `)
    await page.keyboard.press('Enter')
    await expect(queue.notice('Checking this task for the result.')).toBeVisible()
    await expect(queue.job(/It wakes.*Done/)).toBeVisible()
    expect(service.taken('video')).toBe(1)
  })

  test('with permission, a browser notification says that the work is done while the page is in the background @browser @wide', async ({ studio, service, context }) => {
    await context.grantPermissions(['notifications'])
    // Chromium under test always reports a focused page and shows no notifications, so calls are recorded instead.
    await studio.page.addInitScript(() => {
      const notified: string[] = []
      const Real = window.Notification
      window.Notification = class extends Real {
        constructor(title: string, options?: NotificationOptions) {
          super(title, options)
          notified.push(`${title}: ${options?.body}`)
        }
      }
      document.hasFocus = () => false
      Object.assign(window, { notified })
    })
    await studio.enterWith(service)
    await studio.shell.go('Make')
    await studio.make.speak('Tell me.')
    await expect.poll(() => studio.page.evaluate(() => (window as unknown as { notified: string[] }).notified)).toEqual([
      'All jobs finished: “Tell me.”',
    ])
  })

  test('the screen is kept awake only while an answer is arriving @web @browser', async ({ studio, service }) => {
    // Records every wake lock that the browser grants.
    await studio.page.addInitScript(() => {
      const locks: WakeLockSentinel[] = []
      const request = navigator.wakeLock.request.bind(navigator.wakeLock)
      navigator.wakeLock.request = async (type) => {
        const lock = await request(type)
        locks.push(lock)
        return lock
      }
      Object.assign(globalThis, { locksHeld: () => locks.filter(lock => !lock.released).length, locksGiven: () => locks.length })
    })
    await studio.enterWith(service)
    const asked = (what: 'locksHeld' | 'locksGiven') => studio.page.evaluate(`${what}()`)
    await studio.shell.go('Make')
    const answer = service.faults.set({ do: 'delay', ms: 3_600_000, at: 'answer', times: 1, when: { kind: 'speech' } })
    await studio.make.prompt.fill('Slowly.')
    await studio.make.send()
    await expect.poll(() => asked('locksHeld')).toBe(1)
    answer()
    await expect(studio.make.take('Slowly.')).toBeVisible()
    await expect.poll(() => asked('locksHeld')).toBe(0)
    expect(await asked('locksGiven')).toBe(1)
  })

  test('offline, requests can still be written and queued; after a short outage they are sent automatically', async ({
    studio,
    service,
    openService,
  }) => {
    await studio.enterWith(service)
    const { make, queue, shell, page } = studio
    const { url, key } = service
    await service.close()
    await shell.go('Make')
    for (const text of ['One', 'Two', 'Three'])
      await make.queue(text)
    await expect(page.getByText('“My account” can’t be reached.')).toBeVisible()
    await shell.go('Queue')
    await expect(queue.job('On hold: the service can’t be reached.')).toHaveCount(3)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(queue.job('On hold: the service can’t be reached.')).toHaveCount(3)
    const back = await openService({ port: Number(new URL(url).port), key })
    await expect(queue.job('Done')).toHaveCount(3)
    expect(back.spoken().sort()).toEqual(['One', 'Three', 'Two'])
    await expect(page.getByText('“My account” can’t be reached.')).toHaveCount(0)
  })

  test('after a long outage the jobs queued offline ask to confirm once, and are then sent', async ({
    studio,
    service,
    openService,
  }) => {
    await studio.enterWith(service)
    const { make, queue, shell, page } = studio
    const { url, key } = service
    await service.close()
    await shell.go('Make')
    for (const text of ['Ebb', 'Flood'])
      await make.queue(text)
    await shell.go('Queue')
    await expect(queue.job('On hold: the service can’t be reached.')).toHaveCount(2)
    makeOlder(studio.folder, 3_600_000)
    // The reconnection is found automatically, before or after anybody could press *Retry*.
    const back = await openService({ port: Number(new URL(url).port), key })
    await expect(queue.heading('Needs attention')).toBeVisible()
    expect(back.taken('speech')).toBe(0)

    await shell.go('Library')
    await page.getByRole('button', { name: 'Send 2 jobs…' }).click()
    const question = page.getByRole('dialog', { name: 'Send 2 jobs?' })
    await expect(question).toContainText('Speech My account')
    await question.getByRole('button', { name: 'Not now' }).click()
    expect(back.taken('speech')).toBe(0)
    await page.getByRole('button', { name: 'Send 2 jobs…' }).click()
    await question.getByRole('button', { name: 'Send 2 jobs' }).click()
    await shell.go('Queue')
    await expect(queue.job('Done')).toHaveCount(2)
    expect(back.spoken().sort()).toEqual(['Ebb', 'Flood'])
  })
})

/** Dates the jobs back, and the account's last answer to before them. */
function makeOlder(folder: string, ms: number): void {
  const db = new DatabaseSync(join(folder, 'ledger.db'), { timeout: 5000 })
  db.exec(`UPDATE jobs SET created_at = created_at - ${ms}; UPDATE accounts SET last_success_at = last_success_at - ${2 * ms}`)
  db.close()
}
