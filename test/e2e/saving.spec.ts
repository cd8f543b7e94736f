/** Saving out: from the menu of a take, many at once, and by a drag to another program. */
import { readFile } from 'node:fs/promises'
import { expect, test } from './kit/story.ts'

test('a take is saved from its menu by keys alone, several as an archive, and a drag carries the file @wide', async ({ studio, service }) => {
  const { page } = studio
  await studio.enterWith(service)
  await studio.shell.go('Make')
  await studio.make.speak('The light was out.')
  await studio.make.speak('Then the fog came in.')
  await studio.shell.go('Library')
  await expect(studio.library.takes).toHaveCount(2)

  const card = studio.library.takes.filter({ hasText: 'The light was out' })
  await card.focus()
  await page.keyboard.press('Shift+F10')
  const menu = page.getByRole('menu')
  await expect(menu.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(card, 'the focus goes back').toBeFocused()

  await card.click({ button: 'right' })
  const one = await studio.save(() => menu.getByRole('menuitem', { name: /^Save as…/ }).click())
  expect(one.name).toBe('The light was out.wav')
  expect((await readFile(one.path)).subarray(0, 4).toString()).toBe('RIFF')

  await card.hover()
  await page.mouse.down()
  await page.mouse.up()
  await expect.poll(() => card.evaluate((element) => {
    const dataTransfer = new DataTransfer()
    element.dispatchEvent(new DragEvent('dragstart', { dataTransfer, bubbles: true }))
    return dataTransfer.getData('DownloadURL')
  })).toMatch(/^audio\/wav:The light was out\.wav:http:\/\/127\.0\.0\.1:\d+\/media\//)

  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+s')
  await page.getByLabel('File names').fill('{number}-{title}')
  await expect(page.getByText('1-Then the fog came in.wav')).toBeVisible()
  const many = await studio.save(() => page.getByRole('button', { name: /^Save as ZIP/ }).click())
  expect(many.name).toMatch(/^Takeroom \d{4}-\d\d-\d\d\.zip$/)
  expect((await readFile(many.path)).includes('2-The light was out.wav')).toBe(true)
})
