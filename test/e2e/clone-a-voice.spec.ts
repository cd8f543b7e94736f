/** Cloned voices: make one from a clip, see what the clip doctor finds, and use it wherever a voice is chosen. */
import type { StoryStudio } from './kit/story.ts'
import { readFileSync } from 'node:fs'
import { openMediaKit } from '../kit/media.ts'
import { expect, test } from './kit/story.ts'
import { give, handed } from './pages/files.ts'
import { choose } from './pages/parts.ts'
import { voicesRoom } from './pages/voices-room.ts'

/** Makes the voice “Ann” from a clip of ten seconds. */
async function withAnn(studio: StoryStudio) {
  const media = await openMediaKit()
  const path = await media.tone('ann.wav', { seconds: 10, level: 0.4 })
  const room = voicesRoom(studio.page)
  await studio.shell.go('Voices')
  await room.create.click()
  await room.pick(path)
  await expect(room.findings).toContainText('Good length.')
  await room.name.fill('Ann')
  await room.consent.fill('Ann Lee agreed in writing.')
  await room.make.click()
  await expect(room.own('Ann')).toBeVisible()
  await media.close()
  return room
}

test.describe('a cloned voice', () => {
  test('speaks with any model: its clip is uploaded once for each, and again when the service no longer knows it @wide', async ({ studio, service }) => {
    await studio.enterWith(service)
    const room = await withAnn(studio)
    await room.own('Ann').getByRole('button', { name: 'Use in Speech' }).click()
    await studio.make.chooseModel('Qwen3 TTS')
    await expect(studio.make.form).toContainText('Not registered yet. Its reference clip is uploaded once first')
    await studio.make.speak('Spoken by Ann.')
    expect(service.ledger().map(work => work.kind)).toEqual(['upload', 'speech'])
    const [, first] = service.ledger()
    expect(first?.values).toMatchObject({ voice_id: expect.stringMatching(/./) })
    await expect(studio.make.form).toContainText('Registered with this model and account.')
    await expect(studio.make.take('Spoken by Ann.')).toContainText('Ann')
    await studio.make.sound('Spoken by Ann.').hear()
    await studio.make.speak('Ann again.')
    expect(service.taken('upload'), 'no second upload').toBe(1)

    await studio.make.take('Spoken by Ann.').getByRole('button', { name: 'Reuse' }).click()
    await expect(studio.make.form).toContainText('Cloned voice')
    await choose(studio.make.form, 'Voice', 'Serena')
    await studio.make.speak('Serena instead.')
    expect(service.ledger().at(-1)?.values).toMatchObject({ voice: 'Serena' })
    expect(service.ledger().at(-1)?.values).not.toHaveProperty('voice_id')

    await studio.shell.go('Voices')
    await expect(room.registration('Ann', 'Qwen3 TTS')).toContainText('registered')
    await room.registration('Ann', 'Higgs 2.5').getByRole('button', { name: 'Register now' }).click()
    await studio.page.locator('[data-question]').getByRole('button', { name: 'Register now' }).click()
    await expect(room.registration('Ann', 'Higgs 2.5')).toContainText('registered just now')
    expect(service.taken('upload')).toBe(2)
    await room.hear('Ann').click()
    await expect(room.own('Ann').getByRole('button', { name: 'Stop Ann' })).toBeVisible()
    expect(service.taken('speech'), 'its newest take is played, nothing is paid').toBe(3)
  })

  test('a dropped clip is checked first, no voice is made without consent, and a removed or refused registration is made again', async ({ studio, service, openService }) => {
    test.slow()
    const media = await openMediaKit()
    await studio.enterWith(service)
    const room = voicesRoom(studio.page)
    await studio.shell.go('Voices')
    await room.create.click()
    await room.make.click()
    await expect(room.refusal.first()).toContainText('Choose a reference clip.')

    // Half a second of near silence cannot be a voice.
    await give(
      room.form.locator('.file-drop'),
      'drop',
      [await handed(await media.tone('hiss.wav', { seconds: 0.5, level: 0.001 }), 'audio/wav')],
    )
    await expect(room.findings).toContainText('Too short: at least 1 second is required.')
    await expect(room.findings).toContainText('The clip has no audio.')
    await expect(room.make).toBeDisabled()
    await room.form.getByRole('button', { name: 'Remove' }).click()
    // Long and clipped: usable, but not with every model.
    await give(
      room.form.locator('.file-drop'),
      'drop',
      [await handed(await media.tone('loud.wav', { seconds: 40, level: 2, sampleRate: 8000 }), 'audio/wav')],
    )
    await expect(room.findings).toContainText('Longer than needed: 8 to 15 seconds are enough.')
    await expect(room.findings).toContainText('The audio is clipped in places')
    await expect(room.findings).toContainText('Low sample rate')
    await expect(room.findings).toContainText('Too long for Chatterbox (at most 30 s).')
    await expect(room.make).toBeEnabled()
    await room.form.getByRole('button', { name: 'Remove' }).click()
    await give(
      room.form.locator('.file-drop'),
      'drop',
      [await handed(await media.tone('ben.wav', { seconds: 10, level: 0.4 }), 'audio/wav')],
    )
    await expect(room.findings).toContainText('Good length.')
    await room.clip.hear()
    await room.name.fill('Ben')
    await room.make.click()
    await expect(room.refusal).toHaveText('Say who gave consent.')
    await expect(room.own('Ben')).toHaveCount(0)
    await room.consent.fill('Ben Ode agreed by letter on 3 May.')
    await room.make.click()
    await expect(room.own('Ben')).toContainText('Ben Ode agreed by letter on 3 May.')
    expect(service.ledger()).toEqual([])

    for (const model of ['Higgs 2.5', 'Chatterbox', 'Qwen3 TTS']) {
      await room.registration('Ben', model).getByRole('button', { name: 'Register now' }).click()
      await studio.page.locator('[data-question]').getByRole('button', { name: 'Register now' }).click()
      await expect(room.registration('Ben', model)).toContainText('registered just now')
    }
    expect(service.taken('upload')).toBe(3)
    await room.own('Ben').getByRole('button', { name: 'Use in Speech' }).click()
    await studio.make.chooseModel('Chatterbox')
    await studio.make.speak('With what is known.')
    expect(service.taken('upload'), 'it was registered already').toBe(3)

    await studio.shell.go('Voices')
    await room.forget('Ben', 'Chatterbox')
    await expect(room.registration('Ben', 'Chatterbox')).toContainText('expired: registers again on next use')
    await expect(room.registration('Ben', 'Higgs 2.5')).toContainText('registered')
    await studio.shell.go('Make')
    await studio.make.speak('After giving it up.')
    expect(service.taken('upload'), 'its clip was uploaded again').toBe(4)
    await media.close()

    // The same address and key, but a service that knows no voice any more.
    const port = Number(new URL(service.url).port)
    await service.close()
    const forgetful = await openService({ port, key: service.key })
    await studio.make.speak('After it was forgotten.')
    expect(forgetful.ledger().map(work => work.kind)).toEqual(['upload', 'speech'])
    await studio.shell.go('Voices')
    await expect(room.registration('Ben', 'Chatterbox')).toContainText('registered just now')
    await room.more('Ben', 'Move to trash')
    await expect(room.own('Ben')).toHaveCount(0)
    await studio.shell.news.undo()
    await expect(room.own('Ben')).toBeVisible()
  })

  test('is trimmed to its best stretch, has tags and notes, and leaves and comes as one file', async ({ studio, service }) => {
    const media = await openMediaKit()
    const { page } = studio
    await studio.enterWith(service)
    const room = voicesRoom(page)
    await studio.shell.go('Voices')
    await room.create.click()
    await room.pick(await media.tone('long.wav', { seconds: 25, level: 0.05 }))
    await expect(room.findings).toContainText('Longer than needed: 8 to 15 seconds are enough.')
    await room.form.getByRole('button', { name: /^Use the best 1\d/ }).click()
    await expect(room.findings).toContainText('Good length.')
    const end = room.form.getByRole('slider', { name: 'End of the clip' })
    await end.focus()
    await page.keyboard.press('Shift+ArrowLeft')
    await page.keyboard.press('Shift+ArrowLeft')
    await expect(room.form).toContainText(/^.*(?:9\.\d|10\.\d) s are sent/)
    await room.form.getByRole('checkbox', { name: /^Set level \(\+/ }).check()
    await room.form.getByRole('button', { name: 'Listen to what is sent' }).click()
    await room.form.getByRole('button', { name: 'Stop' }).click()
    await room.name.fill('Grandfather')
    await room.consent.fill('He agreed in writing.')
    await room.make.click()
    await room.more('Grandfather', 'Tags and notes…')
    const about = page.getByRole('dialog', { name: 'About Grandfather' })
    await about.getByLabel('Notes').fill('Only for the lighthouse.')
    await about.getByLabel('Language').fill('English')
    await about.getByRole('button', { name: 'Save' }).click()
    await expect(room.own('Grandfather')).toContainText('Only for the lighthouse.')

    const saved = page.waitForEvent('download')
    await room.more('Grandfather', 'Save voice as one file')
    const path = await (await saved).path()
    await room.more('Grandfather', 'Move to trash')
    await expect(room.own('Grandfather')).toHaveCount(0)
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByRole('button', { name: 'Open voice file…' }).click()])
    await chooser.setFiles({ name: 'Grandfather.zip', mimeType: 'application/zip', buffer: readFileSync(path) })
    await expect(room.own('Grandfather')).toContainText('Only for the lighthouse.')
    await expect(room.own('Grandfather')).toContainText('He agreed in writing.')
    expect(service.ledger(), 'nothing is sent').toEqual([])
    await media.close()
  })

  test('can be cast in a script, and its lines are spoken with it', async ({ studio, service }) => {
    await studio.enterWith(service)
    await withAnn(studio)
    await studio.shell.go('Projects')
    await studio.projects.create('The boat')
    const { script } = studio
    await script.paste('MARA: The boat is gone.\n\nMARA: Then whose was it?', 2)
    await script.voiceOf('MARA').click()
    const ann = script.sheet.getByRole('listitem', { name: /^Ann, / })
    await expect(ann).toBeVisible()
    await ann.click({ position: { x: 200, y: 10 } })
    await script.sheet.getByRole('radio', { name: /^Qwen3 TTS/ }).check()
    await script.voice('Qwen3 TTS', 'Ann').getByRole('button', { name: 'Cast: Ann' }).click()
    await expect(script.casting).toContainText('Qwen3 TTS · Ann')
    await script.make.click()
    await expect(script.allMade).toBeVisible()
    expect(service.taken('upload'), 'many lines, one upload').toBe(1)
    expect(service.spoken().toSorted()).toEqual(['The boat is gone.', 'Then whose was it?'])
    await script.cast('MARA', 'Qwen3 TTS', 'Serena')
    await expect(script.state(1, 'Outdated')).toBeVisible()
  })
})
