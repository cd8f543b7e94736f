/** Taking time out of a film by in and out, on target tracks and in sync lock; markers that say what to do; edges that move alone. */
import { openTitles } from './kit/open-titles.ts'
import { expect, test } from './kit/story.ts'

test('a range is lifted and extracted; tracks are targets, or out of sync lock; markers have colours and notes and move along', async ({ studio, hostName }) => {
  test.skip(hostName !== 'web', 'the sequence is made from outside, which the web host allows only')
  await openTitles(studio)
  const { timeline, page } = studio
  const heads = timeline.grid
  const step = async (seconds: number): Promise<void> => {
    await page.keyboard.press('Home')
    for (let second = 0; second < seconds; second++)
      await page.keyboard.press('Shift+ArrowRight')
  }
  await timeline.expectPlaces('2.0 s at 0:00.0', '2.0 s at 0:03.0')
  await timeline.grid.locator('xpath=..').click({ position: { x: 700, y: 300 } })

  // A marker at four seconds, with a name, a colour and a note.
  await step(4)
  await page.keyboard.press('m')
  await page.keyboard.press('m')
  const dialog = page.getByRole('dialog', { name: /^Marker at/ })
  await dialog.getByRole('textbox', { name: 'Marker name' }).fill('Colour')
  await dialog.getByRole('radio', { name: 'Red' }).check({ force: true })
  await dialog.getByRole('textbox', { name: 'Note' }).fill('Warmer here.')
  await dialog.getByRole('button', { name: 'Save' }).click()
  const marker = page.getByRole('button', { name: /^Colour at 00:00:04|^Colour at 0:04/ })
  await expect(marker.first()).toBeVisible()

  // From one to two seconds: lifted, it leaves a gap; extracted, everything behind it moves, the marker too.
  await step(1)
  await page.keyboard.press('i')
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('o')
  await page.keyboard.press(';')
  await timeline.expectPlaces('1.0 s at 0:00.0', '2.0 s at 0:03.0')
  await expect(timeline.tools.getByRole('button', { name: 'Undo: Lift' })).toBeVisible()
  await page.keyboard.press('Control+z')
  await timeline.expectPlaces('2.0 s at 0:00.0', '2.0 s at 0:03.0')
  await page.keyboard.press('\'')
  await timeline.expectPlaces('1.0 s at 0:00.0', '2.0 s at 0:02.0')
  await expect(page.getByRole('button', { name: /^Colour at 00:00:03|^Colour at 0:03/ }).first()).toBeVisible()

  // All gaps at once; with its track no target, nothing happens, and the notice says what to do.
  const target = heads.getByRole('button', { name: 'Target V1 Video' })
  await expect(target).toHaveAttribute('aria-pressed', 'true')
  for (const button of await heads.getByRole('button', { name: /^Target / }).all())
    await button.click()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('Close all gaps')
  await page.keyboard.press('Enter')
  await expect(page.getByText('No track is a target.')).toBeVisible()
  await target.click()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('Close all gaps')
  await page.keyboard.press('Enter')
  await timeline.expectPlaces('1.0 s at 0:00.0', '2.0 s at 0:01.0')

  // Sync lock off is seen in the head, and one click turns it on again.
  await heads.getByRole('button', { name: 'Menu of V1 Video' }).click()
  await timeline.menu.getByRole('menuitem', { name: 'Turn off sync lock' }).click()
  await heads.getByRole('button', { name: 'Turn on sync lock' }).click()
  await expect(heads.getByRole('button', { name: 'Turn on sync lock' })).toHaveCount(0)
})
