/** Letters that say what a row of a text is: one for each, and none that is held with Ctrl, Command or Alt. */
import { expect, it } from 'vitest'
import { choicesFor, correctionBy, kindKeys, rightKey } from '../../../../src-renderer/rooms/script/paste/kind-keys.ts'

const row = { kind: 'speech', speaker: 'ANN', isDoubtful: true } as const
function press(key: string, held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey', boolean>> = {}) {
  return { key, ctrlKey: false, metaKey: false, altKey: false, ...held }
}

it('each kind has its own', () => {
  const letters = [...Object.values(kindKeys), rightKey]
  expect(new Set(letters).size).toBe(letters.length)
  for (const choice of choicesFor(row))
    expect([correctionBy(press(kindKeys[choice]), row), correctionBy(press(kindKeys[choice].toUpperCase()), row)]).toEqual([choice, choice])
})

it('a name is words only where there is one, and a row is right only where that is doubted', () => {
  expect([correctionBy(press('w'), { ...row, speaker: '' }), correctionBy(press('w'), { ...row, kind: 'note' })]).toEqual([null, null])
  expect([correctionBy(press('r'), row), correctionBy(press('r'), { ...row, isDoubtful: false })]).toEqual(['speech', null])
})

it('other keys are left to the list, the dialog and the browser', () => {
  for (const key of ['Enter', 'ArrowDown', 'Tab', 'Escape', ' ', 'q'])
    expect(correctionBy(press(key), row)).toBeNull()
  for (const held of ['ctrlKey', 'metaKey', 'altKey'])
    expect(correctionBy(press('s', { [held]: true }), row)).toBeNull()
})
