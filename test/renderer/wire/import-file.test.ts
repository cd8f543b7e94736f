/** A file is sent also when the host does not know the page's token any more. */
import { afterEach, expect, it, vi } from 'vitest'
import { ImportTicket } from '#contract/words.ts'
import { postFile } from '../../../src-renderer/wire/import-file.ts'

afterEach(() => void vi.unstubAllGlobals())

const ticket = ImportTicket.parse('01890a5d-ac96-774b-bcce-b302099a8057')

function stubHost(knows: string) {
  const shown: (string | null)[] = []
  vi.stubGlobal('fetch', async (_: string, { headers }: { headers: Headers }) => {
    shown.push(headers.get('Authorization'))
    return shown.at(-1) === `Bearer ${knows}` ? Response.json({ ticket }) : Response.json({ reason: 'unknown-page' }, { status: 401 })
  })
  return shown
}
const file = new File(['words'], 'a.txt')

it('enters once again and sends again', async () => {
  const shown = stubHost('fresh')
  expect(await postFile(file, 'old', null, async () => 'fresh')).toBe(ticket)
  expect(shown).toEqual(['Bearer old', 'Bearer fresh'])
})

it('fails where it is not let in again, or not even then known', async () => {
  const shown = stubHost('another')
  await expect(postFile(file, 'old', null, async () => null)).rejects.toMatchObject({ code: 'internal' })
  expect(shown).toHaveLength(1)
  await expect(postFile(file, 'old', null, async () => 'fresh')).rejects.toMatchObject({ code: 'internal' })
  expect(shown).toHaveLength(3)
})
