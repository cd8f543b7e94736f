/** Characters that turn the writing direction around: in no title, no name and no file name do they reach a screen. */
import type { Take } from '#contract/takes.ts'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { Name } from '#contract/words.ts'
import { safeFileBase } from '../../../src-main/base/file-name.ts'
import { titleOf } from '../../../src-main/library/title.ts'
import { openTestStudio } from '../../kit/studio.ts'
import { picture } from '../../torture/props.ts'

const call = { signal: new AbortController().signal, origin: 'page' } as const
const turns = ['\u202A', '\u202B', '\u202C', '\u202D', '\u202E', '\u2066', '\u2067', '\u2068', '\u2069']
const disguised = `photo${turns.join('')}gnp.exe`

async function* bytesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

it('a title, a name and a file name lose them, and keep what a right-to-left script needs', () => {
  expect(titleOf(disguised)).toBe('photognp.exe')
  expect(Name.parse(disguised)).toBe('photognp.exe')
  expect(safeFileBase(disguised)).not.toMatch(/[\u202A-\u202E\u2066-\u2069]/)
  expect(safeFileBase('a\u061Cb')).toBe('a b')
  expect(titleOf('שלום\u200F עולם')).toBe('שלום\u200F עולם')
  expect(Name.safeParse(turns.join('')).success).toBe(false)
})

it('an import, a refusal of one and a take of an older studio are shown without them', async () => {
  const studio = await openTestStudio()
  const bytes = await picture()
  const ticket = await studio.receiveFile(disguised, bytesOf(bytes), null)
  const { take } = await studio.handlers.takes.import({ ticket, projectId: null }, call)
  expect(take.title).toBe('photognp.exe')
  const refused = studio.receiveFile(disguised, bytesOf(Buffer.from('{"a":1}')), null)
  await expect(refused).rejects.toMatchObject({ data: { name: 'photognp.exe' } })
  const library = new DatabaseSync(join(studio.folder, 'library.db'))
  library.prepare('UPDATE takes SET title = ? WHERE id = ?').run(disguised, take.id)
  library.close()
  const { take: older }: { take: Take } = await studio.handlers.takes.get({ takeId: take.id }, call)
  expect(older.title).toBe('photognp.exe')
})
