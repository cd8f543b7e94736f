/** Batches of images: how many, which and at what cost is shown before anything is sent. */
import type { Page } from '@playwright/test'
import { expect, test } from './kit/story.ts'
import { choose } from './pages/parts.ts'

function panelOf(page: Page) {
  const panel = page.getByRole('dialog', { name: 'Batch' })
  return {
    panel,
    list: panel.getByRole('region', { name: 'Requests' }).getByRole('listitem'),
    cost: panel.getByRole('status').filter({ hasText: /request/ }),
    send: panel.getByRole('button', { name: /^Send/ }),
    by: (way: string) => panel.getByRole('radio', { name: way }).click(),
    field: (name: string) => panel.getByRole('textbox', { name }),
    chooseAxis: (name: string, field: string) => choose(panel, new RegExp(`^${name}$`), field),
  }
}

test.describe('batches', () => {
  test('by seed: the list and the cost are shown first, each request is sent once, and the images form one group @wide', async ({ studio, service }) => {
    await studio.enterWith(service)
    await studio.shell.go('Make')
    await studio.make.open('Image')
    await studio.make.prompt.fill('A gull over grey water')
    await studio.make.form.getByRole('button', { name: 'Batch…' }).click()
    const { panel, list, cost, send, field } = panelOf(studio.page)
    await field('First seed').fill('5')
    await field('Number of requests').fill('3')
    await field('Number of requests').press('Tab')
    await expect(list).toHaveText([/1\s*Seed 5/, /2\s*Seed 6/, /3\s*Seed 7/])
    await expect(panel).toContainText('Prompt: A gull over grey water')
    await expect(cost).toHaveText('3 requests.')
    expect(service.ledger()).toEqual([])
    await send.click()
    await expect(panel).toHaveCount(0)
    await expect(studio.make.results.getByRole('heading', { name: 'Batch of 3', exact: true })).toBeVisible()
    await expect(studio.make.results.locator('.is-batch .take-card')).toHaveCount(3)
    expect(service.ledger().map(work => work.values.seed).toSorted()).toEqual([5, 6, 7])

    await studio.make.results.locator('.is-batch').getByRole('button', { name: 'Compare' }).click()
    const compared = studio.page.getByRole('dialog', { name: '3 images side by side' })
    await expect(compared.getByText('Seed 5')).toBeVisible()
    await expect(compared.getByText('Seed 7')).toBeVisible()
  })

  test('more than ten requests need a confirmation, and cancelling sends nothing', async ({ studio, service }) => {
    test.slow()
    await studio.enterWith(service)
    await studio.shell.go('Make')
    await studio.make.open('Image')
    await studio.make.prompt.fill('A gull')
    await studio.make.form.getByRole('button', { name: 'Batch…' }).click()
    const { list, send, field } = panelOf(studio.page)
    await field('Number of requests').fill('11')
    await field('Number of requests').press('Tab')
    await expect(list).toHaveCount(11)
    await send.click()
    const ask = studio.page.locator('[data-question]')
    await expect(ask).toContainText('11 requests.')
    await ask.getByRole('button', { name: 'Cancel' }).click()
    await expect(ask).toHaveCount(0)
    expect(service.ledger()).toEqual([])
    // The button stays visible while the dialog closes: pressing it again must send nothing more.
    await studio.page.emulateMedia({ reducedMotion: 'no-preference' })
    await send.click()
    await ask.getByRole('button', { name: 'Send 11 requests' }).evaluate((button: HTMLElement) => {
      for (const afterMs of [0, 50, 100, 150])
        setTimeout(() => button.click(), afterMs)
    })
    await expect(studio.make.results.getByRole('heading', { name: 'Batch of 11', exact: true })).toBeVisible()
    expect(service.taken('image')).toBe(11)
  })

  test('by list of prompts: each non-empty line becomes one request, duplicates are dropped; the practice service is free', async ({ studio }) => {
    await studio.lookAround()
    await studio.shell.go('Make')
    await studio.make.open('Image')
    await studio.make.form.getByRole('button', { name: 'Batch…' }).click()
    const { list, cost, send, by, field } = panelOf(studio.page)
    await by('Texts')
    await field('Texts, one per line').fill('A lighthouse at noon\n\n海边的灯塔\nA lighthouse at noon\n')
    await expect(list).toHaveText([/A lighthouse at noon/, /海边的灯塔/])
    await expect(cost).toHaveText('2 requests, free with the practice service.')
    await send.click()
    await expect(studio.make.results.getByRole('heading', { name: 'Batch of 2', exact: true })).toBeVisible()
    await expect(studio.make.results.locator('.take-card').filter({ hasText: '海边的灯塔' })).toBeVisible()
  })

  test('by grid: every combination of two fields; an invalid value is named and nothing can be sent', async ({ studio, service }) => {
    await studio.enterWith(service)
    await studio.shell.go('Make')
    await studio.make.open('Image')
    await studio.make.prompt.fill('A pier')
    await studio.make.form.getByRole('button', { name: 'Batch…' }).click()
    const { panel, list, send, by, field, chooseAxis } = panelOf(studio.page)
    await by('Parameter grid')
    await chooseAxis('Parameter', 'Width')
    await field('Values of “Width”').fill('512, 9000')
    await expect(panel).toContainText('Not allowed: 9000. Allowed range: 512 – 2048.')
    await expect(send).toBeDisabled()
    await field('Values of “Width”').fill('512..768/256')
    // The panel has moved before it is clicked: the message is gone, and the cost is there.
    await expect(list).toHaveText([/Width 512/, /Width 768/])
    await expect(send).toBeEnabled()
    await chooseAxis('Second parameter', 'Guidance scale')
    await field('Values of “Guidance scale”').fill('1, 4')
    await expect(list).toHaveText([
      /Width 512 · Guidance scale 1/,
      /Width 512 · Guidance scale 4/,
      /Width 768 · Guidance scale 1/,
      /Width 768 · Guidance scale 4/,
    ])
    await send.click()
    await expect(studio.make.results.getByRole('heading', { name: 'Batch of 4', exact: true })).toBeVisible()
    expect(service.ledger().map(({ values }) => `${String(values.width)} ${String(values.guidance_scale)}`).toSorted()).toEqual([
      '512 1',
      '512 4',
      '768 1',
      '768 4',
    ])
  })

  test('by table and by braces: rows and values fill the prompt, a column that is not there is told, a double-click sends once', async ({ studio, service }) => {
    await studio.enterWith(service)
    await studio.shell.go('Make')
    await studio.make.open('Image')
    await studio.make.prompt.fill('A {heron,gull} at {place}')
    await studio.make.form.getByRole('button', { name: 'Batch…' }).click()
    const { panel, list, cost, send, by, field } = panelOf(studio.page)
    await by('Table')
    await field('Table, one request per row').fill('site,seed\nthe pier,7')
    await expect(panel.getByRole('alert')).toHaveText('The prompt has {place}, but the table has no such column.')
    await expect(send).toBeDisabled()
    await field('Table, one request per row').fill('place,seed\nthe pier,7\nthe bay,x')
    await expect(panel.getByRole('alert')).toHaveText('Row 2: Seed cannot be “x”.')
    await field('Table, one request per row').fill('place,seed\nthe pier,7\nthe bay,8')
    await expect(list).toHaveText([/at the pier · Seed 7/, /at the bay · Seed 8/])
    await expect(cost).toHaveText('2 requests.')

    await by('Parameter grid')
    await expect(panel).toContainText('The values in braces make 2 prompts.')
    await expect(list).toHaveText([/A heron at \{place\}/, /A gull at \{place\}/])
    await by('Table')
    await send.dblclick()
    await expect(studio.make.results.getByRole('heading', { name: 'Batch of 2', exact: true })).toBeVisible()
    expect(service.ledger().map(({ values }) => `${String(values.prompt)} ${String(values.seed)}`).toSorted()).toEqual([
      'A {heron,gull} at the bay 8',
      'A {heron,gull} at the pier 7',
    ])
  })

  test('with several models: each parameter that a model has, one list, one cost, and one group', async ({ studio, service }) => {
    await studio.enterWith(service)
    await studio.shell.go('Make')
    await studio.make.open('Image')
    await studio.make.draw('A pier')
    await studio.make.results.getByRole('button', { name: 'Edit image' }).first().click()
    await studio.make.prompt.fill('Make it {dusk,dawn}')
    await studio.make.form.getByRole('button', { name: 'Batch…' }).click()
    const { panel, list, cost, send, by } = panelOf(studio.page)
    await by('Parameter grid')
    await expect(list).toHaveCount(2)
    await choose(panel, /^Also with these models$/, 'FLUX.1 Kontext')
    await studio.page.keyboard.press('Escape')
    await expect(list).toHaveText([
      /Qwen Image Edit · Make it dusk/,
      /Qwen Image Edit · Make it dawn/,
      /FLUX.1 Kontext · Make it dusk/,
      /FLUX.1 Kontext · Make it dawn/,
    ])
    await expect(cost).toHaveText('4 requests.')
    await send.click()
    await expect(studio.make.results.getByRole('heading', { name: 'Batch of 4', exact: true })).toBeVisible()
    const asked = service.ledger().slice(1).map(({ model, values }) => `${model} ${String(values.prompt)}`)
    expect(asked.toSorted()).toEqual([
      'flux-1-kontext Make it dawn',
      'flux-1-kontext Make it dusk',
      'qwen-image-edit-2511 Make it dawn',
      'qwen-image-edit-2511 Make it dusk',
    ])
  })

  test('a batch of an empty form sends nothing and says what is missing', async ({ studio, service }) => {
    await studio.enterWith(service)
    await studio.shell.go('Make')
    await studio.make.open('Image')
    await studio.make.form.getByRole('button', { name: 'Batch…' }).click()
    const { panel, send } = panelOf(studio.page)
    await expect(panel.getByRole('alert')).toContainText('Prompt: Required.')
    await expect(send).toBeDisabled()
    expect(service.ledger()).toEqual([])
  })

  test('a take is varied by its seed alone, and its prompt can be used alone', async ({ studio, service }) => {
    await studio.enterWith(service)
    await studio.shell.go('Make')
    await studio.make.open('Image')
    await studio.make.field('Width').getByRole('textbox').fill('512')
    await studio.make.draw('A lantern on a rope')
    await studio.make.stage.getByRole('button', { name: 'Vary' }).click()
    await expect(studio.shell.news.said('Request loaded with new seed')).toBeVisible()
    expect(service.taken('image')).toBe(1)
    await studio.make.send()
    await expect(studio.make.results.locator('.take-card')).toHaveCount(2)
    await expect(studio.shell.news.said('Request loaded with new seed')).toBeHidden()
    const [first, second] = service.ledger().map(work => work.values)
    expect(second).toEqual({ ...first, seed: second?.seed })
    expect(second?.seed).not.toBe(first?.seed)

    await studio.make.prompt.fill('Something else')
    await studio.make.field('Width').getByRole('textbox').fill('768')
    await studio.make.stage.getByRole('button', { name: 'Use prompt only' }).click()
    await expect(studio.make.prompt).toHaveValue('A lantern on a rope')
    await expect(studio.make.field('Width').getByRole('textbox')).toHaveValue('768')
  })
})
