/** Alt+P plays the current line: the one with the caret, if it has a take; Alt+W plays it from the word at the caret. */
import type { Line } from '#contract/script.ts'
import type { LineId, TakeId } from '#contract/words.ts'
import { expect, it } from 'vitest'
import { actionFor, chordOf } from '../../../src-renderer/actions/keys.ts'
import { scriptActions } from '../../../src-renderer/rooms/script/actions.ts'
import { usePlayLine } from '../../../src-renderer/rooms/script/use-play-line.ts'
import { aLine, idOf } from '../../seam/sequence/arbitrary.ts'

it('is that of the caret, and no other; without a take the key means nothing', async () => {
  const lines: Line[] = [11, null, 13].map((take, at) => aLine(at + 1, { chosenTakeId: take === null ? null : idOf(take) as TakeId }))
  let activeId: LineId | null = null
  const played: LineId[] = []
  const words: unknown[] = []
  const hands = usePlayLine({
    lines: () => lines,
    activeId: () => activeId,
    toggleOne: line => played.push(line.id),
    caretIn: () => ({ text: 'The lamp', at: 5 }),
    playWord: (line, caret) => words.push([line.id, caret.at]),
  })
  const others = new Proxy({}, { get: () => () => {} }) as Parameters<typeof scriptActions>[0] // nothing else is pressed
  const actions = scriptActions({ ...others, ...hands })
  const press = async (key = 'p'): Promise<boolean> => {
    const action = actionFor(actions, chordOf({ key, altKey: true, ctrlKey: false, metaKey: false, shiftKey: false }, false))
    await action?.run()
    return action?.id === (key === 'p' ? 'script.play' : 'script.play-word')
  }
  expect(await press()).toBe(false)
  for (const line of lines) {
    activeId = line.id
    expect([await press(), await press('w')]).toEqual([line.chosenTakeId !== null, line.chosenTakeId !== null])
  }
  expect(played).toEqual([lines[0]!.id, lines[2]!.id])
  expect(words).toEqual([[lines[0]!.id, 5], [lines[2]!.id, 5]])
})
