/**
 * Listening through a script stops when it is told to, whatever it waits for; and Alt+P on a line without sound says why.
 *
 * @module-tag wide
 */
import type { Line } from '#contract/script.ts'
import type { AssetId, TakeId } from '#contract/words.ts'
import { setTimeout } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { newId } from '../../../src-main/base/ids.ts'
import { useNotices } from '../../../src-renderer/actions/notices.ts'
import { useOutput, usePlayer } from '../../../src-renderer/player/use-player.ts'
import { useListenThrough } from '../../../src-renderer/rooms/script/use-listen-through.ts'
import { en } from '../../../src-renderer/texts/en/index.ts'
import { FakeAudio } from '../../kit/fake-audio.ts'
import { spokenTake } from '../../kit/library.ts'
import { openPage } from '../../kit/page-wire.ts'
import { openTestStudio } from '../../kit/studio.ts'

let element: FakeAudio
vi.mock('../../../src-renderer/wire/open-wire.ts', () => import('../../kit/page-wire.ts'))
vi.stubGlobal('Audio', class extends FakeAudio {
  constructor() {
    super()
    element = this // eslint-disable-line ts/no-this-alias -- the page's only one
  }
})
vi.stubGlobal('requestAnimationFrame', () => 0)
vi.stubGlobal('cancelAnimationFrame', () => {})

const pauseSeconds = 0.1

/** A script whose lines have sounds. `gate` is awaited by what is asked for it: a take, or the address of its file. */
async function listenTo(texts: readonly string[], gate: Partial<Record<'take' | 'address', () => Promise<unknown>>> = {}) {
  const studio = await openTestStudio()
  const { parts, handlers } = studio
  const { id: projectId } = await parts.projects.create('The boat')
  const added = await parts.script.add(projectId, null, texts.map(text => ({ speaker: '', text, direction: '' })))
  const lines: Line[] = []
  const assetIds: AssetId[] = []
  for (const line of added) {
    const asset = await parts.assets.adoptText(`a sound: ${line.text}`, { mime: 'audio/wav', extension: 'wav' })
    const take = await parts.takes.file(spokenTake(line.text, { projectId, lineId: line.id }), asset)
    lines.push({ ...line, pauseSeconds, chosenTakeId: take.id })
    assetIds.push(take.asset.id)
  }
  const page = openPage({ ...studio, handlers: {
    ...handlers,
    takes: { ...handlers.takes, async get(input, call) {
      await gate.take?.()
      return handlers.takes.get(input, call)
    } },
    studio: { ...handlers.studio, async media(input, call) {
      await gate.address?.()
      return handlers.studio.media(input, call)
    } },
  } })
  const listening = page.run(() => useListenThrough(() => lines))
  return { page, listening, lines, assetIds, player: usePlayer(), output: useOutput() }
}

it('plays a line after another, until another sound is played in the pause', async () => {
  const { listening, lines, assetIds, player } = await listenTo(['One.', 'Two.', 'Three.'])
  await listening.start(null)
  expect([player.sound.value?.name, listening.lineId.value]).toEqual([assetIds[0], lines[0]!.id])
  element.end()
  await expect.poll(() => player.sound.value?.name).toBe(assetIds[1])
  await expect.poll(() => player.isPlaying.value).toBe(true)
  element.end()
  await expect.poll(() => player.isPlaying.value).toBe(false)
  player.load({ name: 'another', url: 'another.wav', durationSeconds: 9 })
  await player.play()
  expect(listening.lineId.value).toBe(null)
  await setTimeout(pauseSeconds * 2000)
  expect([player.sound.value?.name, player.isPlaying.value]).toEqual(['another', true])
})

it('leaves the output to a video that plays when the pause ends', async () => {
  const { listening, player, output } = await listenTo(['One.', 'Two.'])
  await listening.start(null)
  element.end()
  await expect.poll(() => player.isPlaying.value).toBe(false)
  const silence = vi.fn()
  output.take(silence)
  await expect.poll(() => listening.lineId.value, { timeout: 5000 }).toBe(null)
  await setTimeout(pauseSeconds * 1000)
  expect(silence).not.toHaveBeenCalled()
})

it('begins the pause again where its line is heard again in it', async () => {
  const { listening, lines, player } = await listenTo(['One.', 'Two.'])
  await listening.start(null)
  element.end()
  await expect.poll(() => player.isPlaying.value).toBe(false)
  await player.play()
  await setTimeout(pauseSeconds * 2000)
  expect([player.isPlaying.value, listening.lineId.value]).toEqual([true, lines[0]!.id])
  element.end()
  await expect.poll(() => listening.lineId.value).toBe(lines[1]!.id)
})

const ends = ['stop', 'leave'] as const
const begins = ['start', 'toggleOne'] as const
it.for((['take', 'address'] as const).flatMap(waits => ends.flatMap(by => begins.map(begin => ({ waits, by, begin })))))(
  'plays nothing after it was ended while it waits for a line ($waits, $by, $begin)',
  async ({ waits, by, begin }) => {
    const asked = Promise.withResolvers<void>()
    const answer = Promise.withResolvers<void>()
    const { page, listening, lines, player } = await listenTo(['One.', 'Two.'], { [waits]: async () => {
      asked.resolve()
      await answer.promise
    } })
    const heard = begin === 'start' ? listening.start(null) : listening.toggleOne(lines[0]!)
    await asked.promise
    if (by === 'stop')
      listening.stop()
    else
      page.leave()
    answer.resolve()
    await heard
    expect([player.isPlaying.value, listening.lineId.value]).toEqual([false, null])
  },
)

it('tells of a take that is gone, and of a file that is missing', async () => {
  const studio = await openTestStudio()
  const { parts, handlers } = studio
  const { id: projectId } = await parts.projects.create('The boat')
  const [line] = await parts.script.add(projectId, null, [{ speaker: '', text: 'A light.', direction: '' }])
  const asset = await parts.assets.adoptText('not a sound', { mime: 'audio/wav', extension: 'wav' })
  const take = await parts.takes.file(spokenTake('A light.', { projectId, lineId: line!.id }), asset)
  let isThere = false
  const page = openPage({ ...studio, handlers: { ...handlers, takes: {
    ...handlers.takes,
    get: async (input, call) =>
      isThere ? { take: { ...take, asset: { ...take.asset, isMissing: true } } } : handlers.takes.get(input, call),
  } } })
  const spoken = { ...line!, chosenTakeId: take.id }
  const listening = page.run(() => useListenThrough(() => [spoken]))
  const told = (): string[] => useNotices().shown.map(({ text, fault }) => fault?.code ?? text(en))
  await listening.toggleOne({ ...spoken, chosenTakeId: newId<TakeId>() })
  expect(told()).toEqual(['not-found'])
  isThere = true
  await listening.toggleOne(spoken)
  expect(told().at(-1)).toBe(en.player.missingFile)
})
