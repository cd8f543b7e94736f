/** Keys: which chord was pressed, and which action it means. */
import type { Action } from '../../../src-renderer/actions/action.ts'
import { describe, expect, it } from 'vitest'
import { actionFor, chordOf, isSingleKey, writtenChord } from '../../../src-renderer/actions/keys.ts'

function press(key: string, held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey', boolean>> = {}) {
  return { key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held }
}
function action(id: string, keys: string[], when?: () => boolean): Action {
  return { id, group: 'go', keys, label: () => id, run: () => {}, ...(when ? { when } : {}) }
}

describe('a chord', () => {
  it('is the same by Ctrl, and by Command on a Mac', () => {
    expect(chordOf(press('k', { ctrlKey: true }), false)).toBe('mod+k')
    expect(chordOf(press('k', { metaKey: true }), true)).toBe('mod+k')
    expect(chordOf(press('k', { ctrlKey: true }), true)).toBe('super+k')
  })

  it('names Shift for letters and keys, and not for signs that need it anyway', () => {
    expect(chordOf(press('S', { shiftKey: true }), false)).toBe('shift+s')
    expect(chordOf(press('Delete', { shiftKey: true }), false)).toBe('shift+delete')
    expect(chordOf(press('?', { shiftKey: true }), false)).toBe('?')
    expect(chordOf(press(' '), false)).toBe('space')
    expect(chordOf(press('+', { ctrlKey: true }), false)).toBe('mod++')
  })

  it('is a single key unless Ctrl, Command or Alt is held: those are dead where one types', () => {
    expect(['g', '?', 'shift+delete', 'escape'].every(isSingleKey)).toBe(true)
    expect(['mod+k', 'alt+1', 'mod+shift+s'].some(isSingleKey)).toBe(false)
  })

  it('is written key by key', () => {
    expect(writtenChord('mod+shift+k', false)).toEqual(['Ctrl', 'Shift', 'K'])
    expect(writtenChord('mod+k', true)).toEqual(['⌘', 'K'])
    expect(writtenChord('mod++', false)).toEqual(['Ctrl', '+'])
    expect(writtenChord('arrowup', false)).toEqual(['↑'])
  })
})

describe('what a chord means', () => {
  it('is the latest action that may run now', () => {
    const actions = [
      action('shell.delete', ['delete']),
      action('library.trash', ['delete'], () => true),
      action('library.purge', ['delete'], () => false),
    ]
    expect(actionFor(actions, 'delete')?.id).toBe('library.trash')
    expect(actionFor(actions, 'x')).toBeUndefined()
  })
})
