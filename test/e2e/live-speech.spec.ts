/** Live speech over the WebSocket of the service: played while it is generated, then kept as a take. */
import type { Page } from '@playwright/test'
import { expect, test } from './kit/story.ts'

/** Counts the audio buffers that are actually started from here on. */
async function countPieces(page: Page): Promise<void> {
  await page.evaluate(() => {
    const heard = globalThis as { piecesHeard?: number }
    heard.piecesHeard = 0
    const begin = AudioBufferSourceNode.prototype.start
    AudioBufferSourceNode.prototype.start = function (...when) {
      if (this.context.state === 'running' && (this.buffer?.getChannelData(0).some(sample => Math.abs(sample) > 0.01) ?? false))
        heard.piecesHeard = (heard.piecesHeard ?? 0) + 1
      begin.apply(this, when)
    }
  })
}

function sounding(): boolean {
  const isSounding = /Live 0:0[1-9]/.test(document.querySelector('.live-bar')?.textContent ?? '')
  const isUnderWay = document.querySelector('.job-card') !== null && document.querySelector('.speech-row') === null
  return isSounding && isUnderWay && ((globalThis as { piecesHeard?: number }).piecesHeard ?? 0) > 2
}

test.describe('live speech over the WebSocket', () => {
  test('plays before it is complete, and becomes a take whose request names the transport @wide', async ({ studio, openService }) => {
    // At real-time speed, so the end arrives seconds after the beginning.
    const service = await openService({ pace: 1 })
    const text = 'The first words can be heard while the last ones are still being made.'
    await studio.enterWith(service)
    await countPieces(studio.page)
    await studio.shell.go('Make')
    await studio.make.chooseWay('WebSocket')
    await studio.make.prompt.fill(text)
    await studio.make.prompt.press('Control+Enter')
    await studio.page.waitForFunction(sounding)
    await expect(studio.make.take(text)).toBeVisible()
    await studio.make.sound(text).expectDrawn()
    await studio.make.take(text).getByRole('button', { name: 'Details' }).click()
    await expect(studio.library.inspector).toContainText('/api/v1/generate/ws')
    await expect(studio.library.request).not.toContainText(service.key)
    const [work] = service.ledger()
    // Only HTTP has a switch for streaming; a WebSocket always streams.
    expect(work?.values).not.toMatchObject({ stream: true })
    expect(service.taken('speech')).toBe(1)
  })

  for (const [model, text] of [
    ['Higgs 2.5', 'Higgs on the line.'],
    ['Chatterbox', 'Chatterbox on the line.'],
    ['Qwen3 TTS', 'Qwen on the line.'],
  ] as const) {
    test(`${model} plays live and its row stays, even when it ends at once and is sent again`, async ({ studio, service }) => {
      await studio.enterWith(service)
      await studio.shell.go('Make')
      await studio.make.chooseModel(model)
      await studio.make.chooseWay('WebSocket')
      await studio.make.speak(text)
      await studio.make.sound(text).hear()
      await studio.make.speak(`${text} Again.`)
      await expect(studio.make.results.locator('.speech-row')).toHaveCount(2)
      await expect(studio.make.results.locator('.job-card')).toHaveCount(0)
      expect(service.spoken()).toEqual([text, `${text} Again.`])
    })
  }

  test('can be muted without stopping the job: the take still arrives', async ({ studio, openService }) => {
    const service = await openService({ pace: 1 })
    const text = 'Nobody has to listen to the end of what is being made.'
    await studio.enterWith(service)
    await studio.shell.go('Make')
    await studio.make.chooseWay('WebSocket')
    await studio.make.prompt.fill(text)
    await studio.make.prompt.press('Control+Enter')
    const { live } = studio.make
    await expect(live).toContainText(/Live 0:0\d/)
    await live.getByRole('button', { name: 'Mute live audio' }).click()
    await expect(live.getByRole('button', { name: 'Unmute live audio' })).toBeVisible()
    await live.getByRole('button', { name: 'Stop listening' }).click()
    await expect(live).toHaveCount(0)
    await expect(studio.make.take(text)).toBeVisible()
    expect(service.taken('speech')).toBe(1)
  })

  test('a connection that breaks midway says what it may have cost; what arrived is a take, and nothing is resent', async ({ studio, service }) => {
    const text = 'This sentence is long enough to be cut somewhere in its middle, before the end.'
    await studio.enterWith(service)
    await studio.shell.go('Make')
    await studio.make.chooseWay('WebSocket')
    const repair = service.faults.set({ do: 'reset', at: 'mid-answer', when: { kind: 'speech' } })
    await studio.make.prompt.fill(text)
    await studio.make.send()
    await expect(studio.make.results).toContainText(/Maybe charged/)
    repair()
    await expect(studio.make.take(text)).toContainText('Incomplete')
    expect(service.taken('speech')).toBe(1)
  })
})
