/** Earlier prompts are walked; where they cannot be read, a notice says so, and what is being written stays. */
import { expect, it, vi } from 'vitest'
import { Fault } from '#contract/faults.ts'
import { useNotices } from '../../../src-renderer/actions/notices.ts'
import { usePromptHistory } from '../../../src-renderer/rooms/make/form/use-prompt-history.ts'
import { spokenTake } from '../../kit/library.ts'
import { openPage } from '../../kit/page-wire.ts'
import { openTestStudio } from '../../kit/studio.ts'

vi.mock('../../../src-renderer/wire/open-wire.ts', () => import('../../kit/page-wire.ts'))

it('walks back once they can be read', async () => {
  const { handlers, parts: { takes, assets }, ...studio } = await openTestStudio()
  await takes.file(spokenTake('The gull'), await assets.adoptText('The gull', { mime: 'text/plain', extension: 'txt' }))
  let isRefused = true
  const page = openPage({ ...studio, handlers: {
    ...handlers,
    takes: {
      ...handlers.takes,
      async search(...asked) {
        if (isRefused)
          throw new Fault('library-read-only', { trouble: 'damaged' })
        return handlers.takes.search(...asked)
      },
    },
  } })
  const write = vi.fn()
  const { place, walk } = page.run(() => usePromptHistory(() => 'speech', () => 'The crow', write))
  await walk(1)
  expect([place.value, write.mock.calls, page.run(() => useNotices().shown.length)]).toEqual([0, [], 1])
  isRefused = false
  await walk(1)
  expect([place.value, write.mock.calls]).toEqual([1, [['The gull']]])
})
