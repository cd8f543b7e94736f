/** *Play* pressed while the connection is lost is not forgotten, and what was pressed last is what plays. */
import { expect, it, vi } from 'vitest'
import { useTakeSound } from '../../../../src-renderer/parts/takes/use-take-sound.ts'
import { usePlayer } from '../../../../src-renderer/player/use-player.ts'
import { FakeAudio } from '../../../kit/fake-audio.ts'
import { spokenTake } from '../../../kit/library.ts'
import { openPage } from '../../../kit/page-wire.ts'
import { openTestStudio } from '../../../kit/studio.ts'

vi.mock('../../../../src-renderer/wire/open-wire.ts', () => import('../../../kit/page-wire.ts'))
vi.stubGlobal('Audio', FakeAudio)
vi.stubGlobal('requestAnimationFrame', () => 0)
vi.stubGlobal('cancelAnimationFrame', () => {})

it('plays when the connection is back, and only what was pressed last', async () => {
  const studio = await openTestStudio()
  const { parts } = studio
  const [one, two] = await Promise.all(['one', 'two'].map(async (text) => {
    const asset = await parts.assets.adoptText(text, { mime: 'audio/wav', extension: 'wav' })
    return parts.takes.file(spokenTake(text), asset)
  }))
  const page = openPage(studio)
  const player = page.run(usePlayer)
  const [first, second] = [one, two].map(take => page.run(() => useTakeSound(() => take ?? null)))
  page.cut()
  const presses = [first?.toggle(), second?.toggle()]
  page.restore()
  await Promise.all(presses)
  expect([player.isPlaying.value, player.sound.value?.name]).toEqual([true, two?.asset.id])
  expect([first?.isPlaying.value, second?.isPlaying.value]).toEqual([false, true])
})
