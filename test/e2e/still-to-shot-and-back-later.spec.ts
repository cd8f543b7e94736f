/** Animating a still: the studio is killed midway and started again, and later works without the service. */
import { expect, test } from './kit/story.ts'
import { studioGone } from './kit/watch.ts'

const still = 'A harbour at night, lanterns on the water'
const motion = 'The lanterns sway'

test.describe('a still, a shot, and coming back later', () => {
  test('an accepted shot arrives once although the studio was killed; offline, everything plays and can be searched @short', async ({ studio, service, watch }) => {
    test.slow()
    watch.expect(studioGone)
    await studio.enterWith(service)
    await studio.projects.create('Harbour')
    await studio.shell.goToPart('Make')
    await studio.make.open('Image')
    await studio.make.draw(still)

    const release = service.faults.set({ do: 'status', value: 'processing' })
    await studio.make.stage.getByRole('button', { name: 'Animate' }).click()
    await studio.make.prompt.fill(motion)
    await studio.make.send()
    await expect(studio.make.job(motion)).toContainText(/Accepted by the service|Generating/)
    await studio.kill()
    release()
    await studio.reopen()

    // Keys are kept in memory here, as on a machine without a keychain: the job waits for the key and says so.
    await studio.shell.go('Queue')
    await expect(studio.queue.job(motion)).toContainText('On hold: the account has no key')
    await studio.queue.job(motion).getByRole('button', { name: 'Open Settings' }).click()
    await studio.settings.account('My account').getByRole('button', { name: 'Replace key…' }).click()
    await studio.settings.form.fill({ key: service.key })
    await studio.settings.form.submit()
    await studio.shell.go('Queue')
    await expect(studio.queue.job(motion)).toContainText('Done')
    expect(service.taken('video')).toBe(1)
    expect(service.taken('image')).toBe(1)

    await service.close()
    await studio.shell.go('Library')
    await expect(studio.library.takes).toHaveCount(2)
    await studio.library.search.fill('lanterns sway')
    await expect(studio.library.takes).toHaveCount(1)
    await studio.library.take(motion).click()
    await studio.library.shot.see()
    await studio.library.search.fill('harbour')
    await studio.library.take(still).click()
    await expect.poll(() =>
      studio.library.inspector.getByRole('img', { name: still, exact: true }).evaluate((image: HTMLImageElement) =>
        image.naturalWidth)).toBeGreaterThan(0)
  })

  test('a shot shows the still it was made from, and the still can be used for another shot', async ({ studio, service }) => {
    await studio.enterWith(service)
    await studio.shell.go('Make')
    await studio.make.open('Image')
    await studio.make.draw(still)
    await studio.make.stage.getByRole('button', { name: 'Animate' }).click()
    await studio.make.prompt.fill(motion)
    await studio.make.send()
    await expect(studio.make.stage).toContainText(motion)
    await studio.make.stage.getByRole('button', { name: 'Details' }).click()
    await studio.library.inspector.getByRole('list').getByRole('button', { name: still }).click()
    await expect(studio.library.inspector.getByRole('heading', { level: 2 })).toHaveText(still)
    expect(service.ledger().map(work => work.kind)).toEqual(['image', 'video'])
  })
})
