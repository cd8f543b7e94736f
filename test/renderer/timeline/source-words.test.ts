/** What is said in the take of the source viewer: its newest transcript, as soon as there is one, and never one that is gone. */
import { expect, it, vi } from 'vitest'
import { Fault } from '#contract/faults.ts'
import { useSourceWords } from '../../../src-renderer/rooms/timeline/source/use-source-words.ts'
import { useTakes } from '../../../src-renderer/stores/takes.ts'
import { hangMs } from '../../kit/hang.ts'
import { plainAsset, spokenTake } from '../../kit/library.ts'
import { openPage } from '../../kit/page-wire.ts'
import { openTestStudio } from '../../kit/studio.ts'

vi.mock('../../../src-renderer/wire/open-wire.ts', () => import('../../kit/page-wire.ts'))

it('is read again when a transcript of it is made, corrected, trashed and restored', async () => {
  const studio = await openTestStudio()
  const { parts, folder } = studio
  const sound = await plainAsset({ root: folder, assets: parts.assets } as never, 'a recording')
  const take = await parts.takes.file(spokenTake('', { kind: 'import' }), sound)
  async function transcribe(...said: string[]) {
    const segments = said.map((text, at) => ({ startSeconds: at, endSeconds: at + 1, text }))
    const document = { text: said.join(' '), language: 'en', durationSeconds: 4, segments, answer: { contentType: 'text/plain', body: '' } }
    const asset = await parts.assets.adoptText(JSON.stringify(document), { mime: 'application/json', extension: 'json' })
    return parts.takes.file(spokenTake(document.text, { kind: 'transcribe', medium: 'text', sourceTakeIds: [take.id] }), asset)
  }
  const page = openPage(studio)
  const takes = useTakes()
  await vi.waitUntil(() => takes.isReady, { timeout: hangMs })
  const { pieces } = page.run(() => useSourceWords(() => take))
  const saysNow = (said: string) => vi.waitUntil(() => pieces.value.map(({ text }) => text).join('|') === said, { timeout: hangMs })

  const first = await transcribe('One.', 'Two.')
  await saysNow('One.|Two.')
  const second = await transcribe('Won.', 'To.')
  await saysNow('Won.|To.')
  const { version, text, segments } = await parts.transcripts.get(second.id)
  const corrected = segments.map((each, at) => at === 0 ? { ...each, text: 'One!' } : each)
  await parts.transcripts.edit(second.id, { text, segments: corrected }, version)
  await saysNow('One!|To.')
  await parts.takes.trash([second.id])
  await saysNow('One.|Two.')
  await parts.takes.trash([first.id])
  await saysNow('')
  await parts.takes.restore([second.id])
  await saysNow('One!|To.')
})

it('tells that they could not be read', async () => {
  const { handlers, parts, folder, ...studio } = await openTestStudio()
  const sound = await plainAsset({ root: folder, assets: parts.assets } as never, 'a recording')
  const take = await parts.takes.file(spokenTake('', { kind: 'import' }), sound)
  const page = openPage({ ...studio, handlers: {
    ...handlers,
    takes: {
      ...handlers.takes,
      async checks() {
        throw new Fault('library-read-only', { trouble: 'damaged' })
      },
    },
  } })
  const { fault } = page.run(() => useSourceWords(() => take))
  await expect.poll(() => fault.value).not.toBeNull()
})
