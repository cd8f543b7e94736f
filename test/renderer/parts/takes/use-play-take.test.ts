/** A take that was stopped while its sound was asked for does not play when that is there. */
import { expect, it, vi } from 'vitest'
import { usePlayTake } from '../../../../src-renderer/parts/takes/use-play-take.ts'
import { usePlayer } from '../../../../src-renderer/player/use-player.ts'
import { FakeAudio } from '../../../kit/fake-audio.ts'
import { spokenTake } from '../../../kit/library.ts'
import { openPage } from '../../../kit/page-wire.ts'
import { openTestStudio } from '../../../kit/studio.ts'

vi.mock('../../../../src-renderer/wire/open-wire.ts', () => import('../../../kit/page-wire.ts'))
vi.stubGlobal('Audio', FakeAudio)
vi.stubGlobal('requestAnimationFrame', () => 0)
vi.stubGlobal('cancelAnimationFrame', () => {})

it('stays silent after stop, and plays what is pressed after that', async () => {
  const studio = await openTestStudio()
  const { parts } = studio
  const asset = await parts.assets.adoptText('a sound', { mime: 'audio/wav', extension: 'wav' })
  const take = await parts.takes.file(spokenTake('A light.'), asset)
  const page = openPage(studio)
  const player = page.run(usePlayer)
  const { play, playing, stop } = page.run(usePlayTake)
  page.cut()
  const stopped = play('one', take.id)
  stop()
  page.restore()
  await stopped
  expect([player.isPlaying.value, playing.value]).toEqual([false, null])
  await play('two', take.id)
  expect([player.isPlaying.value, playing.value]).toEqual([true, 'two'])
})
