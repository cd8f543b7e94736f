/** Transcripts: play from any word, search, correct, undo and export. */
import type { StoryStudio } from './kit/story.ts'
import { readFile } from 'node:fs/promises'
import { builtInModels } from '../../src-main/service/catalogue/index.ts'
import { openMediaKit } from '../kit/media.ts'
import { expect, test } from './kit/story.ts'
import { unfoldAll } from './pages/field-form.ts'
import { choose } from './pages/parts.ts'
import { transcribeRoom } from './pages/transcribe-room.ts'

const words = 'The light was out. Nobody in the harbour said a word. Then the fog came in.'

/** Speaks the words and picks the take from the library as the source. */
async function withSpeech(studio: StoryStudio) {
  await studio.shell.go('Make')
  await studio.make.speak(words)
  const room = transcribeRoom(studio.page)
  await room.open()
  await room.form.getByRole('button', { name: 'From the library' }).click()
  await studio.page.getByRole('dialog').locator('.take-card').first().click()
  await expect(room.form.locator('.held-file')).toHaveCount(1)
  return room
}

test.describe('transcripts', () => {
  test('speech becomes timed text that plays from any segment, is searched, corrected and restored @wide', async ({ studio, service }) => {
    await studio.enterWith(service)
    const room = await withSpeech(studio)
    await room.field('Language').locator('.n-select').click()
    await studio.page.keyboard.type('icelan')
    await studio.page.locator('.n-base-select-option').filter({ hasText: 'Icelandic' }).click()
    await studio.page.keyboard.press('Control+Enter')

    await expect(room.pieces).toHaveCount(3)
    await expect(room.pieces.nth(1)).toContainText('Nobody in the harbour said a word.')
    await expect(room.results).toContainText('Icelandic')
    expect(service.ledger().find(work => work.kind === 'transcription')?.values.language).toBe('is')

    await room.pieces.nth(1).getByRole('button', { name: /^Play from/ }).click()
    await expect.poll(() => room.sound.secondsNow(), 'it plays from the second piece').toBeGreaterThan(1)
    await expect(room.pieces.nth(1)).toHaveClass(/is-heard/)

    await room.search.fill('THE')
    await expect(room.results.getByText('1 of 4')).toBeVisible()
    await room.search.fill('')

    await room.correct(1, 'Nobody in the harbour said a thing.')
    await expect(room.results).toContainText(/Saved \d/)
    const { name, path } = await room.takeAlong('SRT')
    expect(name).toMatch(/\.srt$/)
    expect(await readFile(path, 'utf8')).toMatch(/^1\r?\n00:00:0\d,\d{3} --> 00:00:0\d,\d{3}\r?\nThe light was out/)
    expect(await readFile((await room.takeAlong('VTT')).path, 'utf8')).toMatch(/^WEBVTT/)
    expect(await readFile((await room.takeAlong('TXT')).path, 'utf8')).toContain('said a thing.')

    await studio.shell.go('Library')
    await studio.library.search.fill('thing')
    await expect(studio.library.takes).toHaveCount(1)
    await studio.library.takes.first().click()
    await expect(studio.library.inspector).toContainText('Nobody in the harbour said a thing.')
    await studio.library.inspector.getByRole('button', { name: 'Open in Transcribe' }).click()
    await room.results.getByRole('button', { name: 'Undo all corrections' }).click()
    await expect(room.pieces.nth(1)).toContainText('said a word.')
    await studio.shell.news.undo()
    await expect(room.pieces.nth(1)).toContainText('said a thing.')
    await room.results.getByRole('button', { name: 'Undo all corrections' }).click()
    await expect(room.pieces.nth(1)).toContainText('said a word.')
    // Also later, after another correction.
    await studio.page.reload()
    await room.correct(1, 'Nobody said anything.')
    await expect(room.results).toContainText(/Saved \d/)
    await room.results.getByRole('button', { name: 'Restore my corrections' }).click()
    await expect(room.pieces.nth(1)).toContainText('said a thing.')
    await room.results.getByRole('button', { name: 'Restore my corrections' }).click()
    await expect(room.pieces.nth(1)).toContainText('Nobody said anything.')
    expect(service.taken('transcription')).toBe(1)
  })

  test('a film’s sound is transcribed; a transcript without timestamps says so and exports as text only', async ({ studio, service }) => {
    const media = await openMediaKit()
    try {
      const film = await media.clip('interview.mp4', { width: 320, height: 180, seconds: 2, withSound: true })
      await studio.enterWith(service)
      await studio.shell.go('Make')
      const room = transcribeRoom(studio.page)
      await room.open()
      await room.bring(film)
      await expect(room.form.locator('.held-file')).toHaveCount(1)
      await room.chooseModel('Higgs ASR 3')
      await expect(room.form.locator('.held-file')).toHaveCount(1)
      await room.send()
      await expect(room.results).toContainText('This transcript has no timestamps')
      await expect(room.results.getByRole('button', { name: 'Export as SRT' })).toBeDisabled()
      await expect(room.results.getByRole('button', { name: 'Export as TXT' })).toBeEnabled()
      await room.film.see()
      expect(service.taken('transcription')).toBe(1)
    }
    finally {
      await media.close()
    }
  })

  test('every documented audio format is sent unchanged, a film sends its sound, and plain text can be requested', async ({ studio, service }) => {
    test.slow()
    const media = await openMediaKit()
    await studio.enterWith(service)
    await studio.shell.go('Make')
    const room = transcribeRoom(studio.page)
    await room.open()
    const sounds = [
      await media.tone('said.mp3', { seconds: 2 }),
      await media.tone('said.wav', { seconds: 2 }),
      await media.tone('said.m4a', { seconds: 2 }),
      await media.tone('said.ogg', { seconds: 2 }),
      await media.tone('said.webm', { seconds: 2, args: ['-c:a', 'libopus'] }),
      await media.clip('said.mp4', { seconds: 2, withSound: true }),
    ]
    for (const [index, sound] of sounds.entries()) {
      await room.bring(sound)
      await expect(room.form.locator('.held-file')).toContainText('said')
      await room.send()
      await expect.poll(() => service.taken('transcription')).toBe(index + 1)
      await expect(room.results.getByRole('button', { name: 'Export as TXT' })).toBeEnabled()
      // The form is cleared after sending, so that a second click does not pay twice.
      await expect(room.form.locator('.held-file')).toHaveCount(0)
    }
    const sent = service.ledger().filter(work => work.kind === 'transcription').map(work => work.files[0]?.name.split('.').at(-1))
    expect(sent.slice(0, 5)).toEqual(['mp3', 'wav', 'm4a', 'ogg', 'webm'])

    await room.bring(sounds[1] ?? '')
    await unfoldAll(room.form)
    await choose(room.form, 'File type', 'text')
    await room.send()
    await expect.poll(() => service.taken('transcription')).toBe(7)
    expect(service.ledger().at(-1)?.values.response_format).toBe('text')
    await expect(room.results.getByRole('button', { name: 'Export as TXT' })).toBeEnabled()
    await media.close()
  })

  test('all 99 languages are listed and found by name or code', async ({ studio }) => {
    await studio.lookAround()
    await studio.shell.go('Make')
    const room = transcribeRoom(studio.page)
    await room.open()
    await room.field('Language').locator('.n-select').click()
    const list = studio.page.locator('.n-base-select-menu')
    const found = list.locator('.n-base-select-option')
    await studio.page.keyboard.type('haw')
    await expect(found).toHaveText(['Hawaiian'])
    await studio.page.keyboard.press('Control+a')
    await studio.page.keyboard.type('yue')
    await expect(found).toHaveCount(0)
    await studio.page.keyboard.press('Control+a')
    await studio.page.keyboard.type('swahili')
    await expect(found).toHaveText(['Swahili'])
    await found.click()
    await expect(room.field('Language')).toContainText('Swahili')
    expect(
      builtInModels.find(model => model.id === 'whisper_v3_turbo')?.fields.find(field => field.name === 'language')?.choices,
    ).toHaveLength(99)
  })

  test('without a source nothing is sent, and the field says what is missing', async ({ studio, service }) => {
    await studio.enterWith(service)
    await studio.shell.go('Make')
    const room = transcribeRoom(studio.page)
    await room.open()
    await room.send()
    await expect(room.form.getByText('Required.')).toBeVisible()
    expect(service.ledger()).toEqual([])
  })
})
