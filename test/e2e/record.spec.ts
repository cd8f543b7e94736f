/** Recording a voice with the browser's stand-in for a microphone, which plays a file: a click each half second. */
import { rmSync, writeFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { readWavHead, wavOfPcm16 } from '../../src-main/base/wav.ts'
import { chromiumFlags, shellPath } from '../kit/chromium.ts'
import { expect, test } from './kit/story.ts'
import { recorder } from './pages/recorder.ts'
import { voicesRoom } from './pages/voices-room.ts'

const rate = 48_000
/** Clicks of 1 ms over a faint hum. */
const clicks = Int16Array.from({ length: 30 * rate }, (_, at) =>
  Math.round(at % (rate / 2) < rate / 1000 ? 20_000 : 300 + 200 * Math.sin(at / 40)))
const microphone = join(tmpdir(), `takeroom-microphone-${process.pid}.wav`)
writeFileSync(microphone, wavOfPcm16(new Uint8Array(clicks.buffer), { sampleRate: rate, channels: 1 }))
process.on('exit', () => rmSync(microphone, { force: true }))

test.use({ launchOptions: {
  ...shellPath === undefined ? {} : { executablePath: shellPath },
  args: [
    ...chromiumFlags,
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-audio-capture=${microphone}`,
  ],
} })

/** The sound of the only take in a studio. */
async function onlyWav(folder: string): Promise<Int16Array> {
  const wavs = (await readdir(join(folder, 'assets'), { recursive: true })).filter(name => name.endsWith('.wav'))
  expect(wavs).toHaveLength(1)
  const bytes = await readFile(join(folder, 'assets', wavs[0] ?? ''))
  return new Int16Array(new Uint8Array(bytes.subarray(readWavHead(bytes)?.dataOffset)).buffer)
}

/** Where clicks begin, in samples. */
function onsets(samples: Int16Array): number[] {
  const found: number[] = []
  for (const [at, sample] of samples.entries()) {
    if (Math.abs(sample) > 8000 && at - (found.at(-1) ?? -rate) > rate / 10)
      found.push(at)
  }
  return found
}

// The browser of the window is started without these flags.
test.describe('a recording @flags', () => {
  test('is watched, made with a key, listened to, and is the clip of a new voice, as long as its clock said @wide', async ({ studio }) => {
    await studio.lookAround()
    const room = voicesRoom(studio.page)
    const record = recorder(studio.page)
    await studio.shell.go('Voices')
    await room.create.click()
    await record.open(room.form)
    await expect(record.status).toContainText('Ready.')
    await expect(record.level).toHaveAttribute('aria-valuetext', /^−\d+ dB$/)
    await record.countdown.uncheck()
    await studio.page.keyboard.press('r')
    await expect(record.status).toHaveText(/^Recording\./)
    await expect(record.time).toHaveText(/^0:0[2-9]/)
    await studio.page.keyboard.press('r')
    await expect(record.status).toContainText('Kept in the library.')
    const shown = Number((await record.time.textContent())?.replace('0:', ''))
    await record.sound.hear()
    await record.press('Keep')
    await expect(record.dialog).toBeHidden()
    await expect(room.form).toContainText(/Recording \d{4}-\d\d-\d\d \d\d:\d\d/)
    await expect(room.findings).toContainText('Under 3 seconds')

    const samples = await onlyWav(studio.folder)
    expect(samples.length / rate, 'as much as the clock showed').toBeGreaterThan(shown - 0.1)
    expect(samples.length / rate).toBeLessThan(shown + 2)
    const heard = onsets(samples)
    expect(heard.length).toBeGreaterThanOrEqual(4)
    // The stand-in beeps by the clock, so that a busy machine moves each beep; half a second more or less would be a lost piece.
    const apart = heard.slice(1).map((at, index) => (at - (heard[index] ?? 0)) / rate).sort((left, right) => left - right)
    expect(apart[Math.floor(apart.length / 2)], 'clicks are half a second apart').toBeCloseTo(0.5, 1)
  })

  test('whose page is left in the middle of it is kept, and the next page says so', async ({ studio }) => {
    test.slow()
    await studio.lookAround()
    const record = recorder(studio.page)
    await studio.shell.go('Library')
    await record.open()
    await expect(record.status).toContainText('Ready.')
    await record.countdown.uncheck()
    await record.press('Record')
    await expect(record.time).toHaveText(/^0:0[2-9]/)
    // The browser asks first whether to leave.
    studio.page.once('dialog', question => void question.accept())
    await studio.open()
    const report = studio.page.getByRole('status', { name: 'An unfinished recording was recovered' })
    await expect(report).toContainText('its page was closed or lost the connection')
    await report.getByRole('button', { name: 'Show' }).click()
    await expect(studio.library.inspector.getByRole('heading', { level: 2 })).toHaveText(/^Recording \d{4}-/)
    await studio.page.keyboard.press('Escape')
    await report.getByRole('button', { name: 'OK' }).click()
    await expect(report).toBeHidden()
    expect(onsets(await onlyWav(studio.folder)).length).toBeGreaterThanOrEqual(2)
  })

  test('is punched in at the playhead of a timeline, ends at the out point, and is there as one step of undo', async ({ studio }) => {
    await studio.lookAround()
    const { page, timeline } = studio
    const record = recorder(page)
    let address = ''
    await studio.running.call?.(async (client) => {
      const { project } = await client.projects.create({ name: 'Voice-over' })
      address = `#/projects/${project.id}/timeline`
    })
    await page.evaluate(hash => void (location.hash = hash), address)
    await page.getByRole('button', { name: 'Create empty sequence' }).click()
    await timeline.tools.waitFor()
    await studio.shell.command('Add title')
    await timeline.expectPlaces('4.0 s at 0:00.0')
    for (const key of ['Shift+ArrowRight', 'Shift+ArrowRight', 'ArrowLeft', 'o'])
      await page.keyboard.press(key)
    // The out point is set before the recorder opens and is told of it.
    await expect(timeline.tools.getByRole('button', { name: 'Undo: Set in and out' })).toBeVisible()
    for (const key of ['Home', 'Shift+ArrowRight', 'r'])
      await page.keyboard.press(key)
    await expect(record.dialog).toContainText('00:00:01:00 to 00:00:02:00')
    // The next R records: no field may take it for text.
    await expect(record.dialog).toBeFocused()
    await expect(record.status).toContainText('Ready.')
    await record.countdown.uncheck()
    await page.keyboard.press('r')
    // Nobody stops it: the out point does.
    await expect(record.status).toContainText('Kept in the library.')
    await expect(timeline.preview.locator('.time').first()).toHaveText('00:00:02:00')
    await record.press('Keep')
    await expect(record.dialog).toBeHidden()
    await timeline.expectPlaces('1.0 s at 0:01.0', '4.0 s at 0:00.0')
    await page.keyboard.press('Alt+b')
    await expect(page.getByRole('complementary', { name: 'Bin', exact: true }).getByRole('listitem')).toContainText(/Recording \d{4}-/)
    await timeline.tools.getByRole('button', { name: 'Undo: Record' }).click()
    await timeline.expectPlaces('4.0 s at 0:00.0')
    expect(onsets(await onlyWav(studio.folder)).length).toBeGreaterThanOrEqual(1)
    await page.keyboard.press('r')
    await expect(record.dialog).toBeFocused()
    // The hint in it is closed first, and by itself.
    const hint = record.dialog.getByRole('button', { name: 'Help' })
    await hint.focus()
    await expect(record.dialog.locator('[data-shown-hint]')).toHaveCount(1)
    await page.keyboard.press('Escape')
    await expect(record.dialog.locator('[data-shown-hint]')).toHaveCount(0)
    await expect(record.dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(record.dialog).toBeHidden()
  })
})
