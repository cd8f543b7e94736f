/** The key of a removed account is deleted at once only after a question that says how many paid results wait for it. */
import type { LeavingAccount } from '#contract/accounts.ts'
import type { AccountId } from '#contract/words.ts'
import type { Texts } from '../../../src-renderer/texts/texts.ts'
import { beforeEach, expect, it, vi } from 'vitest'
import { useDeleteKey } from '../../../src-renderer/rooms/settings/accounts/use-delete-key.ts'
import { en } from '../../../src-renderer/texts/en/index.ts'
import { zh } from '../../../src-renderer/texts/zh/index.ts'

const page = vi.hoisted(() => ({
  isSure: true,
  isDeleted: true,
  asked: [] as ((texts: Texts) => { title: string, content: string, act: string })[],
  said: [] as ((texts: Texts) => string)[],
  calls: [] as unknown[],
}))
vi.mock('../../../src-renderer/parts/dialogs/use-ask.ts', () => ({ useAsk: () => async (asked: (typeof page.asked)[number]) => {
  page.asked.push(asked)
  return page.isSure
} }))
vi.mock('../../../src-renderer/actions/notices.ts', () => ({ useNotices: () => ({
  say: (said: (typeof page.said)[number]) => page.said.push(said),
}) }))
vi.mock('../../../src-renderer/studio.ts', () => ({
  attempt: (asked: Promise<unknown>) => asked.then(value => ({ value })),
  studio: { accounts: { deleteKey: async (input: unknown) => {
    page.calls.push(input)
    return { isDeleted: page.isDeleted }
  } } },
}))
beforeEach(() => Object.assign(page, { isSure: true, isDeleted: true, asked: [], said: [], calls: [] }))

const account = (paidJobs: number): LeavingAccount => ({ id: 'a' as AccountId, name: 'Odd', paidJobs, keyStays: 'jobs' })

it.each([['en', en], ['zh', zh]] as const)('asks by name and number (%s)', async (_, texts) => {
  await useDeleteKey()(account(3))
  const question = page.asked[0]!(texts)
  expect(question.title).toContain('Odd')
  expect(question.content).toContain('3')
  expect(page.calls).toEqual([{ accountId: 'a' }])
  expect(page.said[0]!(texts)).toContain('Odd')
})

it('does nothing where the question is declined', async () => {
  page.isSure = false
  await useDeleteKey()(account(1))
  expect([page.asked.length, page.calls, page.said]).toEqual([1, [], []])
})

it('does not say that a key is deleted which the keychain still has', async () => {
  page.isDeleted = false
  await useDeleteKey()(account(1))
  expect(page.said[0]!(en)).toContain('as soon as the keychain allows it')
})
