/** What is told of a text that is saved: nothing in the app, whose dialog may be cancelled, and in a browser what is true also if it asks. */
import { expect, it, vi } from 'vitest'
import { useNotices } from '../../../../src-renderer/actions/notices.ts'
import { useTextFile } from '../../../../src-renderer/parts/files/use-text-file.ts'
import { en } from '../../../../src-renderer/texts/en/index.ts'
import { openPage } from '../../../kit/page-wire.ts'
import { openTestStudio } from '../../../kit/studio.ts'

const lent = vi.hoisted(() => ({ host: 'electron', saved: [] as string[] }))
vi.mock('../../../../src-renderer/wire/open-wire.ts', () => import('../../../kit/page-wire.ts'))
vi.mock('../../../../src-renderer/stores/status.ts', () => ({ useStatus: () => ({ now: { host: lent.host } }) }))
vi.mock('../../../../src-renderer/parts/files/save-text.ts', () => ({ saveText: (_: string, name: string) => lent.saved.push(name) }))

it.each(['electron', 'web'])('in %s', async (host) => {
  lent.host = host
  lent.saved.length = 0
  const page = openPage(await openTestStudio())
  page.run(() => useTextFile())('words', 'talk.srt', 'application/x-subrip')
  expect(lent.saved).toEqual(['talk.srt'])
  const said = useNotices().shown.map(each => each.text(en))
  expect(said).toEqual(host === 'web' ? ['talk.srt was handed to your browser, which saves it.'] : [])
})
