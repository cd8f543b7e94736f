/** A row that cannot be read is set aside, and the log says which. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { openTestStudio } from '../../kit/studio.ts'

it('the log names the row of a damaged project by its id, and not what is written in it', async () => {
  const { folder, parts, close } = await openTestStudio()
  const project = await parts.projects.create('Film')
  await close()
  const db = new DatabaseSync(join(folder, 'library.db'))
  db.exec('PRAGMA ignore_check_constraints = 1')
  db.prepare('UPDATE projects SET name = \'a secret\', is_sample = 7 WHERE id = ?').run(project.id)
  db.close()
  const again = await openTestStudio({ folder })
  const list = again.parts.projects.changes(AbortSignal.timeout(60_000))[Symbol.asyncIterator]()
  expect((await list.next()).value).toMatchObject({ changed: [] })
  const logged = async (): Promise<string> => (await Promise.all((await readdir(join(folder, 'logs'))).map(name =>
    readFile(join(folder, 'logs', name), 'utf8')))).flatMap(text => text.split('\n')).find(line => line.includes('row-unreadable')) ?? ''
  await expect.poll(logged).toContain('row-unreadable')
  expect(await logged()).toContain(project.id.slice(0, 8))
  expect(await logged()).not.toContain('redacted')
  expect(await logged()).not.toContain('a secret')
})
