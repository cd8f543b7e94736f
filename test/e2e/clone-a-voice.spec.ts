/** A person makes a voice of a clip, hears what the clip is worth, and speaks with it wherever voices are chosen. */
import type { StoryStudio } from './kit/story.ts'
import { openMediaKit } from '../kit/media.ts'
import { expect, test } from './kit/story.ts'
import { choose } from './pages/parts.ts'
import { voicesRoom } from './pages/voices-room.ts'

/** A clip of ten seconds becomes the voice “Ann”. */
async function withAnn(studio: StoryStudio) {
  const media = await openMediaKit()
  const path = await media.tone('ann.wav', { seconds: 10, level: 0.4 })
  const room = voicesRoom(studio.page)
  await studio.shell.go('Voices')
  await room.create.click()
  await room.pick(path)
  await expect(room.findings).toContainText('A good length.')
  await room.name.fill('Ann')
  await room.consent.fill('Ann Lee agreed in writing.')
  await room.make.click()
  await expect(room.own('Ann')).toBeVisible()
  await media.close()
  return room
}

test.describe('a voice of one\'s own', () => {
  test('speaks with any model: its clip is sent once for each, and again when the service has forgotten it', async ({ studio, service }) => {
    await studio.firstRun.enterWith(service)
    const room = await withAnn(studio)
    await room.own('Ann').getByRole('button', { name: 'Use in Speech' }).click()
    await studio.make.chooseModel('Qwen3 TTS')
    await expect(studio.make.form).toContainText('Not registered here yet: its clip is sent first, once.')
    await studio.make.speak('Spoken by Ann.')
    expect(service.ledger().map(work => work.kind)).toEqual(['upload', 'speech'])
    const [, first] = service.ledger()
    expect(first?.values).toMatchObject({ voice_id: expect.stringMatching(/./) })
    await expect(studio.make.form).toContainText('Registered with this model and account.')
    await expect(studio.make.take('Spoken by Ann.')).toContainText('Ann')
    await studio.make.sound('Spoken by Ann.').hear()
    await studio.make.speak('Ann again.')
    expect(service.taken('upload'), 'no second upload').toBe(1)

    await studio.make.take('Spoken by Ann.').getByRole('button', { name: 'Use again' }).click()
    await expect(studio.make.form).toContainText('A voice of your own')
    await choose(studio.make.form, 'Voice', 'Serena')
    await studio.make.speak('Serena instead.')
    expect(service.ledger().at(-1)?.values).toMatchObject({ voice: 'Serena' })
    expect(service.ledger().at(-1)?.values).not.toHaveProperty('voice_id')

    await studio.shell.go('Voices')
    await expect(room.registration('Ann', 'Qwen3 TTS')).toContainText('registered')
    await room.registration('Ann', 'Higgs 2.5').getByRole('button', { name: 'Register now' }).click()
    await studio.page.locator('.n-dialog').getByRole('button', { name: 'Register now' }).click()
    await expect(room.registration('Ann', 'Higgs 2.5')).toContainText('registered just now')
    expect(service.taken('upload')).toBe(2)
    await room.hear('Ann').click()
    await expect(room.own('Ann').getByRole('button', { name: 'Stop Ann' })).toBeVisible()
    expect(service.taken('speech'), 'its newest take is heard, nothing is paid').toBe(3)
  })

  test('can be cast in a script, and its lines are made with it', async ({ studio, service }) => {
    await studio.firstRun.enterWith(service)
    await withAnn(studio)
    await studio.shell.go('Projects')
    await studio.projects.create('The boat')
    const { script } = studio
    await script.paste('MARA: The boat is gone.\n\nMARA: Then whose was it?', 2)
    await script.casting.getByRole('button', { name: /^MARA/ }).click()
    await choose(script.casting, 'Model', 'Qwen3 TTS')
    await choose(script.casting, 'Voice', 'Ann')
    await expect(script.casting).toContainText('Qwen3 TTS · Ann')
    await script.make.click()
    await expect(script.allMade).toBeVisible({ timeout: 45_000 })
    expect(service.taken('upload'), 'many lines, one upload').toBe(1)
    expect(service.spoken().toSorted()).toEqual(['The boat is gone.', 'Then whose was it?'])
    await choose(script.casting, 'Voice', 'Serena')
    await expect(script.state(1, 'Stale')).toBeVisible()
  })
})
