/** Keyboard shortcuts: parsing a chord and finding its action. */
import type { Action } from '../../../src-renderer/actions/action.ts'
import { createPinia, setActivePinia } from 'pinia'
import { describe, expect, it } from 'vitest'
import { useActionRegistry } from '../../../src-renderer/actions/action.ts'
import { actionFor, chordOf, conflictsOf, isModifier, isSingleKey, writtenChord } from '../../../src-renderer/actions/keys.ts'

function press(key: string, held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey', boolean>> = {}) {
  return { key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held }
}
function action(id: string, keys: string[], when?: () => boolean): Action {
  return { id, group: 'go', keys, label: () => id, run: () => {}, ...(when ? { when } : {}) }
}

describe('a chord', () => {
  it('is the same with Ctrl, and with Command on a Mac', () => {
    expect(chordOf(press('k', { ctrlKey: true }), false)).toBe('mod+k')
    expect(chordOf(press('k', { metaKey: true }), true)).toBe('mod+k')
    expect(chordOf(press('k', { ctrlKey: true }), true)).toBe('super+k')
  })

  it('includes Shift for letters and keys, but not for symbols that need it anyway', () => {
    expect(chordOf(press('S', { shiftKey: true }), false)).toBe('shift+s')
    expect(chordOf(press('Delete', { shiftKey: true }), false)).toBe('shift+delete')
    expect(chordOf(press('?', { shiftKey: true }), false)).toBe('?')
    expect(chordOf(press(' '), false)).toBe('space')
    expect(chordOf(press('+', { ctrlKey: true }), false)).toBe('mod++')
  })

  it('without Ctrl, Command or Alt is a single key, which a field keeps', () => {
    expect(['g', '?', 'shift+delete', 'escape'].every(isSingleKey)).toBe(true)
    expect(['mod+k', 'alt+1', 'mod+shift+s'].some(isSingleKey)).toBe(false)
  })

  it('is displayed key by key', () => {
    expect(writtenChord('mod+shift+k', false)).toEqual(['Ctrl', 'Shift', 'K'])
    expect(writtenChord('mod+k', true)).toEqual(['⌘', 'K'])
    expect(writtenChord('mod++', false)).toEqual(['Ctrl', '+'])
    expect(writtenChord('arrowup', false)).toEqual(['↑'])
  })
})

describe('the action of a chord', () => {
  it('is the last registered action that is enabled', () => {
    const actions = [
      action('shell.delete', ['delete']),
      action('library.trash', ['delete'], () => true),
      action('library.purge', ['delete'], () => false),
    ]
    expect(actionFor(actions, 'delete')?.id).toBe('library.trash')
    expect(actionFor(actions, 'x')).toBeUndefined()
  })
})

describe('a chosen key', () => {
  it('is in conflict with acts of the same room and with those that are everywhere, not with other rooms', () => {
    const inRoom = (id: string, group: Action['group'], keys: string[]): Action => ({ ...action(id, keys), group })
    const all = [inRoom('timeline.split', 'timeline', ['s']), inRoom('queue.stop', 'queue', ['s']), inRoom('studio.keys', 'studio', ['?'])]
    const told = (id: string, group: Action['group'], chord: string) => conflictsOf(all, { id, group }, chord).map(one => one.id)
    expect(told('timeline.snap', 'timeline', 's')).toEqual(['timeline.split'])
    expect(told('timeline.split', 'timeline', 's')).toEqual([])
    expect(told('timeline.snap', 'timeline', '?')).toEqual(['studio.keys'])
    expect(told('go.library', 'go', 's')).toEqual(['timeline.split', 'queue.stop'])
  })

  it('replaces those of the act wherever it is shown, and goes back', () => {
    setActivePinia(createPinia())
    const registry = useActionRegistry()
    registry.register(() => [action('a', ['x', 'y']), action('b', ['z'])])
    registry.rebind({ a: ['mod+q'], b: [] })
    expect(registry.all.map(one => one.keys)).toEqual([['mod+q'], []])
    expect(registry.ownKeys('a')).toEqual(['x', 'y'])
    expect(actionFor(registry.all, 'x')).toBeUndefined()
    expect(actionFor(registry.all, 'mod+q')?.id).toBe('a')
    registry.rebind({})
    expect(actionFor(registry.all, 'z')?.id).toBe('b')
  })

  it('is not a key that only modifies others', () => {
    expect(['Shift', 'Control', 'Meta'].every(key => isModifier({ key }))).toBe(true)
    expect(isModifier({ key: 's' })).toBe(false)
  })
})
