/** The model catalogue: adding, editing, hiding, exporting and importing models. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openLister } from './kit/other-servers.ts'
import { expect, test } from './kit/story.ts'
import { chatRoom } from './pages/chat-room.ts'
import { choose } from './pages/parts.ts'

test.describe('custom models', () => {
  test('a model starts from a template, shows its errors, is used on its workbench, edited and removed @wide', async ({ studio, service }) => {
    await studio.enterWith(service)
    await studio.shell.go('Settings')
    await studio.settings.open('Models')
    const { models } = studio.settings
    await models.add.click()
    await models.save.click()
    await expect(models.editor.getByRole('alert').first()).toContainText('“ID” is required.')
    await models.id.fill('our-painter')
    await models.label.fill('Our Painter')
    await models.chooseKind('Image')
    await expect(models.editor.getByRole('button', { name: 'Parameter width', exact: true })).toContainText('512 – 2048')

    const width = await models.open('width')
    await width.getByLabel('Minimum', { exact: true }).fill('4000')
    await width.getByLabel('Minimum', { exact: true }).press('Tab')
    await models.save.click()
    await expect(width.getByRole('alert')).toContainText('has a minimum above its maximum')
    await width.getByLabel('Minimum', { exact: true }).fill('256')
    await width.getByLabel('Maximum', { exact: true }).fill('640')
    await width.getByLabel('Service default', { exact: true }).fill('512')
    await width.getByLabel('Service default', { exact: true }).press('Tab')
    await models.editor.getByRole('button', { name: 'Remove parameter: real_time' }).click()
    await models.editor.getByRole('button', { name: 'Add parameter' }).click()
    const own = models.parameter('parameter')
    await own.getByLabel('Name in the request', { exact: true }).fill('brush')
    const brush = models.parameter('brush')
    await choose(brush, 'Type', 'Choice')
    await brush.getByLabel('Choices', { exact: true }).fill('flat\nround = Round and soft')
    await brush.getByLabel('Help text', { exact: true }).fill('The brush that paints.')
    await models.save.click()
    await expect(models.model('our-painter')).toContainText('custom')

    await studio.shell.go('Make')
    await studio.make.open('Image')
    await studio.make.chooseModel('Our Painter')
    await expect(studio.make.field('Width')).toContainText('256 – 640')
    await expect(studio.make.field('Web search')).toHaveCount(0)
    await studio.make.chooseField('Brush', 'Round and soft')
    await studio.make.prompt.fill('A wave')
    await studio.make.send()
    // The service does not know this model and says so; the request carries exactly what was entered.
    await expect(studio.make.results).toContainText('Not charged')
    expect(service.ledger()).toEqual([])

    await studio.shell.go('Settings')
    await studio.settings.open('Models')
    await models.act('Edit', 'Our Painter')
    await models.label.fill('Our Old Painter')
    await models.save.click()
    await expect(models.model('our-painter')).toContainText('Our Old Painter')
    await models.act('Remove', 'Our Old Painter')
    await studio.settings.question.getByRole('button', { name: 'Remove' }).click()
    await expect(models.model('our-painter')).toHaveCount(0)
  })

  test('an edited built-in model replaces the original, can be hidden, exported to a file and imported elsewhere', async ({ studio, service }) => {
    await studio.enterWith(service)
    await studio.shell.go('Settings')
    await studio.settings.open('Models')
    const { models } = studio.settings
    await models.act('Edit', 'Wan 2.2 image to video')
    await models.label.fill('Wan, carefully')
    const steps = await models.open('infer_steps')
    await steps.getByLabel('Minimum', { exact: true }).fill('10')
    await steps.getByLabel('Service default', { exact: true }).fill('12')
    await steps.getByLabel('Service default', { exact: true }).press('Tab')
    await models.save.click()
    await expect(models.model('Wan, carefully')).toContainText('custom')

    const path = await models.export()
    const file: unknown = JSON.parse(await readFile(path, 'utf8'))
    expect(file).toMatchObject({
      format: 'takeroom-catalogue',
      version: 1,
      models: [{ id: 'wan2p2-i2v-14b-turbo', label: 'Wan, carefully' }],
    })
    await studio.shell.go('Make')
    await studio.make.open('Video')
    await expect(studio.make.form).toContainText('Wan, carefully')
    await studio.make.unfold('Sampling')
    await expect(studio.make.field('Steps')).toContainText('10 – 20')

    await studio.shell.go('Settings')
    await studio.settings.open('Models')
    await models.act('Hide', 'Wan, carefully')
    await expect(models.model('Wan, carefully')).toContainText('hidden')
    await studio.shell.go('Make')
    await expect(studio.make.form).not.toContainText('Wan, carefully')
    await studio.shell.go('Settings')
    await studio.settings.open('Models')
    await models.act('Show', 'Wan, carefully')
    await expect(models.model('Wan, carefully')).not.toContainText('hidden')

    await models.act('Remove', 'Wan, carefully')
    await studio.settings.question.getByRole('button', { name: 'Remove' }).click()
    await expect(models.model('Wan 2.2 image to video')).toBeVisible()
    const broken = join(studio.folder, 'broken.json')
    await writeFile(broken, (await readFile(path, 'utf8')).replace('"type": "integer"', '"type": "wish"'))
    await models.import(broken)
    await expect(models.section.getByRole('alert')).toContainText('wan2p2-i2v-14b-turbo')
    await expect(models.model('Wan, carefully')).toHaveCount(0)
    await models.import(path)
    await expect(models.model('Wan, carefully')).toBeVisible()
  })

  test('an account is asked for its models, and one that the catalogue lacks is added from the list', async ({ studio }) => {
    const lister = await openLister(['higgs2p5', 'brand-new-model'])
    await studio.enterWith({ url: lister.url, key: 'sk-0123456789abcdef' })
    await studio.shell.go('Settings')
    await studio.settings.open('Models')
    const { models } = studio.settings
    await models.ask.click()
    await expect(models.offer).toContainText('“My account” offers 2 models. 1 is new:')
    await models.offer.getByRole('button', { name: 'Add brand-new-model' }).click()
    await expect(models.id).toHaveValue('brand-new-model')
    await models.label.fill('Brand New')
    await models.save.click()
    await expect(models.offer).toContainText('added')
    await expect(models.section.getByRole('listitem').filter({ hasText: 'Brand New' })).toContainText('custom')
    await lister.close()
  })

  test('a chat model accepts images once the catalogue says that it can see', async ({ studio, service }) => {
    await studio.enterWith(service)
    await studio.shell.go('Settings')
    await studio.settings.open('Models')
    const { models } = studio.settings
    await models.add.click()
    await models.id.fill('our-eyes')
    await models.label.fill('Plain Name')
    await models.editor.getByRole('checkbox', { name: 'Accepts images and videos' }).click()
    await models.save.click()
    await expect(models.model('our-eyes')).toBeVisible()
    await studio.shell.go('Make')
    const chat = chatRoom(studio.page)
    await chat.open()
    await chat.chooseModel('Plain Name')
    await chat.composer.getByRole('button', { name: 'Image or video by URL' }).click()
    await studio.page.getByRole('textbox', { name: 'Image or video by URL' }).fill('https://example.com/picture.png')
    await studio.page.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(chat.composer.getByRole('button', { name: /^Remove/ })).toHaveCount(1)
    await expect(chat.composer).not.toContainText('can’t read')
    await chat.chooseModel('gpt-oss 120B')
    await expect(chat.composer).toContainText('gpt-oss 120B can’t read images or videos.')
  })
})
