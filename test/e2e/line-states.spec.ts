/** Lines that are kept without being spoken, locked or muted, several lines at once, and words that are replaced. */
import { expect, test } from './kit/story.ts'

const scene = [
  'MARA: The boat is gone.',
  '(Thunder.)',
  'IVO: It was never ours.',
  'MARA: Then whose boat was it?',
  'NARRATOR: Nobody knew.',
  'It rained.',
].join('\n\n')

test.describe('lines of a script', () => {
  test('that nobody speaks, that are locked or muted, are generated, counted and played accordingly', async ({ studio, service }) => {
    test.slow()
    await studio.enterWith(service)
    await studio.projects.create('The boat')
    const { script, page, shell } = studio
    await script.paste(scene, 6)
    // A narrator is a person like others; a line without a speaker has none.
    await expect(script.casting.getByRole('button', { name: /^NARRATOR / })).toContainText('1 line')
    await expect(script.casting.getByRole('button', { name: /^No speaker / })).toContainText('1 line')
    await expect(script.line(2)).toContainText('Direction')
    await expect(script.line(2).getByRole('button', { name: 'Generate this line' })).toHaveCount(0)
    for (const speaker of ['MARA', 'IVO', 'NARRATOR', 'No speaker'])
      await script.cast(speaker, 'Higgs 2.5', 'Linda')
    await expect(script.make).toHaveText(/Generate 5 lines/)

    await script.line(4).getByRole('button', { name: 'Select line 4' }).click()
    await page.keyboard.press('Alt+u')
    await expect(script.line(4)).toContainText('Direction')
    await page.keyboard.press('Escape')
    await expect(script.make).toHaveText(/Generate 4 lines/)
    await page.keyboard.press('Control+z')
    await expect(script.make).toHaveText(/Generate 5 lines/)

    await script.line(5).click({ button: 'right', position: { x: 60, y: 10 } })
    await page.getByRole('menuitem', { name: 'Mute or unmute' }).click()
    await expect(script.line(5)).toContainText('Muted')
    await script.make.click()
    await expect(script.allMade).toBeVisible()
    expect(service.spoken().toSorted()).toEqual([
      ...['It rained.', 'It was never ours.', 'Nobody knew.', 'The boat is gone.', 'Then whose boat was it?'],
    ])

    // A locked line keeps its words and its outdated take.
    await script.line(1).click({ button: 'right', position: { x: 60, y: 10 } })
    await page.getByRole('menuitem', { name: 'Lock or unlock' }).click()
    await expect(script.line(1)).toContainText('Locked')
    await expect(script.text(1)).toHaveAttribute('readonly')
    await expect(script.line(1).getByRole('button', { name: 'Delete line' })).toBeDisabled()
    await script.cast('MARA', 'Higgs 2.5', 'Jack')
    await expect(script.state(1, 'Outdated')).toBeVisible()
    await expect(script.make).toHaveText(/Generate 1 line/)

    // What is muted and what nobody speaks is not in the sequence.
    await shell.goToPart('Timeline')
    await studio.timeline.assemble.click()
    await expect(studio.timeline.clip(/line 1,/).first()).toBeVisible()
    await expect(studio.timeline.clip(/line 6,/).first()).toBeVisible()
    await expect(studio.timeline.clip(/line 5,/)).toHaveCount(0)
    await expect(studio.timeline.clip(/line 2,/)).toHaveCount(0)
  })

  test('are selected together, changed, merged and deleted, each as one step of undo', async ({ studio, service }) => {
    test.slow()
    await studio.enterWith(service)
    await studio.projects.create('The boat')
    const { script, page } = studio
    await script.paste(scene, 6)
    const bar = page.getByRole('toolbar', { name: 'Selected lines' })
    const before = await script.texts()

    await script.text(3).click({ modifiers: ['ControlOrMeta'] })
    await script.text(4).click({ modifiers: ['ControlOrMeta'] })
    await expect(bar).toContainText('2 lines selected')
    await bar.getByRole('combobox', { name: 'Speaker' }).fill('BEN')
    await bar.getByRole('combobox', { name: 'Speaker' }).press('Enter')
    await expect(script.line(3).getByRole('combobox', { name: 'Speaker' })).toHaveValue('BEN')
    await expect(script.line(4).getByRole('combobox', { name: 'Speaker' })).toHaveValue('BEN')
    await bar.getByRole('button', { name: 'Merge lines' }).click()
    await expect.poll(script.texts).toEqual([...before.slice(0, 2), `${before[2]} ${before[3]}`, ...before.slice(4)])
    await expect(bar).toHaveCount(0)
    await page.keyboard.press('Control+z')
    await expect.poll(script.texts).toEqual(before)
    await page.keyboard.press('Control+z')
    await expect(script.line(3).getByRole('combobox', { name: 'Speaker' })).toHaveValue('IVO')
    await expect(script.line(4).getByRole('combobox', { name: 'Speaker' })).toHaveValue('MARA')

    // From the end of a line, Shift and an arrow select lines; outside of fields, Ctrl+A selects all.
    await script.text(1).press('End')
    await script.text(1).press('Shift+ArrowDown')
    await expect(bar).toContainText('2 lines selected')
    await page.keyboard.press('Shift+ArrowDown')
    await expect(bar).toContainText('3 lines selected')
    await page.keyboard.press('Shift+ArrowUp')
    await expect(bar).toContainText('2 lines selected')
    await page.keyboard.press('Escape')
    await expect(bar).toHaveCount(0)
    await script.line(2).getByRole('button', { name: 'Select line 2' }).click()
    await page.keyboard.press('Control+a')
    await expect(bar).toContainText('6 lines selected')
    await page.keyboard.press('Escape')

    await script.line(2).getByRole('button', { name: 'Select line 2' }).click()
    await script.text(5).click({ modifiers: ['Shift'] })
    await expect(bar).toContainText('4 lines selected')
    await page.keyboard.press('Delete')
    await expect.poll(script.texts).toEqual([before[0], before[5]])
    await studio.shell.news.undo()
    await expect.poll(script.texts).toEqual(before)
  })

  test('only those selected are generated, with their number on the button @wide', async ({ studio, service }) => {
    await studio.enterWith(service)
    await studio.projects.create('The boat')
    const { script, page } = studio
    await script.paste(scene, 6)
    await script.cast('MARA', 'Higgs 2.5', 'Linda')
    await script.cast('IVO', 'Higgs 2.5', 'Jack')
    await script.text(1).click({ modifiers: ['ControlOrMeta'] })
    await script.text(2).click({ modifiers: ['ControlOrMeta'] })
    await script.text(3).click({ modifiers: ['ControlOrMeta'] })
    await page.getByRole('toolbar', { name: 'Selected lines' }).getByRole('button', { name: /^Generate 2 lines \(35 characters\)/ }).click()
    await expect(script.state(1, 'Generated')).toBeVisible()
    await expect(script.state(3, 'Generated')).toBeVisible()
    expect(service.spoken().toSorted()).toEqual(['It was never ours.', 'The boat is gone.'])
  })

  test('have words replaced that were shown before, one or all at once; locked lines are told', async ({ studio, service }) => {
    await studio.enterWith(service)
    await studio.projects.create('The boat')
    const { script, page } = studio
    await script.paste(scene, 6)
    await page.keyboard.press('Control+Shift+h')
    await page.getByRole('searchbox', { name: 'Find in script' }).fill('boat')
    const panel = page.getByRole('region', { name: 'Find and replace' })
    await panel.getByRole('textbox', { name: 'Replace with' }).fill('ship')
    await expect(panel.getByRole('status')).toHaveText('2 places in 2 lines.')
    await expect(panel.getByRole('list', { name: 'Changes' }).getByRole('listitem').first()).toContainText('The boatship is gone.')
    await panel.getByRole('button', { name: 'Replace in line 1' }).click()
    await expect(script.text(1)).toHaveValue('The ship is gone.')
    await expect(script.text(4)).toHaveValue('Then whose boat was it?')
    await page.getByRole('searchbox', { name: 'Find in script' }).fill('it')
    await panel.getByRole('checkbox', { name: 'Whole words' }).check()
    await expect(panel.getByRole('status')).toHaveText('3 places in 3 lines.')
    await script.line(6).click({ button: 'right', position: { x: 60, y: 10 } })
    await page.getByRole('menuitem', { name: 'Lock or unlock' }).click()
    await expect(panel.getByRole('status')).toHaveText('2 places in 2 lines. 1 locked line is skipped.')
    await panel.getByRole('checkbox', { name: 'Match case' }).check()
    await expect(panel.getByRole('status')).toHaveText('1 place in 1 line.')
    await panel.getByRole('checkbox', { name: 'Match case' }).uncheck()
    await panel.getByRole('button', { name: 'Replace all' }).click()
    await expect(script.text(3)).toHaveValue('ship was never ours.')
    await expect(script.text(4)).toHaveValue('Then whose boat was ship?')
    await studio.shell.news.undo()
    await expect(script.text(3)).toHaveValue('It was never ours.')
    await expect(script.text(4)).toHaveValue('Then whose boat was it?')
  })

  test('that ask for the very same share one new take, bought once, and one alone gets its own', async ({ studio, service }) => {
    test.slow()
    await studio.enterWith(service)
    await studio.projects.create('The call')
    const { script, page } = studio
    /** A line that has a take counts as generated meanwhile, and a new take is listed before the line uses it. */
    async function usesOwnTake(place: number, take: number): Promise<void> {
      await script.line(place).getByTitle('Show takes of this line').click()
      await expect(script.line(place).getByRole('listitem').filter({ hasText: `Take ${take}` })).toContainText('In use')
      await script.line(place).getByTitle('Hide takes').click()
    }
    await script.paste(['MARA: Yes.', '(Thunder.)', 'MARA: Yes.', 'MARA: Yes.'].join('\n\n'), 4)
    await script.cast('MARA', 'Higgs 2.5', 'Linda')
    await script.make.click()
    for (const place of [1, 3, 4])
      await expect(script.state(place, 'Generated')).toBeVisible()
    expect(service.spoken()).toEqual(['Yes.'])

    await expect(script.allMade).toBeVisible()
    await page.keyboard.press('Escape')
    await script.text(1).click({ modifiers: ['ControlOrMeta'] })
    await script.text(3).click({ modifiers: ['ControlOrMeta'] })
    await script.text(4).click({ modifiers: ['ControlOrMeta'] })
    const bar = page.getByRole('toolbar', { name: 'Selected lines' })
    await bar.getByRole('button', { name: 'Retake 3 lines · 1 take' }).click()
    await expect(page.getByText('1 take queued for 3 lines.')).toBeVisible()
    await expect.poll(() => service.spoken()).toEqual(['Yes.', 'Yes.'])
    await usesOwnTake(1, 2)
    await page.keyboard.press('Escape')
    await script.text(3).click()
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(page.getByText('The new take is for this line only. 2 other lines keep the take that they share.')).toBeVisible()
    await expect.poll(() => service.spoken()).toEqual(['Yes.', 'Yes.', 'Yes.'])
    await usesOwnTake(3, 1)
    await page.keyboard.press('Escape')
    await page.keyboard.press('ControlOrMeta+z')
    await expect(page.getByText('choose a take for line 3')).toBeVisible()
    await page.keyboard.press('ControlOrMeta+z')
    await expect(page.getByText('choose a take for 3 lines')).toBeVisible()
  })
})
