/** The disk becomes full while somebody writes: it is said once, nothing is lost, and what was written arrives by itself when there is room. */
import { appendFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { mountOver } from '../kit/small-disk.ts'
import { expect, test } from './kit/story.ts'
import { studioGone } from './kit/watch.ts'

const mebibyte = 2 ** 20

function fill(path: string): void {
  for (let size = 8 * mebibyte; size >= 512; size /= 2) {
    try {
      for (;;)
        appendFileSync(path, Buffer.alloc(size))
    }
    catch {
      // Full to the last piece of this size.
    }
  }
}

test.describe('a disk that becomes full', () => {
  test.skip(({ hostName }) => hostName !== 'web', 'the studio is closed and opened again on a small disk')

  test('says so once, keeps what is written, and makes it by itself when there is room @web @wide', async ({ studio, watch }) => {
    watch.expect(studioGone)
    const { page, shell, script, projects } = studio
    await studio.lookAround()
    await projects.create('The boat')
    await script.paste('ANNA: The sea was quiet.\nBEN: For once.', 2)
    const { port } = studio.running
    await studio.kill()
    const disk = mountOver(studio.folder, 96 * mebibyte)
    test.skip(disk === undefined, 'mounting a small disk is not permitted here')
    const filler = join(studio.folder, 'filler')
    try {
      await studio.reopen({ port: port! })
      await shell.go('Projects')
      await projects.card('The boat').getByRole('link').click()
      await expect.poll(script.texts).toEqual(['The sea was quiet.', 'For once.'])
      fill(filler)
      await script.write(1, 'The sea was loud.')
      await script.text(1).blur()
      await expect(page.getByText(/^The disk is full: \d+ k?B free\.$/)).toBeVisible()
      await script.write(2, 'For the first time.')
      await script.text(2).blur()
      await expect(page.getByText('2 changes are kept in this browser and saved once the disk can be written to.')).toBeVisible()
      await expect(page.getByText(/The disk is full/)).toHaveCount(1)
      await page.getByRole('button', { name: 'Show', exact: true }).click()
      await expect(page.getByRole('dialog', { name: 'Kept changes' }).getByRole('listitem')).toHaveCount(2)
      await page.keyboard.press('Escape')

      rmSync(filler)
      await expect(page.getByText(/The disk is full/)).toHaveCount(0)
      await expect(page.getByText(/changes? (?:is|are) kept/)).toHaveCount(0)
      await page.reload()
      await expect.poll(script.texts).toEqual(['The sea was loud.', 'For the first time.'])
    }
    finally {
      rmSync(filler, { force: true })
      await studio.kill()
      disk?.remove()
    }
  })
})
