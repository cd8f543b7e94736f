/** Every parameter of every model can be set by hand, and reaches the service as set. */
import type { Locator } from '@playwright/test'
import type { AcceptedWork } from '../../src-main/practice/index.ts'
import type { Model } from '../../src-preload/contract/models.ts'
import type { PlainValue } from './pages/field-form.ts'
import { builtInModels } from '../../src-main/service/catalogue/index.ts'
import { openMediaKit } from '../kit/media.ts'
import { expect, test } from './kit/story.ts'
import { chatRoom } from './pages/chat-room.ts'
import { setEverything, valueAt } from './pages/field-form.ts'
import { transcribeRoom } from './pages/transcribe-room.ts'

function modelNamed(id: string): Model {
  const model = builtInModels.find(one => one.id === id)
  if (!model)
    throw new Error(`No model ${id}`)
  return model
}

function expectSent(work: AcceptedWork | undefined, set: ReadonlyMap<string, PlainValue>): void {
  expect(work).toBeDefined()
  for (const [name, value] of set)
    expect(work && valueAt(work.values, name), name).toEqual(value)
  expect(work?.ignored, 'no parameter unknown to the service').toEqual([])
}

/** Fields that the workbench shows itself, or that other stories cover. */
const isElsewhere = (name: string): boolean => ['prompt', 'text', 'stream'].includes(name)

test.describe('every parameter', () => {
  for (const id of ['higgs2p5', 'chatterbox', 'qwen3-tts']) {
    const model = modelNamed(id)
    test(`of ${model.label}`, async ({ studio, service }) => {
      await studio.enterWith(service)
      await studio.shell.go('Make')
      await studio.make.chooseModel(model.label)
      // The ways to choose a voice have their own stories: most of them exclude each other.
      const set = await setEverything(studio.make.form, model, field => isElsewhere(field.name) || field.group === 'voice')
      expect(set.size).toBeGreaterThanOrEqual(4)
      await studio.make.speak('With everything set.')
      expectSent(service.ledger()[0], set)
      await studio.make.sound('With everything set.').hear()
    })
  }

  test('of an image', async ({ studio, service }) => {
    const model = modelNamed('eigen-image')
    await studio.enterWith(service)
    await studio.shell.go('Make')
    await studio.make.open('Image')
    await studio.make.chooseModel(model.label)
    const set = await setEverything(studio.make.form, model, field => isElsewhere(field.name) || field.group === 'source')
    expect([...set.keys()]).toEqual(expect.arrayContaining([
      'width',
      'height',
      'seed',
      'real_time',
      'negative_prompt',
      'size',
      's3_output_path',
      'binary_response',
      'output_format',
    ]))
    await studio.make.draw('A kettle')
    expectSent(service.ledger()[0], set)
  })

  for (const id of ['qwen-image-edit-2511', 'flux-1-kontext']) {
    const model = modelNamed(id)
    test(`of an image edited by ${model.label}`, async ({ studio, service }) => {
      const media = await openMediaKit()
      await studio.enterWith(service)
      await studio.shell.go('Make')
      await studio.make.open('Edit')
      await studio.make.chooseModel(model.label)
      await studio.make.form.locator('input[type=file]').first().setInputFiles(await media.picture('quay.png', { width: 320, height: 240 }))
      await expect(studio.make.form.locator('.held-file')).toHaveCount(1)
      const set = await setEverything(studio.make.form, model, field => isElsewhere(field.name) || field.name === 'image_path')
      expect(set.size).toBeGreaterThanOrEqual(16)
      await studio.make.prompt.fill('In the evening')
      await studio.make.send()
      await expect(studio.make.results.getByRole('group', { name: 'Before and after: “In the evening”' })).toBeVisible()
      expectSent(service.ledger()[0], set)
      await media.close()
    })
  }

  test('of a shot', async ({ studio, service }) => {
    const media = await openMediaKit()
    const model = modelNamed('wan2p2-i2v-14b-turbo')
    await studio.enterWith(service)
    await studio.shell.go('Make')
    await studio.make.open('Video')
    await studio.make.form.locator('input[type=file]').first().setInputFiles(
      await media.picture('sea.png', { width: 320, height: 240, colour: 'blue' }),
    )
    await expect(studio.make.form.locator('.held-file')).toHaveCount(1)
    const set = new Map(await setEverything(studio.make.form, model, field => isElsewhere(field.name) || field.name === 'image_url'))
    // Long enough for the movement to be measured.
    await studio.make.field('Frames').getByRole('textbox').fill('48')
    await studio.make.field('Frames').getByRole('textbox').press('Tab')
    set.set('frame_num', 48)
    expect([...set.keys()]).toEqual(expect.arrayContaining(['infer_steps', 'seed', 'frame_num', 'size', 's3_output_path']))
    await studio.make.prompt.fill('The sea moves')
    await studio.make.send()
    await expect(studio.make.stage).toContainText('The sea moves')
    expectSent(service.ledger()[0], set)
    await studio.make.shot().see()
    await media.close()
  })

  for (const id of ['whisper_v3_turbo', 'higgs_asr_3']) {
    const model = modelNamed(id)
    test(`of ${model.label}`, async ({ studio, service }) => {
      const media = await openMediaKit()
      await studio.enterWith(service)
      await studio.shell.go('Make')
      const room = transcribeRoom(studio.page)
      await room.open()
      await room.chooseModel(model.label)
      await room.bring(await media.tone('said.wav', { seconds: 2 }))
      await expect(room.form.locator('.held-file')).toHaveCount(1)
      const set = await setEverything(room.form, model, () => false)
      expect(set.size).toBe(2)
      await room.send()
      await expect(room.results.getByRole('button', { name: 'Export as TXT' })).toBeEnabled()
      expectSent(service.ledger()[0], set)
      await media.close()
    })
  }

  test('of a conversation, and the answer arrives in one piece when streaming is off', async ({ studio, service }) => {
    const model = modelNamed('gpt-oss-120b')
    await studio.enterWith(service)
    await studio.shell.go('Make')
    const chat = chatRoom(studio.page)
    await chat.open()
    await chat.openPanel()
    const stream: Locator = chat.panel.getByRole('switch', { name: 'Stream the reply' })
    await expect(stream).toBeChecked()
    await stream.click()
    const set = await setEverything(chat.panel, model, field => field.name === 'stream')
    expect(set.size).toBe(10)
    await chat.ask('Write one line about a kettle.')
    await expect(chat.answers.first()).toContainText('about a kettle')
    await expect(chat.answers.first()).toContainText(/\d+ tokens in, \d+ out/)
    expectSent(service.ledger()[0], set)
    expect(service.ledger()[0]?.values.stream ?? false).toBe(false)
  })
})
