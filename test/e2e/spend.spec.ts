/** Spend: entering prices, seeing the cost before sending, and limits that are enforced. */
import { readFileSync } from 'node:fs'
import { openMediaKit } from '../kit/media.ts'
import { expect, test } from './kit/story.ts'
import { studioGone } from './kit/watch.ts'
import { transcribeRoom } from './pages/transcribe-room.ts'
import { voicesRoom } from './pages/voices-room.ts'

const scene = 'MARA: The boat is gone.\n\nMARA: Then whose was it?'

test.describe('spend', () => {
  test('without prices the page only says where to enter them; with prices every button shows an estimate', async ({ studio, service }) => {
    await studio.enterWith(service)
    const { make, shell, spend, script } = studio
    await shell.go('Make')
    await make.prompt.fill('The tide is early.')
    await expect(make.form).not.toContainText('about')
    await make.form.getByRole('link', { name: 'Enter prices' }).click()
    await spend.price('Higgs 2.5', 'per 1,000 characters', '1.5')
    await spend.price('Qwen3 TTS', 'per request', '0,01')

    await shell.go('Make')
    await expect(make.form).toContainText('about $0.027')
    await make.prompt.fill('The tide is early. It always was.')
    await expect(make.form).toContainText('about $0.05')
    await make.prompt.fill('The tide is early.')
    await make.send()
    await expect(make.take('The tide is early.')).toBeVisible()
    await shell.go('Library')
    await studio.library.take('The tide is early.').click()
    await expect(studio.library.inspector).toContainText('$0.027')

    await shell.go('Projects')
    await studio.projects.create('The boat')
    await script.paste(scene, 2)
    await script.cast('MARA', 'Qwen3 TTS', 'Serena')
    await expect(script.make).toHaveText(/Generate 2 lines \(35 characters\) · about \$0\.02/)
    await script.make.click()
    await expect(script.allMade).toBeVisible()
    await expect(shell.page.getByText('$0.02 spent')).toBeVisible()
    await script.line(1).getByTitle('Show takes of this line').click()
    await expect(script.line(1)).toContainText('This line has cost $0.01 so far')

    await shell.command('Spending')
    await expect(spend.total).toContainText('$0.047')
    await expect(spend.total).toContainText('3 jobs')
    await expect(spend.table('By project')).toContainText('The boat')
    await expect(spend.table('By project')).toContainText('No project')
    await expect(spend.table('By model')).toContainText('Higgs 2.5')
    const downloading = shell.page.waitForEvent('download')
    await spend.export.click()
    const text = readFileSync(await (await downloading).path(), 'utf8')
    expect(text.split('\r\n').filter(line => line !== '')).toHaveLength(4)
    expect(text).toContain(',speech,The boat is gone.,qwen3-tts,')
  })

  test('a hard limit puts jobs on hold and says so; raising it continues them, and a single job can be let through @short', async ({ studio, service }) => {
    await studio.enterWith(service)
    const { make, queue, shell, spend } = studio
    await shell.command('Spending')
    await spend.open('Prices')
    await spend.price('Higgs 2.5', 'per request', '1')
    await spend.open('Budgets')
    await spend.limit('Daily', 'Hard limit', '1.50')
    await expect(spend.budget('Daily')).toContainText('$1.50 left')

    await shell.go('Make')
    await make.speak('One.')
    await expect(make.form).toContainText('over the limit: will be put on hold')
    await make.queue('Two.')
    await make.queue('Three.')
    await shell.go('Queue')
    await expect(queue.job('Two.')).toContainText('This exceeds today’s hard limit of $1.50. $0.50 is left. It can cost up to $1.00.')
    await expect(shell.page.getByRole('region', { name: '2 jobs are on hold: hard limit' })).toBeVisible()
    expect(service.taken('speech')).toBe(1)

    await queue.job('Two.').getByRole('button', { name: 'Allow once…' }).click()
    await spend.question.getByRole('button', { name: 'Allow once' }).click()
    await expect(queue.job('Two.')).toContainText('Done')
    await expect(queue.job('Three.')).toContainText('On hold: over budget')
    expect(service.taken('speech')).toBe(2)

    await queue.job('Three.').getByRole('button', { name: 'Change limit' }).click()
    await expect(spend.budget('Daily')).toContainText('$2.00 spent · $0.50 over')
    await spend.limit('Daily', 'Hard limit', '3')
    await shell.go('Queue')
    await expect(queue.job('Three.')).toContainText('Done')
    expect(service.taken('speech')).toBe(3)
  })

  test('a voice and a transcript show their cost before they are sent, and are counted at that cost', async ({ studio, service }) => {
    const media = await openMediaKit()
    await studio.enterWith(service)
    const { shell, spend } = studio
    await shell.command('Spending')
    await spend.open('Prices')
    await spend.price('Qwen3 TTS', 'per voice registration', '0.30')
    await spend.price('Whisper v3 Turbo', 'per source second', '0.01')

    const voices = voicesRoom(studio.page)
    const clip = await media.tone('ann.wav', { seconds: 10, level: 0.4 })
    await shell.go('Voices')
    await voices.create.click()
    await voices.pick(clip)
    await voices.name.fill('Ann')
    await voices.consent.fill('Ann Lee agreed in writing.')
    await voices.make.click()
    await voices.registration('Ann', 'Qwen3 TTS').getByRole('button', { name: 'Register now' }).click()
    const question = studio.page.locator('[data-question]')
    await expect(question).toContainText('about $0.30')
    await question.getByRole('button', { name: 'Register now' }).click()
    await expect(voices.registration('Ann', 'Qwen3 TTS')).toContainText('registered just now')

    const transcribe = transcribeRoom(studio.page)
    await shell.go('Make')
    await transcribe.open()
    await transcribe.chooseModel('Whisper v3 Turbo')
    await transcribe.bring(clip)
    await expect(transcribe.form).toContainText('about $0.10')
    await transcribe.send()

    await shell.command('Spending')
    await expect(spend.total).toContainText('$0.10')
    // The service does not report the cost of a registration.
    await expect(spend.total).toContainText('Possibly charged: $0.30')
    expect(service.ledger().map(work => work.kind)).toEqual(['upload', 'transcription'])
    await media.close()
  })

  test('a soft limit asks once before it is exceeded, and cancelling sends nothing', async ({ studio, service }) => {
    await studio.enterWith(service)
    const { make, shell, spend } = studio
    await shell.command('Spending')
    await spend.open('Prices')
    await spend.price('Higgs 2.5', 'per request', '1')
    await spend.open('Budgets')
    await spend.limit('Daily', 'Soft limit', '0.5')
    await expect(spend.budget('Daily')).toContainText('$0.50 left')

    await shell.go('Make')
    await make.prompt.fill('One.')
    await make.send()
    await expect(spend.question).toContainText('Today’s soft limit is $0.50.')
    await spend.question.getByRole('button', { name: 'Cancel' }).click()
    await expect(spend.question).toHaveCount(0)
    await make.prompt.fill('One, then.')
    // The second click of a double-click is no answer to the question that the first one brought.
    await make.form.locator('button[type=submit]').dblclick()
    await expect(spend.question).toContainText('Today’s soft limit is $0.50.')
    await spend.question.getByRole('button', { name: 'Exceed and send' }).click()
    await expect(make.take('One, then.')).toBeVisible()
    await make.speak('Two.')
    await expect(spend.question).toHaveCount(0)
    expect(service.spoken()).toEqual(['One, then.', 'Two.'])
  })

  test('an invalid amount is not saved, and a saved one is there after a restart', async ({ studio, service, watch }) => {
    watch.expect(studioGone)
    await studio.enterWith(service)
    const { shell } = studio
    await shell.command('Spending')
    await studio.spend.open('Prices')
    await studio.spend.price('Higgs 2.5', 'per request', 'five')
    await expect(studio.spend.cell('Higgs 2.5, per request')).toHaveAttribute('aria-invalid', 'true')
    await studio.spend.price('Higgs 2.5', 'per 1,000 characters', '0.015')
    await studio.reopen()
    await studio.shell.command('Spending')
    await studio.spend.open('Prices')
    await expect(studio.spend.cell('Higgs 2.5, per 1,000 characters')).toHaveValue('0.015')
    await expect(studio.spend.cell('Higgs 2.5, per request')).toHaveValue('')
  })

  test('the library lists takes by what they cost, which a column shows', async ({ studio, service }) => {
    test.slow()
    await studio.enterWith(service)
    const media = await openMediaKit()
    const { make, shell, spend, library, page } = studio
    await shell.command('Spending')
    await spend.open('Prices')
    await spend.price('Higgs 2.5', 'per 1,000 characters', '1.5')
    await shell.go('Make')
    await make.speak('The tide is early, and nobody is at the pier.')
    await make.speak('The tide is early.')
    await shell.go('Library')
    await library.import([await media.tone('bell.wav')])
    await expect(library.takes).toHaveCount(3)
    await media.close()
    await page.getByRole('button', { name: 'List', exact: true }).click()
    await page.getByRole('button', { name: 'Choose columns' }).click()
    await page.getByRole('checkbox', { name: 'Cost' }).click()
    await page.keyboard.press('Escape')
    await expect(library.take('The tide is early.')).toContainText('$0.027')

    // By the head of the column, then by keys. What cost nothing is last both ways.
    const orders = [/and nobody is at the pier.*\$0\.0675/s, /The tide is early\..*\$0\.027/s, /bell/]
    await page.locator('.heads').getByRole('button', { name: 'Cost', exact: true }).click()
    await expect(library.takes).toHaveText(orders)
    await page.keyboard.press('Shift+s')
    await expect(library.takes).toHaveText([...orders.slice(0, 2).toReversed(), ...orders.slice(2)])
    await expect(page.locator('.room-bar')).toContainText('Cheapest first')
  })
})
