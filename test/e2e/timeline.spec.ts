/** Editing in the timeline by hand: dragging, trimming, splitting, undo that outlives the page, and a second page in step. */
import { holdWire } from './kit/cut-wire.ts'
import { expect, test } from './kit/story.ts'
import { openTitles } from './kit/titles.ts'
import { studioGone } from './kit/watch.ts'
import { timelineRoom } from './pages/timeline-room.ts'

test.describe('the timeline', () => {
  test('drags, trims and splits; Escape gives a drag up; undo outlives a reload; a second page stays in step @short', async ({ studio, hostName }) => {
    test.skip(hostName !== 'web', 'a second page and calls from outside exist on the web host only')
    await openTitles(studio)
    const { timeline, page } = studio
    await timeline.expectPlaces('2.0 s at 0:00.0', '2.0 s at 0:03.0')
    const other = await studio.running.openAnother()
    await other.goto(page.url())
    const there = timelineRoom(other)
    await there.clips.first().waitFor()

    // One second, in pixels, from what is on the screen.
    const width = (await timeline.clip(/^Two/).boundingBox())?.width ?? 0
    const second = (width + 1) / 2
    await page.keyboard.press('n')
    await timeline.drag(timeline.clip(/^Two/), 40, second)
    await timeline.expectPlaces('2.0 s at 0:00.0', '2.0 s at 0:04.0')
    await there.expectPlaces('2.0 s at 0:00.0', '2.0 s at 0:04.0')
    await timeline.drag(timeline.clip(/^One/), -2, -second, { drop: false })
    await expect(page.getByText('-00:00:01:00 · 00:00:01:00')).toBeVisible()
    await page.mouse.up()
    await timeline.expectPlaces('1.0 s at 0:00.0', '2.0 s at 0:04.0')

    await timeline.drag(timeline.clip(/^One/), 30, second * 2, { drop: false })
    await timeline.expectPlaces('1.0 s at 0:02.0', '2.0 s at 0:04.0')
    await page.keyboard.press('Escape')
    await page.mouse.up()
    await timeline.expectPlaces('1.0 s at 0:00.0', '2.0 s at 0:04.0')

    await page.keyboard.press('End')
    await page.keyboard.press('Shift+ArrowLeft')
    await page.keyboard.press('s')
    await timeline.expectPlaces('1.0 s at 0:00.0', '1.0 s at 0:04.0', '1.0 s at 0:05.0')
    await there.expectPlaces('1.0 s at 0:00.0', '1.0 s at 0:04.0', '1.0 s at 0:05.0')
    await timeline.saved.waitFor()

    await page.reload()
    await timeline.expectPlaces('1.0 s at 0:00.0', '1.0 s at 0:04.0', '1.0 s at 0:05.0')
    await expect(page.getByRole('region', { name: 'Preview' }).getByText('00:00:05:00')).toBeVisible()
    for (const places of [
      ['1.0 s at 0:00.0', '2.0 s at 0:04.0'],
      ['2.0 s at 0:00.0', '2.0 s at 0:04.0'],
      ['2.0 s at 0:00.0', '2.0 s at 0:03.0'],
    ]) {
      await page.keyboard.press('Control+z')
      await timeline.expectPlaces(...places)
    }
    await page.keyboard.press('Control+y')
    await there.expectPlaces('2.0 s at 0:00.0', '2.0 s at 0:04.0')

    // What happens while this page is in another room is there when it comes back.
    await studio.shell.goToPart('Script')
    await expect(timeline.grid).toHaveCount(0)
    await other.keyboard.press('Control+z')
    await there.expectPlaces('2.0 s at 0:00.0', '2.0 s at 0:03.0')
    await studio.shell.goToPart('Timeline')
    await timeline.expectPlaces('2.0 s at 0:00.0', '2.0 s at 0:03.0')
    await other.close()
  })

  test('a step made while the connection is lost is kept by the browser over a reload, and made once', async ({ studio, hostName, watch }) => {
    test.skip(hostName !== 'web', 'a window of the app has no wire to lose')
    watch.expect(studioGone)
    await openTitles(studio)
    const { timeline, page } = studio
    const wire = await holdWire(page)
    await page.reload()
    await timeline.clip(/^One/).click()
    await wire.cut()
    await page.keyboard.press('Delete')
    await timeline.expectPlaces('2.0 s at 0:03.0')
    await expect(page.getByText('1 change is kept in this browser and will be sent when Takeroom is back.')).toBeVisible()
    // What main was not asked for is taken back and made again here.
    await page.keyboard.press('Control+z')
    await timeline.expectPlaces('2.0 s at 0:00.0', '2.0 s at 0:03.0')
    await page.keyboard.press('Control+Shift+z')
    await timeline.expectPlaces('2.0 s at 0:03.0')
    await page.reload()
    await wire.restore()
    await timeline.saved.waitFor()
    await timeline.expectPlaces('2.0 s at 0:03.0')
    await expect(page.getByText(/changes? (?:is|are) kept/)).toHaveCount(0)
    await page.keyboard.press('Control+z')
    await timeline.expectPlaces('2.0 s at 0:00.0', '2.0 s at 0:03.0')
  })

  test('a title is dragged on the preview: its numbers follow, Escape gives up, a drag is one step, and arrows step unless Ctrl is held', async ({ studio, hostName }) => {
    test.skip(hostName !== 'web', 'calls from outside exist on the web host only')
    await openTitles(studio)
    const { timeline, page } = studio
    await timeline.clip(/^One/).click()
    const frame = page.getByRole('group', { name: /^Transform box of One/ })
    const across = timeline.inspector.getByRole('spinbutton', { name: 'Position X' })
    const picture = page.getByRole('img', { name: /^Frame at/ })
    /** From its middle, by this share of its width. The room around it may still change: a hint of the project comes late. */
    const pull = async (by: number): Promise<void> => {
      const { x, y, width, height } = await picture.boundingBox() ?? { x: 0, y: 0, width: 0, height: 0 }
      const [left, top] = [x + width / 2, y + height / 2]
      await page.mouse.move(left, top)
      await page.mouse.down()
      await page.mouse.move(left + width * by / 2, top + 3)
      await page.mouse.move(left + width * by, top + 3)
    }
    await pull(1 / 4)
    await expect(across).toHaveValue('25')
    await page.keyboard.press('Escape')
    await page.mouse.up()
    await expect(across).toHaveValue('0')

    await pull(1 / 4)
    await page.mouse.up()
    await expect(across).toHaveValue('25')
    // Nothing has begun to play: the click that ends a drag is not one on the picture.
    const at = await timeline.playhead()
    await page.keyboard.press('ArrowRight')
    await expect.poll(timeline.playhead).not.toBe(at)
    await page.keyboard.press('ArrowLeft')
    await expect.poll(timeline.playhead).toBe(at)
    await expect(across).toHaveValue('25')
    await page.keyboard.down('Control')
    for (let pixels = 0; pixels < 32; pixels++)
      await page.keyboard.down('ArrowRight')
    await page.keyboard.up('ArrowRight')
    await expect(across).toHaveValue('27.5')
    await page.keyboard.up('Control')
    expect(await timeline.playhead()).toBe(at)
    await frame.dblclick()
    await expect(across).toHaveValue('0')
    for (const value of ['27.5', '25', '0']) {
      await page.keyboard.press('Control+z')
      await expect(across).toHaveValue(value)
    }
  })

  test('is worked without a mouse: arrows in the grid, the menu of a clip, and single keys that are dead while typing @wide', async ({ studio, hostName }) => {
    test.skip(hostName !== 'web', 'calls from outside exist on the web host only')
    await openTitles(studio)
    const { timeline, page } = studio
    await timeline.clip(/^One/).focus()
    await page.keyboard.press('ArrowRight')
    await expect(timeline.clip(/^Two/)).toBeFocused()
    await expect(timeline.clip(/^Two/)).toHaveAttribute('aria-selected', 'true')
    const words = timeline.inspector.getByRole('textbox', { name: 'Text' })
    await words.fill('Two and s')
    await words.press('Escape')
    await expect(timeline.clip(/^Two and s, 2.0 seconds/)).toBeVisible()
    await timeline.expectPlaces('2.0 s at 0:00.0', '2.0 s at 0:03.0')
    await timeline.clip(/^Two/).focus()
    await page.keyboard.press('Shift+F10')
    await expect(timeline.menu.getByRole('menuitem').first()).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Escape')
    await expect(timeline.menu).toHaveCount(0)
    await expect(timeline.clip(/^Two/)).toBeFocused()
    await page.keyboard.press('Shift+F10')
    await page.keyboard.press('d')
    await page.keyboard.press('Enter')
    await timeline.expectPlaces('2.0 s at 0:00.0')
    // The menu of a track: a name, and the track below it.
    await page.getByRole('button', { name: 'Menu of V1 Video' }).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Rename track' }).getByRole('textbox').fill('Stills')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Menu of V1 Stills' })).toBeFocused()
    await studio.shell.command('Add caption')
    await timeline.expectPlaces('2.0 s at 0:00.0', '2.0 s at 0:00.0')
    await timeline.tools.getByRole('button', { name: /^Undo/ }).click()
    await timeline.expectPlaces('2.0 s at 0:00.0')
  })

  test('answers to the hands of other editors: double clicks, gaps, copies with Alt, the wheel, markers with names', async ({ studio, hostName }) => {
    test.skip(hostName !== 'web', 'calls from outside exist on the web host only')
    await openTitles(studio)
    const { timeline, page } = studio
    const [one, two] = [timeline.clip(/^One/), timeline.clip(/^Two/)]
    await two.dblclick()
    await expect(timeline.inspector.getByRole('textbox', { name: 'Text' })).toBeFocused()
    await page.keyboard.press('Escape')

    // Zooming with the wheel leaves what is under the pointer there; Shift+Z shows all again.
    const boxOf = async (clip = two) => await clip.boundingBox() ?? { x: 0, y: 0, width: 0, height: 0 }
    const before = await boxOf()
    await page.mouse.move(before.x, before.y + 20)
    await page.keyboard.down('Alt')
    await page.mouse.wheel(0, -200)
    await page.keyboard.up('Alt')
    await expect.poll(async () => (await boxOf()).width).toBeGreaterThan(before.width * 1.2)
    expect(Math.abs((await boxOf()).x - before.x)).toBeLessThan(3)
    await page.keyboard.press('Shift+Z')
    await expect.poll(async () => Math.abs((await boxOf()).width - before.width)).toBeLessThan(2)

    // Between the clips: a click and Shift+Delete, or the menu there.
    const gap = { x: before.x - before.width / 4, y: before.y + before.height / 2 }
    await page.mouse.click(gap.x, gap.y)
    await page.keyboard.press('Shift+Delete')
    await timeline.expectPlaces('2.0 s at 0:00.0', '2.0 s at 0:02.0')
    await page.keyboard.press('Control+z')
    await timeline.expectPlaces('2.0 s at 0:00.0', '2.0 s at 0:03.0')
    await page.mouse.click(gap.x, gap.y, { button: 'right' })
    await timeline.menu.getByText('Close gap').click()
    await timeline.expectPlaces('2.0 s at 0:00.0', '2.0 s at 0:02.0')

    await page.keyboard.press('n')
    await page.keyboard.down('Alt')
    await timeline.drag(one, 40, 2 * before.width)
    await page.keyboard.up('Alt')
    await timeline.expectPlaces('2.0 s at 0:00.0', '2.0 s at 0:02.0', '2.0 s at 0:04.0')

    await two.click()
    for (const key of ['x', 'Shift+I', 'm', 'm'])
      await page.keyboard.press(key)
    await expect.poll(() => timeline.playhead()).toBe('00:00:02:00')
    await page.keyboard.type('Second title')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Second title at 00:00:02:00' })).toBeVisible()
    await page.keyboard.press('Shift+O')
    await expect.poll(() => timeline.playhead()).toBe('00:00:03:29')
    await page.keyboard.press('Shift+ArrowUp')
    await page.keyboard.press('Alt+m')
    await expect(page.getByRole('button', { name: /^Second title at/ })).toHaveCount(0)

    await studio.shell.command('Add caption')
    await timeline.clip(/^Caption,/).dblclick()
    await expect(timeline.typed).toBeFocused()
    await page.keyboard.type('Left with Escape')
    await page.keyboard.press('Escape')
    await expect(timeline.clip(/^Left with Escape,/)).toBeVisible()
    await timeline.clip(/^Left with Escape,/).dblclick()
    await page.keyboard.type('Kept')
    await page.keyboard.press('Enter')
    await expect(timeline.clip(/^Kept,/)).toBeVisible()
    await expect(timeline.typed).toHaveCount(0)
    await expect(timeline.tools.getByRole('button', { name: 'Undo: Edit caption' })).toBeVisible()
  })

  test('is worked with keys that a person chose, which no other act keeps', async ({ studio, hostName }) => {
    test.skip(hostName !== 'web', 'calls from outside exist on the web host only')
    await openTitles(studio)
    const { timeline, page } = studio
    await page.keyboard.press('?')
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await dialog.getByRole('button', { name: 'Edit shortcuts' }).click()
    await dialog.getByRole('button', { name: 'Change shortcut for “Split at playhead”' }).click()
    await page.keyboard.press('m')
    await expect(dialog.getByText('M is used by “Marker at playhead”.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Use it here instead' }).click()
    await expect(dialog.getByRole('button', { name: 'Reset shortcut for “Split at playhead”' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await page.reload()
    await timeline.clips.first().waitFor()
    await page.keyboard.press('Home')
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('s')
    await page.keyboard.press('m')
    await timeline.expectPlaces('1.0 s at 0:00.0', '1.0 s at 0:01.0', '2.0 s at 0:03.0')
    await page.keyboard.press('?')
    await dialog.getByRole('button', { name: 'Edit shortcuts' }).click()
    await dialog.getByRole('button', { name: 'Reset all shortcuts' }).click()
    await expect(dialog.getByRole('button', { name: /^Reset shortcut/ })).toHaveCount(0)
  })
})
