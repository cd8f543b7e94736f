/** What is dropped from the desktop: every room says where it goes while it hovers, takes what it can use, and keeps its page. */
import { expect, test } from './kit/story.ts'
import { give } from './pages/files.ts'

const base64 = (text: string): string => Buffer.from(text).toString('base64')
const script = { name: 'scene.fountain', type: '', base64: base64('INT. HARBOUR\n\nANNA\n(quietly)\nOne light still burns.\n\nBEN\nThirty winters.\n') }
const plain = { ...script, name: 'scene.txt', type: 'text/plain' }

const inProject = ['script', 'make', 'make?bench=image', 'make/transcribe', 'make/chat', 'deliver', 'timeline'] as const
const outside = ['projects', 'library', 'voices', 'queue', 'trash', 'settings/accounts', 'settings/spend', 'make', 'make/transcribe', 'make/chat'] as const

test('a text that is dropped in any room of a project opens in its script; outside of one it can begin a project @wide', async ({ studio, service }) => {
  test.slow()
  const { page } = studio
  await studio.enterWith(service)
  await studio.projects.create('Harbour')
  const project = new URL(page.url()).hash.replace(/\/script.*$/, '')
  const origin = new URL(page.url()).origin
  const preview = page.getByRole('dialog', { name: 'Paste script' })
  const go = async (hash: string) => {
    await page.evaluate(to => Reflect.set(location, 'hash', to), hash)
    await expect(page.locator('main.place > *').first()).toBeVisible()
  }

  for (const room of inProject) {
    await go(`${project}/${room}`)
    const hint = page.getByText(/Drop to add to the script of “Harbour”|Drop SRT or WebVTT to add captions/)
    // It disappears by itself where nothing is held any more.
    await expect(async () => {
      await give(page.locator('main'), 'hover', [plain])
      await expect(hint, room).toBeVisible({ timeout: 1000 })
    }).toPass()
    await give(page.locator('main'), 'drop', [plain])
    await expect(preview, room).toBeVisible()
    await expect(preview.getByRole('list'), room).toContainText('One light still burns.')
    await page.keyboard.press('Escape')
    await expect(preview).toBeHidden()
  }
  for (const room of outside) {
    await go(`#/${room}`)
    await give(page.locator('main'), 'drop', [script])
    const notice = page.getByText('“scene.fountain” is text. It can become the script of a project.').last()
    await expect(notice, room).toBeVisible()
    await page.getByRole('button', { name: 'Dismiss' }).last().click()
  }
  expect(new URL(page.url()).origin, 'no drop leaves the studio').toBe(origin)
})
