/** The first run: open the sample project, play a line, watch the shot, render a film. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { probeFile } from './kit/probe-file.ts'
import { expect, test } from './kit/story.ts'

test.describe('first run', () => {
  test('the sample project is ready within a minute: three spoken lines, a still and a moving shot @short', async ({ studio }) => {
    test.slow()
    await studio.open()
    await studio.firstRun.openSample()
    await expect(studio.script.lines).toHaveCount(3)
    for (const place of [1, 2, 3])
      await expect(studio.script.state(place, 'Generated')).toBeVisible()
    await studio.script.sound(2).expectDrawn()
    await studio.script.sound(2).hear()
    await studio.shell.idle()

    await studio.shell.goToPart('Make')
    await studio.make.open('Image')
    const still = studio.make.stage.getByRole('img')
    await expect.poll(() => still.evaluate((image: HTMLImageElement) => image.naturalWidth), 'the still is shown').toBe(1280)
    await studio.make.open('Video')
    await studio.make.shot().see()
  })

  test('the sample renders to a film that plays, with a caption file @short', async ({ studio }) => {
    test.slow()
    await studio.open()
    await studio.firstRun.openSample()
    await expect(studio.script.allMade).toBeVisible()
    await studio.shell.idle()

    await studio.shell.goToPart('Deliver')
    await expect(studio.deliver.overview).toContainText('1280 × 720')
    await studio.deliver.captions('Sidecar (SRT)')
    const folder = await studio.deliver.deliver('Lighthouse')
    await studio.deliver.preview.see()
    const cues = () => studio.deliver.preview.video.evaluate((film: HTMLVideoElement) =>
      [...film.textTracks].filter(track => track.mode === 'showing').flatMap(track => [...track.cues ?? []]).length)
    await expect.poll(cues, 'the player shows the captions').toBeGreaterThanOrEqual(3)
    await studio.page.getByRole('button', { name: 'Captions', exact: true }).click()
    expect(await cues()).toBe(0)

    expect(readdirSync(folder).toSorted()).toEqual(['Lighthouse.mp4', 'Lighthouse.srt'])
    const film = await probeFile(join(folder, 'Lighthouse.mp4'))
    expect(film).toMatchObject({ codecs: ['h264', 'aac'], width: 1280, height: 720 })
    const [picture = 0, sound = 0] = film.streamSeconds
    expect(picture).toBeGreaterThan(8)
    expect(Math.abs(picture - sound), 'sound and picture have the same length').toBeLessThan(0.1)
    const captions = readFileSync(join(folder, 'Lighthouse.srt'), 'utf8')
    expect(captions).toContain('Thirty winters')
    expect(captions.match(/-->/g)?.length).toBeGreaterThanOrEqual(3)
  })

  test('skipping the welcome opens an empty studio where every room says what to do; the welcome can be shown again', async ({ studio }) => {
    await studio.open()
    await studio.firstRun.lookAround()
    await expect(studio.page.getByText('No projects yet')).toBeVisible()
    for (const [room, words] of [
      ['Library', 'Nothing here yet'],
      ['Queue', 'Nothing in the queue'],
      ['Make', 'Speech appears here'],
    ] as const) {
      await studio.shell.go(room)
      await expect(studio.page.getByRole('heading', { name: words })).toBeVisible()
    }
    await studio.shell.go('Settings')
    await studio.settings.open('About')
    await studio.page.getByRole('button', { name: 'Show welcome page again' }).click()
    await expect(studio.firstRun.sample).toBeVisible()
  })
})
