/** Shots from a file and from a URL, with their progress. */
import { openMediaKit } from '../kit/media.ts'
import { expect, test } from './kit/story.ts'
import { give, handed } from './pages/files.ts'

test.describe('a shot', () => {
  test('from a dropped file: the card shows state and elapsed time, and after the first shot the expected time left @wide', async ({ studio, openService }) => {
    test.slow()
    const media = await openMediaKit()
    const service = await openService({ shotTimes: { pendingMs: 1000, processingMs: 6000 } })
    await studio.enterWith(service)
    await studio.shell.go('Make')
    await studio.make.open('Video')
    await give(
      studio.make.field('Source image').locator('.file-drop'),
      'drop',
      [await handed(await media.picture('sea.png', { width: 320, height: 240, colour: 'blue' }))],
    )
    await expect(studio.make.form.locator('.held-file')).toContainText('sea')
    await studio.make.prompt.fill('The sea moves')
    await studio.make.send()
    const first = studio.make.job('The sea moves')
    await expect(first).toContainText(/Generating · 0:0\d elapsed/)
    await expect(first, 'no estimate before the first shot is done').not.toContainText('left')
    await expect(studio.make.stage).toContainText('The sea moves')
    await studio.make.shot().see()

    await studio.make.prompt.fill('The sea rests')
    await studio.make.send()
    await expect(studio.make.job('The sea rests')).toContainText(/\d:\d\d elapsed · about \d:\d\d left/)
    await expect(studio.make.stage).toContainText('The sea rests')
    expect(service.ledger().map(work => work.files.length)).toEqual([1, 1])
    await media.close()
  })

  test('from a URL that the service fetches', async ({ studio, service }) => {
    await studio.enterWith(service)
    await studio.shell.go('Make')
    await studio.make.open('Video')
    await studio.make.field('Image URL').getByRole('textbox').fill('https://example.com/still.png')
    await studio.make.prompt.fill('It wakes')
    await studio.make.send()
    await expect(studio.make.stage).toContainText('It wakes')
    expect(service.ledger()).toMatchObject([{ kind: 'video', files: [], values: { image_url: 'https://example.com/still.png' } }])
    await studio.make.shot().see()
  })
})
