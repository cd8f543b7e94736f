/**
 * Image edits: one source or several, from files, clipboard, library and results, and the comparison with the source.
 */
import type { MediaKit } from '../kit/media.ts'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { openMediaKit } from '../kit/media.ts'
import { expect, test as story } from './kit/story.ts'
import { give, handed, holdFiles } from './pages/files.ts'

const test = story.extend<{ media: MediaKit }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright wants the pattern, and this needs no other fixture.
  media: async ({}, use) => {
    const media = await openMediaKit()
    await use(media)
    await media.close()
  },
})

const hashOf = async (path: string): Promise<string> => createHash('sha256').update(await readFile(path)).digest('hex')

test.describe('image edits', () => {
  test('an edit is shown over its source, and the divider moves with the arrow keys @wide', async ({ studio, service, media }) => {
    await studio.enterWith(service)
    await studio.shell.go('Make')
    await studio.make.open('Edit')
    const { form, field, prompt, results } = studio.make
    await give(
      field('Source images').locator('.file-drop'),
      'drop',
      [await handed(await media.picture('quay.png', { width: 640, height: 480 }))],
    )
    await expect(form.locator('.held-file')).toContainText('quay')
    await prompt.fill('Make it dusk')
    await studio.make.unfold('Output')
    await studio.make.chooseField('File type', 'jpg')
    await studio.make.unfold('Advanced')
    await field('Binary response').getByRole('switch').click()
    await studio.make.send()

    const over = results.getByRole('group', { name: 'Before and after: “Make it dusk”' })
    await expect(over.getByRole('img', { name: 'Make it dusk', exact: true })).toBeVisible()
    await expect(over.getByRole('img', { name: 'Before: “quay.png”' })).toBeVisible()
    const line = over.getByRole('slider', { name: 'Divider between Before and After' })
    await expect(line).toHaveAttribute('aria-valuenow', '50')
    await line.focus()
    await studio.page.keyboard.press('ArrowRight')
    await studio.page.keyboard.press('Shift+ArrowRight')
    await expect(line).toHaveAttribute('aria-valuenow', '62')
    await studio.page.keyboard.press('End')
    await expect(line).toHaveAttribute('aria-valuetext', '100% Before')
    await studio.make.stage.getByRole('button', { name: 'Compare with source image' }).click()
    await expect(line).toHaveCount(0)

    const [work] = service.ledger()
    expect(work).toMatchObject({ kind: 'edit', model: 'qwen-image-edit-2511', values: { prompt: 'Make it dusk', output_format: 'jpg' } })
    await studio.make.stage.getByRole('button', { name: 'Details' }).click()
    await expect(studio.library.inspector).toContainText('image/jpeg')
    await expect(studio.library.inspector.getByRole('list').getByRole('button', { name: 'quay' })).toBeVisible()
  })

  test('sources are added by drop, paste and from the library, can be reordered and removed', async ({ studio, service, media }) => {
    const paths = await Promise.all([
      'red',
      'green',
      'blue',
      'yellow',
    ].map(colour => media.picture(`${colour}.png`, { width: 320, height: 240, colour })))
    const [red, green, blue, yellow] = paths as [string, string, string, string] // One for each of the four colours.
    await studio.enterWith(service)
    await studio.shell.go('Library')
    await studio.library.import([blue])
    await expect(studio.library.takes).toHaveCount(1)
    await studio.shell.go('Make')
    await studio.make.open('Edit')
    const { form, field, prompt } = studio.make
    const place = field('Source images').locator('.file-drop')
    const held = form.locator('.held-file')
    await give(place, 'drop', [await handed(red), await handed(yellow)])
    await expect(held).toHaveCount(2)
    await give(prompt, 'paste', [await handed(green)])
    await expect(held).toHaveCount(3)
    await place.getByRole('button', { name: 'From the library' }).click()
    const picker = studio.page.getByRole('dialog', { name: 'Source images: from the library' })
    await picker.getByRole('textbox').fill('blue')
    await expect(picker.locator('.take-card')).toHaveCount(1)
    await picker.locator('.take-card').click()
    await picker.getByRole('button', { name: 'Use 1' }).click()
    await expect(held).toHaveCount(4)

    await held.filter({ hasText: 'yellow' }).getByRole('button', { name: 'Remove' }).click()
    await held.filter({ hasText: 'blue' }).getByRole('button', { name: 'Move up' }).click()
    await held.filter({ hasText: 'blue' }).getByRole('button', { name: 'Move up' }).click()
    await expect(held).toHaveText([/^blue\D+1/, /^red\D+2/, /^green\D+3/])
    await prompt.fill('Join them')
    await studio.make.send()
    await expect(studio.page.locator('.before-after')).toBeVisible()
    const sent = service.ledger()[0]?.files.map(file => file.name.replace(/\..*$/, '')) ?? []
    expect(sent).toEqual((await Promise.all([blue, red, green].map(hashOf))).map(hash => hash.slice(0, sent[0]?.length)))
  })

  test('nothing can be sent while another source is still being imported @web', async ({ studio, service, media }) => {
    const { make, page } = studio
    await studio.enterWith(service)
    await studio.shell.go('Make')
    await make.open('Video')
    const place = make.form.locator('.file-drop')
    await give(place, 'drop', [await handed(await media.picture('before.png', { width: 320, height: 240, colour: 'red' }))])
    await expect(make.form.locator('.held-file')).toContainText('before')
    await make.prompt.fill('It sways')

    const letIn = await holdFiles(page)
    const after = await media.picture('after.png', { width: 320, height: 240, colour: 'blue' })
    await give(place, 'drop', [await handed(after)])
    await expect(place).toContainText('Importing after.png…')
    await expect(make.form.locator('button[type=submit]')).toBeDisabled()
    await make.prompt.press('Control+Enter')
    // Ctrl+Enter works anywhere in the room, not only in the form.
    await make.results.click({ position: { x: 20, y: 20 } })
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('list', { name: 'Notifications' })).toContainText('A file is still being imported')
    letIn()
    await expect(make.form.locator('.held-file')).toContainText('after')
    expect(service.ledger()).toEqual([])
    await make.prompt.press('Control+Enter')
    await expect.poll(() => service.ledger()).toHaveLength(1)
    expect(await hashOf(after)).toContain(service.ledger()[0]?.files[0]?.name.replace(/\..*$/, ''))
  })

  test('a result is dragged onto the source field, and a model that generates can edit as well', async ({ studio, service }) => {
    await studio.enterWith(service)
    await studio.shell.go('Make')
    await studio.make.open('Image')
    await studio.make.draw('A pier in fog')
    await studio.make.stage.getByRole('button', { name: 'Edit image' }).click()
    const { form, prompt, results } = studio.make
    await expect(form.locator('.held-file')).toContainText('A pier in fog')
    await studio.make.chooseModel('Eigen Image')
    await expect(form.locator('.held-file')).toContainText('A pier in fog')
    await prompt.fill('With gulls')
    await studio.make.send()
    await expect(results.locator('.before-after')).toBeVisible()
    await form.getByRole('button', { name: 'Remove' }).click()
    await results.locator('.take-card').filter({ hasText: 'With gulls' }).dragTo(form.locator('.file-drop'))
    await expect(form.locator('.held-file')).toContainText('With gulls')
    await prompt.fill('At night')
    await studio.make.send()
    await expect(results.getByRole('group', { name: 'Before and after: “At night”' })).toBeVisible()
    expect(service.ledger().map(work => [work.kind, work.model])).toEqual([
      ['image', 'eigen-image'],
      ['edit', 'eigen-image'],
      ['edit', 'eigen-image'],
    ])
  })

  test('an unusable file is refused at the field, and nothing is sent', async ({ studio, service, media, watch }) => {
    watch.expect(/415 \(Unsupported Media Type\)/)
    await studio.enterWith(service)
    await studio.shell.go('Make')
    await studio.make.open('Edit')
    const { form, field, prompt } = studio.make
    const row = field('Source images')
    const place = row.locator('.file-drop')
    const base64 = (text: string): string => Buffer.from(text).toString('base64')

    await prompt.fill('Make it dusk')
    await studio.make.send()
    await expect(row.getByRole('status')).toContainText('One of these is required')
    await give(place, 'drop', [{ name: 'letter.pdf', type: 'application/pdf', base64: base64('%PDF-1.4 a letter') }])
    await expect(row.getByRole('alert')).toContainText('“letter.pdf” does not fit here: use images (PNG, JPEG, WebP).')
    await give(place, 'drop', [{ name: 'moving.gif', type: 'image/gif', base64: base64('GIF89a') }])
    await expect(row.getByRole('alert')).toContainText('“moving.gif” does not fit')
    await give(place, 'drop', [{ name: 'nothing.png', type: 'image/png', base64: '' }])
    await expect(row.getByRole('alert')).toContainText('“nothing.png” is empty.')
    const broken = (await readFile(await media.picture('broken.png'))).subarray(0, 24)
    await give(place, 'drop', [{ name: 'broken.png', type: 'image/png', base64: broken.toString('base64') }])
    await expect(row.getByRole('alert')).toContainText('broken.png')
    await give(place, 'drop', [{ name: 'really-a-letter.png', type: 'image/png', base64: base64('%PDF-1.4 a letter') }])
    await expect(row.getByRole('alert')).toContainText('“really-a-letter.png” is not supported')
    await expect(form.locator('.held-file')).toHaveCount(0)

    await give(place, 'drop', [await handed(await media.picture('gone-soon.png'))])
    await expect(form.locator('.held-file')).toContainText('gone-soon')
    await studio.shell.go('Library')
    await studio.library.take('gone-soon').click()
    await studio.page.keyboard.press('Delete')
    await studio.library.facet('Trash').click()
    await studio.library.take('gone-soon').click()
    await studio.library.inspector.getByRole('button', { name: 'Delete permanently…' }).click()
    await studio.page.locator('[data-question]').getByRole('button', { name: 'Delete permanently' }).click()
    await expect(studio.library.takes).toHaveCount(0)
    await studio.shell.go('Make')
    await expect(form.locator('.held-file')).toContainText('The file no longer exists.')
    await studio.make.send()
    await expect(row.getByRole('status').filter({ hasText: 'Must be a file.' })).toBeVisible()
    expect(service.ledger()).toEqual([])
  })

  test('images are compared side by side, and zooming one zooms all', async ({ studio, service, media }) => {
    await studio.enterWith(service)
    await studio.shell.go('Library')
    const { library, page } = studio
    await library.import([
      await media.picture('one.png', { width: 1200, height: 900 }),
      await media.picture('two.png', { width: 600, height: 450, colour: 'blue' }),
      await media.tone('bell.wav'),
    ])
    await expect(library.takes).toHaveCount(3)
    await library.take('one').click()
    await library.take('two').click({ modifiers: ['Control'] })
    await library.selection.getByRole('button', { name: 'Compare' }).click()
    const dialog = page.getByRole('dialog', { name: '2 images side by side' })
    await expect(dialog.getByRole('img')).toHaveCount(2)
    const figure = (name: string) => dialog.getByRole('listitem').filter({ hasText: name })
    const percent = (name: string) => figure(name).locator('.percent')
    const placeOf = (name: string): Promise<string> => figure(name).getByRole('img').evaluate(image => image.style.transform)
    // Images have their natural size until their frames are measured.
    await expect(percent('one.png')).not.toHaveText('100%')
    const fitted = [await percent('one.png').textContent() ?? '', await percent('two.png').textContent() ?? '']

    await figure('one.png').locator('.picture-view').focus()
    await page.keyboard.press('1')
    await expect(percent('one.png')).toHaveText('100%')
    await expect(percent('two.png')).not.toHaveText(fitted[1] ?? '')
    const before = [await placeOf('one.png'), await placeOf('two.png')]
    const box = await figure('one.png').locator('.picture-view').boundingBox()
    await page.mouse.move((box?.x ?? 0) + 60, (box?.y ?? 0) + 60)
    await page.mouse.wheel(0, -200)
    await expect(percent('one.png')).not.toHaveText('100%')
    expect(await placeOf('one.png')).not.toBe(before[0])
    expect(await placeOf('two.png')).not.toBe(before[1])
    await page.keyboard.press('0')
    await expect(percent('one.png')).toHaveText(fitted[0] ?? '')
    await expect(percent('two.png')).toHaveText(fitted[1] ?? '')
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  })
})
