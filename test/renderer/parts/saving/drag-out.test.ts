/** What is dragged out must be ready when the drag begins; what could not be prepared is asked for again at the next press. */
import { expect, it, vi } from 'vitest'
import { Fault } from '#contract/faults.ts'
import { SaveTicket, TakeId } from '#contract/words.ts'
import { dragFiles, prepareDrag } from '../../../../src-renderer/parts/saving/drag-out.ts'
import { openPage } from '../../../kit/page-wire.ts'
import { openTestStudio } from '../../../kit/studio.ts'
import { dragEvent, fakeTransfer } from '../../../kit/transfer.ts'

vi.mock('../../../../src-renderer/wire/open-wire.ts', () => import('../../../kit/page-wire.ts'))
vi.stubGlobal('location', { href: 'http://127.0.0.1:1/' })

const idOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const itemsOf = (n: number) => [{ of: 'take' as const, takeId: TakeId.parse(idOf(n)) }]

function dragged(n: number): string {
  const transfer = fakeTransfer()
  dragFiles(dragEvent(transfer), itemsOf(n))
  return transfer.getData('DownloadURL')
}

it('asks once for what is pressed, and again after it failed', async () => {
  const { handlers, receiveFile } = await openTestStudio()
  let asked = 0
  let fails = true
  const prepare: typeof handlers.saving.prepare = async () => {
    asked++
    if (fails)
      throw new Fault('nothing-to-save', { titles: [] })
    const ticket = SaveTicket.parse(idOf(9))
    return { ticket, name: 'Fog: a.wav', mime: 'audio/wav', sizeBytes: 1, files: [], missing: [] }
  }
  const media: typeof handlers.studio.media = async () => ({ urls: ['media/x'], goodForMs: 60_000 })
  openPage({ receiveFile, handlers: {
    ...handlers,
    saving: { ...handlers.saving, prepare },
    studio: { ...handlers.studio, media },
  } })

  await prepareDrag(itemsOf(1))
  expect(dragged(1)).toBe('')
  fails = false
  await prepareDrag(itemsOf(1))
  expect(dragged(1)).toBe('audio/wav:Fog  a.wav:http://127.0.0.1:1/media/x')
  expect(dragged(2), 'another take').toBe('')
  await prepareDrag(itemsOf(1))
  expect(asked).toBe(2)
})
