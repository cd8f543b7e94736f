/** Times are typed: at the playhead, for a clip, for in and out, and for a marker. What is no time is told, and moves nothing. */
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import { join } from 'node:path'
import process from 'node:process'
import { sequenceEvent } from '#contract/sequences.ts'
import { expect, test } from './kit/story.ts'
import { openTitles } from './kit/titles.ts'

test('a time is typed at the playhead, for clips, in and out and markers, with drop-frame at 29.97 @web', async ({ studio }) => {
  const { page, timeline } = studio
  await openTitles(studio, { numerator: 30_000, denominator: 1001 })
  const { inspector, preview } = timeline
  const playhead = page.getByRole('textbox', { name: 'Time at the playhead' })
  const go = async (typed: string): Promise<void> => {
    await page.keyboard.press('=')
    await expect(playhead).toBeFocused()
    await page.keyboard.type(typed)
    await page.keyboard.press('Enter')
    await expect(playhead).toHaveCount(0)
  }
  for (const [typed, at] of [
    ['1:02', '00:00:01;02'],
    ['+15', '00:00:01;17'],
    ['-2', '00:00:01;15'],
    ['62f', '00:00:02;02'],
    ['-100:00', '00:00:00;00'],
    ['1:00;00', '00:01:00;02'],
    ['00:00:03;04', '00:00:03;04'],
  ] as const) {
    await go(typed)
    await expect.poll(() => timeline.playhead()).toBe(at)
  }

  // What is no time stays in the field and is told; Escape leaves all as it was, and the keys are the room's again.
  await page.keyboard.press('=')
  await page.keyboard.type('noon')
  await page.keyboard.press('Enter')
  await expect(page.getByText('“noon” is not a time.')).toBeVisible()
  await expect(playhead).toHaveAttribute('aria-invalid', 'true')
  await page.keyboard.press('Escape')
  await expect.poll(() => timeline.playhead()).toBe('00:00:03;04')
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => timeline.playhead()).toBe('00:00:03;05')

  // With the pointer: each of both readouts.
  await preview.locator('.time').first().click()
  await page.keyboard.type('+5')
  await page.keyboard.press('Enter')
  await expect.poll(() => timeline.playhead()).toBe('00:00:03;10')
  await page.locator('.corner button').click()
  await page.keyboard.type('2:00')
  await page.keyboard.press('Enter')
  await expect.poll(() => timeline.playhead()).toBe('00:00:02;00')

  // A clip.
  await timeline.clip(/Two/).click()
  const start = inspector.getByRole('textbox', { name: 'Start', exact: true })
  const length = inspector.getByRole('textbox', { name: 'Duration', exact: true })
  await expect(start).toHaveValue('00:00:03;00')
  await start.fill('+15')
  await start.press('Enter')
  await expect(start).toHaveValue('00:00:03;15')
  await length.fill('1:10')
  await length.press('Enter')
  await expect(length).toHaveValue('00:00:01;10')
  await length.fill('soon')
  await length.press('Tab')
  await expect(page.getByText('“soon” is not a time.')).toBeVisible()
  await expect(length).toHaveValue('00:00:01;10')
  // Refused by the edit, which says why.
  await start.fill('1:00')
  await start.press('Enter')
  await expect(page.getByText('Another clip is in the way.').first()).toBeVisible()
  await expect(start).toHaveValue('00:00:03;15')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+z')
  await expect(length).toHaveValue('00:00:02;00')
  await page.keyboard.press('Control+z')
  await expect(start).toHaveValue('00:00:03;00')

  // In, out, and how long it is between them.
  await page.keyboard.press('Escape')
  const from = inspector.getByRole('textbox', { name: 'In point' })
  const until = inspector.getByRole('textbox', { name: 'Out point' })
  await expect(from).toHaveAttribute('placeholder', 'start')
  await from.fill('1:00')
  await from.press('Enter')
  await until.fill('3:00')
  await until.press('Enter')
  const range = preview.locator('.range')
  await expect(range).toContainText('00:00:02;00')
  await range.getByRole('button').click()
  await page.keyboard.type('+1:00')
  await page.keyboard.press('Enter')
  await expect(until).toHaveValue('00:00:04;00')
  await from.fill('')
  await from.press('Enter')
  await expect(range).toContainText('00:00:04;00')

  if (process.env.PICTURES)
    await page.screenshot({ path: join(process.env.PICTURES, 'typed-times.png') })

  // A marker.
  await page.keyboard.press('Escape')
  await page.keyboard.press('m')
  const marker = inspector.getByRole('textbox', { name: 'Time of the marker' })
  await expect(marker).toHaveValue('00:00:02;00')
  await marker.fill('-10')
  await marker.press('Enter')
  await expect(marker).toHaveValue('00:00:01;20')
  await inspector.getByRole('button', { name: 'Go to' }).click()
  await expect.poll(() => timeline.playhead()).toBe('00:00:01;20')
})

test('words of a title that are being typed stay while it changes elsewhere @web', async ({ studio }) => {
  const { page, timeline } = studio
  const sequenceId = await openTitles(studio)
  const { inspector } = timeline
  /** Another page moves the title to the left or right. */
  const moveElsewhere = (x: number): Promise<void> | undefined => studio.running.call?.(async (client) => {
    const events = await client.sequences.follow({ sequenceId })
    const first = await events.next()
    await events.return?.()
    const now = first.done ? null : sequenceEvent(first.value).sequence
    const clip = Object.values(now!.tracks).flatMap(track => track.kind === 'pictures' ? Object.values(track.clips) : []).find(each => each.title?.text === 'One')!
    const edit: SequenceEdit = { do: 'setPicture', clipIds: [clip.id], values: { look: { ...clip.look, x } } }
    await client.sequences.edit({ sequenceId, baseRevision: now!.revision, name: 'look', edits: [edit] })
  })
  await timeline.clip(/^One/).click()
  const place = inspector.getByRole('spinbutton', { name: 'Position X' })
  const words = inspector.getByRole('textbox', { name: 'Text' })
  await words.click()
  await words.press('End')
  await page.keyboard.type(' and')
  await moveElsewhere(0.25)
  await expect(place).toHaveValue('25')
  await expect(words).toHaveValue('One and')
  await page.keyboard.type(' only')
  await expect(timeline.clip(/^One and only/)).toHaveCount(1)
})
