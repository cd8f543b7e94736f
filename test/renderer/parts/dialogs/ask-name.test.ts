/** Forms that ask for one thing send it once, stay open where it is refused, and close where it is not. */
import type { AnyFault } from '../../../../src-renderer/studio.ts'
import { expect, it, vi } from 'vitest'
import AskName from '../../../../src-renderer/parts/dialogs/AskName.vue'
import ChooseName from '../../../../src-renderer/parts/dialogs/ChooseName.vue'
import SocketForm from '../../../../src-renderer/rooms/settings/accounts/SocketForm.vue'
import DescribeVoice from '../../../../src-renderer/rooms/voices/DescribeVoice.vue'
import { openPage } from '../../../kit/page-wire.ts'
import { setUp } from '../../../kit/set-up.ts'
import { openTestStudio } from '../../../kit/studio.ts'

vi.mock('../../../../src-renderer/wire/open-wire.ts', () => import('../../../kit/page-wire.ts'))

interface Form { name?: string, readonly isBusy: boolean, readonly fault: AnyFault | null, readonly submit: () => Promise<void> }

const voice = { id: '00000000-0000-4000-8000-000000000001', name: 'Ada', language: '', tags: [], notes: '' }
it.each([
  ['AskName', AskName, { name: 'Film' }],
  ['ChooseName', ChooseName, { present: 'Film', names: [] }],
  ['SocketForm', SocketForm, { account: { socketUrl: null } }],
  ['DescribeVoice', DescribeVoice, { voice }],
] as const)('%s', async (_, component, props) => {
  const page = openPage(await openTestStudio())
  const answers = [Promise.withResolvers<AnyFault | null>(), Promise.withResolvers<AnyFault | null>()]
  let calls = 0
  const run = vi.fn(() => answers[calls++]!.promise)
  const onClose = vi.fn()
  const form = setUp<Form>(page, component, { ...props, run, onClose })
  if ('name' in form)
    form.name = 'Trailer'
  const refused = [form.submit(), form.submit()]
  expect(form.isBusy).toBe(true)
  answers[0]!.resolve({ code: 'disconnected', data: {} })
  await Promise.all(refused)
  expect([calls, form.isBusy, form.fault?.code, onClose.mock.calls.length]).toEqual([1, false, 'disconnected', 0])
  answers[1]!.resolve(null)
  await form.submit()
  expect([calls, form.fault, onClose.mock.calls.length]).toEqual([2, null, 1])
})
