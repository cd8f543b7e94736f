/** Two accounts never have one name: jobs, takes and costs name their account by nothing else. */
import { expect, it } from 'vitest'
import { openTestPractice, openTestStudio } from '../../kit/studio.ts'

const call = { signal: new AbortController().signal, origin: 'page' } as const

it('a name that another account has gets a number, when connecting and when renaming', async () => {
  const practice = await openTestPractice({ key: 'sk-names' })
  const { handlers, close } = await openTestStudio()
  const connect = async (name: string) => (await handlers.accounts.connect({ name, baseUrl: practice.url, key: 'sk-names' }, call)).account
  const rename = async (accountId: Awaited<ReturnType<typeof connect>>['id'], name: string) =>
    (await handlers.accounts.rename({ accountId, name }, call)).account.name
  const [first, second, third] = [await connect('Mine'), await connect('mine '), await connect('MINE')]
  expect([first.name, second.name, third.name]).toEqual(['Mine', 'mine 2', 'MINE 3'])
  expect(await rename(third.id, 'Work')).toBe('Work')
  expect(await rename(second.id, 'Work')).toBe('Work 2')
  expect(await rename(second.id, 'work 2'), 'its own name is free for it').toBe('work 2')
  expect(await rename(second.id, 'Practice service')).toBe('Practice service 2')
  await handlers.accounts.remove({ accountId: first.id }, call)
  expect(await rename(second.id, 'Mine'), 'a removed account does not keep its name').toBe('Mine')
  const long = 'x'.repeat(200)
  await rename(second.id, long)
  expect(await rename(third.id, long)).toHaveLength(197)
  await close()
})
