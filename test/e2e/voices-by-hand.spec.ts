/** Voices other than presets: by clip, id, URL or saved name; and every output format. */
import { builtInModels } from '../../src-main/service/catalogue/index.ts'
import { openMediaKit } from '../kit/media.ts'
import { expect, test } from './kit/story.ts'
import { unfoldAll } from './pages/field-form.ts'
import { voicesRoom } from './pages/voices-room.ts'

test.describe('another voice', () => {
  for (const [model, field] of [['Higgs 2.5', 'voice_reference_file'], ['Chatterbox', 'audio_prompt_file']] as const) {
    test(`${model} speaks with the voice of a dropped clip`, async ({ studio, service }) => {
      const media = await openMediaKit()
      await studio.enterWith(service)
      await studio.shell.go('Make')
      await studio.make.chooseModel(model)
      await unfoldAll(studio.make.form)
      await studio.make.field('Reference clip').locator('input[type=file]').setInputFiles(await media.tone('ann.wav', { seconds: 8 }))
      await expect(studio.make.form.locator('.held-file')).toContainText('ann')
      await studio.make.speak('Like the clip.')
      expect(service.ledger()).toMatchObject([{ kind: 'speech', files: [{ field }] }])
      await media.close()
    })
  }

  for (const [model, name, label, value] of [
    ['Higgs 2.5', 'voice_url', 'Reference clip URL', 'https://example.com/ann.wav'],
    ['Higgs 2.5', 'voice_name', 'Saved voice name', 'Ann of the harbour'],
    ['Chatterbox', 'preset_url', 'Preset voice URL', 'https://example.com/preset.wav'],
    ['Qwen3 TTS', 'voice_url', 'Reference clip URL', 'https://example.com/ann.wav'],
  ] as const) {
    test(`${model} takes the voice by ${name}`, async ({ studio, service }) => {
      await studio.enterWith(service)
      await studio.shell.go('Make')
      await studio.make.chooseModel(model)
      await unfoldAll(studio.make.form)
      await studio.make.field(label).getByRole('textbox').fill(value)
      await studio.make.speak('Told by hand.')
      expect(service.ledger()[0]?.values).toMatchObject({ [name]: value })
      await expect(studio.make.take('Told by hand.')).toContainText(value)
    })
  }

  test('a registered voice id works with each of the three models; an unknown id is refused at no cost @wide', async ({ studio, service }) => {
    const media = await openMediaKit()
    await studio.enterWith(service)
    const room = voicesRoom(studio.page)
    await studio.shell.go('Voices')
    await room.create.click()
    await room.pick(await media.tone('ann.wav', { seconds: 10, level: 0.4 }))
    await room.name.fill('Ann')
    await room.consent.fill('Ann Lee agreed in writing.')
    await room.make.click()
    for (const model of builtInModels.filter(one => one.registersVoices).map(one => one.label)) {
      await room.registration('Ann', model).getByRole('button', { name: 'Register now' }).click()
      await studio.page.locator('[data-question]').getByRole('button', { name: 'Register now' }).click()
      await expect(room.registration('Ann', model)).toContainText('registered just now')
    }
    for (const { id: voiceId, model } of service.ledger().filter(work => work.kind === 'upload')) {
      await studio.shell.go('Make')
      await studio.make.chooseModel(builtInModels.find(one => one.id === model)?.label ?? '')
      await unfoldAll(studio.make.form)
      await studio.make.field('Voice ID from the service').getByRole('textbox').fill(voiceId)
      await studio.make.speak(`By its id with ${model}.`)
      expect(service.ledger().at(-1)).toMatchObject({ kind: 'speech', model, values: { voice_id: voiceId } })
    }
    await studio.make.field('Voice ID from the service').getByRole('textbox').fill('nobody')
    await studio.make.prompt.fill('By nobody.')
    await studio.make.send()
    await expect(studio.make.job('By nobody.')).toContainText('Voice not found')
    await expect(studio.make.job('By nobody.')).toContainText('Not charged')
    expect(service.taken('upload')).toBe(3)
    await media.close()
  })

  test('speech is made in every offered file format, and each plays', async ({ studio, service }) => {
    test.slow()
    await studio.enterWith(service)
    await studio.shell.go('Make')
    await studio.make.chooseModel('Qwen3 TTS')
    await unfoldAll(studio.make.form)
    const types = { wav: 'audio/wav', pcm: 'audio/wav', mp3: 'audio/mpeg', flac: 'audio/flac', aac: 'audio/aac', opus: 'audio/ogg' }
    for (const [format, type] of Object.entries(types)) {
      // Long enough that it still plays when a busy machine looks.
      const text = `Spoken as ${format}, and long enough that it still plays when someone looks.`
      await studio.make.chooseField('File type', format)
      await studio.make.speak(text)
      expect(service.ledger().at(-1)?.values.response_format).toBe(format)
      await studio.make.sound(text).hear()
      await studio.make.sound(text).pause()
      await studio.make.take(text).getByRole('button', { name: 'Details' }).click()
      await expect(studio.library.inspector.getByRole('heading', { level: 2 })).toHaveText(text)
      await expect(studio.library.inspector, 'raw PCM is stored as a WAV file').toContainText(type)
      await studio.page.keyboard.press('Escape')
    }
  })
})
