/** Speech with each model: its fields, the checks before sending, and the result. */
import { expect, test } from './kit/story.ts'

test.describe('speaking a text', () => {
  test('every speech model shows its own fields with its own ranges', async ({ studio }) => {
    await studio.lookAround()
    await studio.shell.go('Make')
    const { form, field } = studio.make

    await studio.make.chooseModel('Higgs 2.5')
    await expect(field('Speed')).toContainText('0.1 or more')
    await studio.make.unfold('Sampling')
    await expect(field('Top-p')).toContainText('0 – 1')
    await expect(field('Temperature').getByRole('textbox')).toHaveAttribute('placeholder', '1')
    await studio.make.unfold('Other voice')
    await expect(field('Reference clip')).toBeVisible()
    await expect(field('Saved voice name')).toBeVisible()

    await studio.make.chooseModel('Chatterbox')
    await expect(field('Emotion')).toContainText('0 or more')
    await studio.make.unfold('Sampling')
    await expect(field('Repetition penalty')).toBeVisible()
    await expect(field('Min-p')).toContainText('0 – 1')
    await expect(field('Speed')).toHaveCount(0)
    await studio.make.chooseField('Language', 'Finnish')
    await expect(field('Language')).toContainText('Finnish')
    await expect(form.getByText(/0 of 1,000 characters/)).toBeVisible()

    await studio.make.chooseModel('Qwen3 TTS')
    await expect(field('Direction').getByRole('textbox')).toBeVisible()
    await studio.make.chooseField('Preset voice', 'Uncle Fu')
    await expect(form).toContainText('Older man, low and mellow.')
  })

  test('fields that exclude each other and invalid values are marked, and nothing is sent', async ({ studio, service }) => {
    await studio.enterWith(service)
    await studio.shell.go('Make')
    const { form, field } = studio.make
    await studio.make.chooseModel('Qwen3 TTS')
    await studio.make.chooseField('Preset voice', 'Serena')
    await studio.make.unfold('Other voice')
    await expect(field('Voice ID from the service')).toContainText('Cannot be combined with “Preset voice”.')
    await expect(field('Voice ID from the service').getByRole('textbox')).toBeDisabled()
    await field('Voice ID from the service').getByRole('button', { name: 'Clear “Preset voice”' }).click()
    await expect(field('Voice ID from the service').getByRole('textbox')).toBeEnabled()

    await studio.make.chooseModel('Higgs 2.5')
    await studio.make.prompt.fill('Too eager.')
    await studio.make.unfold('Sampling')
    await field('Top-p').getByRole('textbox').fill('1.5')
    await field('Top-p').getByRole('textbox').press('Tab')
    await studio.make.send()
    await expect(field('Top-p').getByRole('status')).toHaveText('At most 1.')
    expect(service.ledger()).toEqual([])
    await form.getByRole('button', { name: 'Reset “Top-p” to default' }).click()
    await studio.make.send()
    await expect(studio.make.take('Too eager.')).toBeVisible()
    expect(service.spoken()).toEqual(['Too eager.'])
  })

  for (const [model, text] of [
    ['Higgs 2.5', 'Spoken by Higgs.'],
    ['Chatterbox', 'Spoken by Chatterbox.'],
    ['Qwen3 TTS', 'Spoken by Qwen.'],
  ] as const) {
    test(`Ctrl+Enter speaks with ${model}: the take plays, and its request is shown @short`, async ({ studio, service }) => {
      await studio.enterWith(service)
      await studio.shell.go('Make')
      await studio.make.chooseModel(model)
      await studio.make.prompt.fill(text)
      await studio.make.prompt.press('Control+Enter')
      await expect(studio.make.take(text)).toBeVisible()
      await studio.make.sound(text).expectDrawn()
      await studio.make.sound(text).hear()

      await studio.make.take(text).getByRole('button', { name: 'Details' }).click()
      const { inspector } = studio.library
      await expect(inspector).toContainText('POST /api/v1/generate')
      await expect(studio.library.request).toContainText(text)
      await expect(studio.library.request).not.toContainText(service.key)
      expect(service.taken('speech')).toBe(1)
    })
  }

  test('live speech plays before it is complete, and becomes a take', async ({ studio, openService }) => {
    // At real-time speed, so the end arrives seconds after the beginning.
    const service = await openService({ pace: 1 })
    const text = 'The first words can be heard while the last ones are still being made.'
    await studio.enterWith(service)
    await studio.page.evaluate(() => {
      const heard = globalThis as { piecesHeard?: number }
      heard.piecesHeard = 0
      const begin = AudioBufferSourceNode.prototype.start
      AudioBufferSourceNode.prototype.start = function (...when) {
        if (this.context.state === 'running' && (this.buffer?.getChannelData(0).some(sample => Math.abs(sample) > 0.01) ?? false))
          heard.piecesHeard = (heard.piecesHeard ?? 0) + 1
        begin.apply(this, when)
      }
    })
    await studio.shell.go('Make')
    await studio.make.prompt.fill(text)
    await studio.make.form.getByRole('button', { name: 'Live', exact: true }).click()
    await studio.make.prompt.press('Control+Enter')
    // Checked at the same moment: it plays, its job is still in progress, and there is no take yet.
    await studio.page.waitForFunction(() => {
      const isSounding = /Live 0:0[1-9]/.test(document.querySelector('.live-bar')?.textContent ?? '')
      const isUnderWay = document.querySelector('.job-card') !== null && document.querySelector('.speech-row') === null
      return isSounding && isUnderWay && ((globalThis as { piecesHeard?: number }).piecesHeard ?? 0) > 2
    })
    await expect(studio.make.take(text)).toBeVisible()
    await studio.make.sound(text).expectDrawn()
    expect(service.taken('speech')).toBe(1)
  })

  test('typed text survives a visit to another room and a reload', async ({ studio }) => {
    await studio.lookAround()
    await studio.shell.go('Make')
    await studio.make.prompt.fill('Half a thought')
    await studio.shell.go('Queue')
    await studio.shell.go('Make')
    await expect(studio.make.prompt).toHaveValue('Half a thought')
    await expect.poll(() => studio.page.evaluate(() => localStorage.getItem('takeroom.drafts'))).toContain('Half a thought')
    await studio.page.reload()
    await expect(studio.make.prompt).toHaveValue('Half a thought')
  })
})
