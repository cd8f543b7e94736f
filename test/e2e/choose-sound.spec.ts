/** A film with several sounds: one of them, or one side, is chosen in the library, heard and drawn there, and played by new clips. */
import type { Page } from '@playwright/test'
import type { MediaKit } from '../kit/media.ts'
import type { StoryStudio } from './kit/story.ts'
import { join } from 'node:path'
import process from 'node:process'
import { openMediaKit } from '../kit/media.ts'
import { expect, test as story } from './kit/story.ts'
import { give, handed } from './pages/files.ts'

const test = story.extend<{ media: MediaKit }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs: nothing
  media: async ({}, use) => {
    const media = await openMediaKit()
    await use(media)
    await media.close()
  },
})

/** With PICTURES, for whoever looks at them: in both themes, large and small. */
async function pictures({ page, running }: StoryStudio, name: string): Promise<void> {
  if (!process.env.PICTURES)
    return
  const before = page.viewportSize()
  for (const size of [{ width: 1440, height: 900 }, { width: 1024, height: 700 }]) {
    await page.setViewportSize(size)
    for (const theme of ['light', 'dark'] as const) {
      await running.call?.(async client => void await client.settings.change({ settings: { theme } }))
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
      await page.screenshot({ path: join(process.env.PICTURES, `${name}-${size.width}-${theme}.png`) })
    }
  }
  if (before)
    await page.setViewportSize(before)
}

/** The loudest sample on each side of what an address gives. */
function loudestIn(page: Page, url: string): Promise<number[]> {
  return page.evaluate(async (address) => {
    const sound = await new OfflineAudioContext(2, 1, 48_000).decodeAudioData(await (await fetch(address)).arrayBuffer())
    return [0, 1].map(side => Number(sound.getChannelData(side).reduce((most, value) => Math.max(most, value), 0).toFixed(1)))
  }, url)
}

test('the sound of a film is chosen, heard, taken back, and played by its clips @web', async ({ studio, media }) => {
  const { page, library } = studio
  const path = await media.make('interview.mov', [
    ...['-f', 'lavfi', '-i', 'testsrc=s=320x180:r=25:d=4', '-f', 'lavfi', '-i', `aevalsrc='0.8*sin(2*PI*440*t)|0':s=48000:d=4`],
    ...['-f', 'lavfi', '-i', `aevalsrc='0.2*sin(2*PI*200*t)':s=48000:d=4`, '-map', '0:v', '-map', '1:a', '-map', '2:a'],
    ...['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'pcm_s16le', '-disposition:a:0', '0', '-disposition:a:1', 'default'],
    ...['-metadata:s:a:0', 'language=eng', '-metadata:s:a:0', 'handler_name=Lavalier microphones'],
  ])
  await studio.lookAround()
  await studio.shell.go('Library')
  await library.import([path])
  await library.take('interview').click()
  const { inspector } = library
  const track = inspector.getByLabel('Audio track')
  const channel = inspector.getByLabel('Channel')
  await expect(track.locator('option')).toHaveText(['Default (2)', '1: Lavalier microphones, English, stereo', '2: mono'])
  await expect(channel).toHaveCount(0)
  await expect(inspector.locator('audio')).toHaveCount(0)

  await track.selectOption({ index: 1 })
  await channel.selectOption('Left only')
  const beside = inspector.locator('audio')
  await expect(beside).toHaveCount(1)
  await expect.poll(async () => loudestIn(page, await beside.evaluate((audio: HTMLAudioElement) => audio.src))).toEqual([0.8, 0.8])
  expect(await inspector.locator('video').evaluate((video: HTMLVideoElement) => video.muted)).toBe(true)
  await inspector.getByRole('button', { name: /^Play “/ }).click()
  await expect.poll(() => beside.evaluate((audio: HTMLAudioElement) => !audio.paused && audio.currentTime > 0)).toBe(true)
  await inspector.getByRole('button', { name: /^Pause “/ }).click()
  await expect.poll(() => beside.evaluate((audio: HTMLAudioElement) => audio.paused)).toBe(true)
  await pictures(studio, 'take')

  await page.locator('body').press('ControlOrMeta+z')
  await expect(page.getByText(/^Undone: choose the audio/)).toBeVisible()
  await expect(channel).toHaveValue('both')
  await channel.selectOption('Left only')
  await expect(channel).toHaveValue('left')

  // Brought into a project, the same file is heard as it was chosen.
  await studio.shell.go('Projects')
  await studio.projects.create('Interview')
  await studio.shell.goToPart('Timeline')
  await page.getByRole('button', { name: 'Create empty sequence' }).click()
  await studio.timeline.tools.waitFor()
  await give(studio.timeline.grid, 'drop', [await handed(path, 'video/quicktime')])
  const clip = studio.timeline.clip(/interview/)
  await expect(clip).toHaveCount(2)
  await clip.last().click()
  const timeline = studio.timeline.inspector
  await expect(timeline.getByLabel('Audio track')).toHaveValue('0')
  await expect(timeline.getByLabel('Channel')).toHaveValue('left')
  await pictures(studio, 'clip')
  await timeline.getByLabel('Channel').selectOption('Right only')
  await expect(timeline.getByLabel('Channel')).toHaveValue('right')
})

const overlapping = `1
00:00:00,000 --> 00:00:04,000
Listen! Somebody is out there on the ice.

2
00:00:02,000 --> 00:00:06,000
I hear nothing at all.

3
00:00:07,000 --> 00:00:08,000
Nothing.
`

test('captions that overlap are kept on a second track, and shown above one another @web', async ({ studio, service }) => {
  const { page, timeline } = studio
  await studio.enterWith(service)
  await studio.projects.create('Two voices')
  await page.getByRole('link', { name: 'Timeline', exact: true }).click()
  await page.getByRole('button', { name: 'Create empty sequence' }).click()
  const area = page.locator('.area')
  await expect(area).toBeVisible()
  await give(area, 'drop', [{ name: 'two.srt', type: '', base64: Buffer.from(overlapping).toString('base64') }])
  const dialog = page.getByRole('dialog', { name: 'Captions of “two.srt”' })
  await expect(dialog.getByText('1 caption begins while another is shown.')).toBeVisible()
  await expect(dialog.getByRole('radio', { name: /^Keep them: 2 caption tracks/ })).toBeChecked()
  await pictures(studio, 'import')
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByText('3 captions imported')).toBeVisible()
  await expect(timeline.clip(/I hear nothing/)).toHaveCount(1)
  await expect(timeline.clip(/Listen!/)).toHaveCount(1)
  await timeline.clip(/I hear nothing/).click()
  await page.keyboard.press('Escape')
  await pictures(studio, 'together')

  await timeline.tools.getByRole('button', { name: /^Undo/ }).click()
  await expect(timeline.clip(/Listen!/)).toHaveCount(0)
  await give(area, 'drop', [{ name: 'two.srt', type: '', base64: Buffer.from(overlapping).toString('base64') }])
  await dialog.getByRole('radio', { name: /^One caption track/ }).check()
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(timeline.clip(/I hear nothing/)).toHaveCount(1)
})
