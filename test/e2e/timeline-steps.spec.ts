/** How many steps acts take that other editors are known for: presses, drags, drops and typed times, each at most as many as in the best. */
import { Buffer } from 'node:buffer'
import { openMediaKit } from '../kit/media.ts'
import { expect, test } from './kit/story.ts'
import { give, handed } from './pages/files.ts'

const captions = '1\n00:00:01,000 --> 00:00:02,000\nThe light still burns.\n'

test('acts take no more steps than in the best of other editors @web', async ({ studio }) => {
  test.slow()
  const media = await openMediaKit()
  for (const file of [0, 1]) {
    await media.make(`shot-${file}.mp4`, [
      ...['-f', 'lavfi', '-i', 'testsrc2=s=320x180:r=30:d=6', '-f', 'lavfi', '-i', 'sine=frequency=300:sample_rate=48000:duration=6'],
      ...['-pix_fmt', 'yuv420p', '-c:a', 'aac'],
    ])
  }
  await media.make('music.wav', ['-f', 'lavfi', '-i', 'sine=frequency=500:sample_rate=48000:duration=12'])
  await studio.lookAround()
  const { page, shell, timeline, projects } = studio
  await projects.create('Film')
  await shell.goToPart('Timeline')
  await page.getByRole('button', { name: 'Create empty sequence' }).waitFor()
  const { inspector } = timeline
  const undo = (step: string) => timeline.tools.getByRole('button', { name: `Undo: ${step}` })

  const taken: Record<string, number> = {}
  /** Each of these is a step. */
  async function act(name: string, ...steps: readonly (() => Promise<unknown>)[]): Promise<void> {
    for (const step of steps)
      await step()
    taken[name] = steps.length
  }
  const key = (chord: string) => () => page.keyboard.press(chord)

  const files = await Promise.all([0, 1].map(file => handed(media.file(`shot-${file}.mp4`), 'video/mp4')))
  await act('film from files', () => give(page.locator('.room.timeline'), 'drop', files))
  await timeline.tools.waitFor()
  await expect(timeline.clip(/^shot-[01]/)).toHaveCount(4)
  await page.keyboard.press('\\')
  const [first, second] = [timeline.clip(/^shot-0/), timeline.clip(/^shot-1/)]

  await act('go to a time', async () => {
    await page.keyboard.press('=')
    await page.keyboard.type('5:20')
    await page.keyboard.press('Enter')
  })
  await expect.poll(() => timeline.playhead()).toBe('00:00:05:20')

  // Nothing is selected: it is the cut at the playhead.
  await page.keyboard.press('Escape')
  await act('transition at the cut', key('d'))
  await expect(undo('Cross-fade')).toBeVisible()
  await expect(second.first().getByRole('button')).toBeVisible()
  await page.keyboard.press('Control+z')

  const edge = async (byX: number, isAlone: boolean, drop: boolean): Promise<void> => {
    if (isAlone)
      await page.keyboard.down('Alt')
    await timeline.drag(first.first(), -2, byX, { drop })
    if (isAlone)
      await page.keyboard.up('Alt')
  }
  await act('trim seeing the frame', () => edge(-40, false, false))
  await expect(page.getByRole('group', { name: 'Frames at the edges' })).toContainText('Last frame')
  await page.keyboard.press('Escape')
  await page.mouse.up()
  const lengths = async (): Promise<number[]> => {
    const boxes = await first.all()
    return Promise.all(boxes.map(async one => Math.round((await one.boundingBox())?.width ?? 0)))
  }
  await expect.poll(async () => new Set(await lengths()).size).toBe(1)
  await act('J or L cut', () => edge(-40, true, true))
  await expect.poll(async () => new Set(await lengths()).size).toBe(2)
  await page.keyboard.press('Control+z')
  await expect.poll(async () => new Set(await lengths()).size).toBe(1)

  // As in the others, in and out are set.
  for (const chord of ['Home', 'Shift+ArrowRight', 'i', 'Shift+ArrowRight', 'o', 'Escape'])
    await page.keyboard.press(chord)
  await act('remove a range of all tracks', key('\''))
  await expect(undo('Extract')).toBeVisible()
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Alt+x')

  await page.keyboard.press('Home')
  await give(page.locator('body'), 'paste', [await handed(media.file('music.wav'), 'audio/wav')])
  await expect(timeline.clip(/^music/)).toBeVisible()
  await act(
    'duck music',
    () => timeline.clip(/^music/).click(),
    () => inspector.getByRole('switch', { name: 'Duck the track under speech' }).click(),
  )
  await expect(inspector.getByRole('switch', { name: 'Duck the track under speech' })).toBeChecked()

  const words = { name: 'film.srt', type: '', base64: Buffer.from(captions).toString('base64') }
  await act(
    'captions from SRT',
    () => give(page.locator('.area'), 'drop', [words]),
    () => page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }).click(),
  )
  await expect(timeline.clip(/The light still burns\./)).toBeVisible()

  await page.keyboard.press('Escape')
  await act('record at the playhead', key('r'))
  await expect(page.getByRole('dialog')).toBeVisible()
  // One more begins it, where there is a microphone.
  taken['record at the playhead']! += 1
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await expect(timeline.saved).toBeVisible()
  await act('9:16 that can be shown', key('Alt+9'))
  await expect(page.getByText(/ 9:16$/).first()).toBeVisible()
  await first.first().click({ position: { x: 40, y: 12 } })
  const fill = inspector.getByRole('group', { name: 'Fit' }).getByRole('button', { name: 'Fill', exact: true })
  await expect(fill).toHaveAttribute('aria-pressed', 'true')
  expect(taken).toEqual({
    'film from files': 1,
    'go to a time': 1,
    'transition at the cut': 1,
    'trim seeing the frame': 1,
    'J or L cut': 1,
    'remove a range of all tracks': 1,
    'duck music': 2,
    'captions from SRT': 2,
    'record at the playhead': 2,
    '9:16 that can be shown': 1,
  })
  await media.close()
})
