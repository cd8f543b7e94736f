/**
 * A take is played from one of its words, and from its beginning where they are not known; listening through continues from there.
 *
 * @module-tag wide
 */
import type { Line } from '#contract/script.ts'
import type { WordTimes } from '#contract/word-times.ts'
import { expect, it, vi } from 'vitest'
import { useNotices } from '../../../src-renderer/actions/notices.ts'
import { usePlayer } from '../../../src-renderer/player/use-player.ts'
import { useListenThrough } from '../../../src-renderer/rooms/script/use-listen-through.ts'
import { usePlayWord } from '../../../src-renderer/rooms/script/use-play-word.ts'
import { en } from '../../../src-renderer/texts/en/index.ts'
import { FakeAudio } from '../../kit/fake-audio.ts'
import { spokenTake } from '../../kit/library.ts'
import { openPage } from '../../kit/page-wire.ts'
import { openTestStudio } from '../../kit/studio.ts'

vi.mock('../../../src-renderer/wire/open-wire.ts', () => import('../../kit/page-wire.ts'))
vi.stubGlobal('Audio', FakeAudio)
vi.stubGlobal('requestAnimationFrame', () => 0)
vi.stubGlobal('cancelAnimationFrame', () => {})

const text = 'The lamp is lit.'
const words = [...text.matchAll(/\w+/g)].map(({ 0: word, index }, at) =>
  ({ from: index, to: index + word.length, start: at, end: at + 0.5, sureness: 1 }))

async function openRoom(state: 'ready' | 'impossible') {
  const studio = await openTestStudio()
  const { parts, handlers } = studio
  const { id: projectId } = await parts.projects.create('The boat')
  const added = await parts.script.add(projectId, null, [text, text].map(words => ({ speaker: '', text: words, direction: '' })))
  const lines: Line[] = []
  for (const [at, line] of added.entries()) {
    const asset = await parts.assets.adoptText(`a sound ${at}`, { mime: 'audio/wav', extension: 'wav' })
    const take = await parts.takes.file(spokenTake(text, { projectId, lineId: line.id }), { ...asset, durationSeconds: 9 })
    lines.push({ ...line, chosenTakeId: take.id })
  }
  const told = ({ chosenTakeId }: Line): WordTimes => state === 'ready'
    ? { state, takeId: chosenTakeId!, words, isDoubtful: false }
    : { state, takeId: chosenTakeId!, because: 'no-voice' }
  const page = openPage({ ...studio, handlers: { ...handlers, words: {
    async* changes(_, { signal }) {
      yield { isWhole: true, changed: lines.map(told), removed: [], revision: 1 }
      await new Promise(resolve => signal?.addEventListener('abort', resolve))
    },
    want: async ({ takeIds }) => ({ wordTimes: lines.filter(line => takeIds.includes(line.chosenTakeId!)).map(told) }),
  } } })
  return page.run(() => {
    const listening = useListenThrough(() => lines)
    return { lines, listening, play: usePlayWord(listening), player: usePlayer() }
  })
}
const at = (word: string) => ({ text, at: text.indexOf(word) + 1 })

it('from the word that is meant, also while it plays', async () => {
  const { lines, play, player } = await openRoom('ready')
  await play(lines[0]!, at('lit'))
  expect([player.isPlaying.value, player.seconds.value]).toEqual([true, 3])
  await play(lines[0]!, at('lamp'))
  expect([player.isPlaying.value, player.seconds.value]).toEqual([true, 1])
  expect(useNotices().shown).toEqual([])
})

it('listening through continues from it', async () => {
  const { lines, play, player, listening } = await openRoom('ready')
  await listening.start(null)
  await play(lines[1]!, at('is'))
  expect([player.isPlaying.value, player.seconds.value, listening.lineId.value]).toEqual([true, 2, lines[1]!.id])
  listening.stop()
  expect(player.isPlaying.value).toBe(false)
  await play(lines[1]!, at('is'))
  expect(listening.lineId.value).toBe(null)
})

it('from the beginning, and says why, where the take has no word times', async () => {
  const { lines, play, player } = await openRoom('impossible')
  await play(lines[0]!, at('lit'))
  expect([player.isPlaying.value, player.seconds.value]).toEqual([true, 0])
  expect(useNotices().shown.map(notice => notice.text(en))).toEqual([en.script.noWordTimes])
})
