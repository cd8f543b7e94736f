/** The menus as Electron builds them on each system: their words, and their keys next to those of the page. */
import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { contextTemplate, menuTemplate } from '../../../src-main/hosts/electron/menu-template.ts'
import { menuTextsFor } from '../../../src-main/hosts/electron/menu-texts.ts'
import { allItems, buildMenu } from '../../kit/electron-roles.ts'

const systems = ['linux', 'win32', 'darwin'] as const
function nothing(): void {}

function itemsOn(platform: typeof systems[number], language: 'en' | 'zh' = 'en', pressed: string[] = []) {
  return allItems(buildMenu(menuTemplate({
    ...{ texts: menuTextsFor(language), platform, isPackaged: true, showFolder: nothing, getFfmpeg: nothing, reload: nothing },
    press: ({ key, modifiers }) => pressed.push([...modifiers, key].join('+')),
  }), platform))
}

const words: Readonly<Record<string, string>>
  = { cmdorctrl: 'mod', commandorcontrol: 'mod', command: 'mod', control: 'super', plus: '+' }

/** As the page writes keys: modifiers in one order, in small letters. */
function chordOf(accelerator: string): string {
  const parts = accelerator.toLowerCase().split('+').map(part => words[part] ?? part)
  const modifiers = ['mod', 'super', 'alt', 'shift'].filter(each => parts.includes(each))
  return [...modifiers, parts.at(-1)].join('+')
}

/** Every chord that an act of the page has by itself. */
function chordsOfPage(): Set<string> {
  const chords = new Set<string>()
  for (const file of globSync('src-renderer/**/*.{ts,vue}')) {
    for (const [, list = ''] of readFileSync(file, 'utf8').matchAll(/\bkeys: \[([^\]]*)\]/g)) {
      for (const [, chord = ''] of list.matchAll(/'([^']+)'/g))
        chords.add(chord)
    }
  }
  return chords
}

describe.each(systems)('the menu bar on %s', (platform) => {
  it('is in Chinese as a whole where that is chosen, but for names', () => {
    const labels = itemsOn(platform, 'zh').flatMap(item => item.label ?? []).map(label => label.replace(/Takeroom|ffmpeg/, ''))
    expect(labels.filter(label => /[a-z]/i.test(label))).toEqual([])
    expect(labels.length).toBeGreaterThan(20)
  })

  it('takes no key that an act of the page has; those of undo, redo and settings are left to it', () => {
    const keys = itemsOn(platform).filter(item => item.accelerator && item.registerAccelerator !== false)
    const ofPage = chordsOfPage()
    expect(ofPage.has('mod+z') && ofPage.has('mod+,') && ofPage.has('mod+shift+z')).toBe(true)
    // In a field these are edits of text, in a list acts on what is chosen; the page answers first, and the menu where it does not.
    const both = new Set(['mod+a', 'mod+c', 'mod+x', 'mod+v'])
    expect(keys.map(item => chordOf(item.accelerator as string)).filter(chord => ofPage.has(chord) && !both.has(chord))).toEqual([])
    const left = itemsOn(platform).filter(item => item.registerAccelerator === false).map(item => chordOf(item.accelerator as string))
    expect(left.sort()).toEqual(['mod+,', 'mod+shift+z', 'mod+z'])
  })

  it('presses the keys of the page', () => {
    const pressed: string[] = []
    for (const label of ['Undo', 'Redo', 'Settings…']) {
      const item = itemsOn(platform, 'en', pressed).find(each => each.label === label)
      item?.click?.(undefined as never, undefined, undefined as never) // It takes none.
    }
    const mod = platform === 'darwin' ? 'meta' : 'control'
    expect(pressed).toEqual([`${mod}+Z`, `${mod}+shift+Z`, `${mod}+,`])
  })

  it('zooms with every key that has a plus on it, closes and quits as the system does', () => {
    const byKey = new Map(itemsOn(platform).flatMap(item => item.accelerator ? [[chordOf(item.accelerator as string), item] as const] : []))
    for (const [chord, role] of [
      ['mod++', 'zoomIn'],
      ['mod+=', 'zoomIn'],
      ['mod+numadd', 'zoomIn'],
      ['mod+-', 'zoomOut'],
      ['mod+numsub', 'zoomOut'],
      ['mod+0', 'resetZoom'],
      ['mod+w', 'close'],
    ] as const)
      expect(byKey.get(chord)?.role, chord).toBe(role)
    expect(byKey.get('mod+q')?.role).toBe(platform === 'win32' ? undefined : 'quit')
    const hidden = [...byKey.values()].filter(item => item.visible === false)
    expect(hidden.every(item => item.acceleratorWorksWhenHidden)).toBe(true)
  })

  it('has no key twice, and no developer tools in a package', () => {
    const chords = itemsOn(platform).flatMap(item => item.accelerator ? [chordOf(item.accelerator as string)] : [])
    expect(new Set(chords).size).toBe(chords.length)
    expect(itemsOn(platform).some(item => item.role === 'toggleDevTools')).toBe(false)
  })
})

describe('a right click', () => {
  const editFlags = { canCut: true, canCopy: true, canPaste: true, canSelectAll: true }
  const at = { isEditable: true, selectionText: '', misspelledWord: '', dictionarySuggestions: [] as string[], editFlags }
  const labels = (clicked: Partial<typeof at>, language: 'en' | 'zh' = 'en'): unknown[] =>
    contextTemplate(menuTextsFor(language), { ...at, ...clicked }, nothing).map(item => item.label ?? item.type)

  it('in a text field offers what may be done there, in both languages', () => {
    expect(labels({})).toEqual(['Cut', 'Copy', 'Paste', 'separator', 'Select all'])
    expect(labels({}, 'zh')).toEqual(['剪切', '复制', '粘贴', 'separator', '全选'])
    const [cut, copy] = contextTemplate(menuTextsFor('en'), { ...at, editFlags: { ...editFlags, canCut: false } }, nothing)
    expect([cut?.enabled, copy?.enabled]).toEqual([false, true])
  })

  it('on selected words offers to copy them, on nothing nothing', () => {
    expect(labels({ isEditable: false, selectionText: 'words' })).toEqual(['Copy'])
    expect(labels({ isEditable: false, selectionText: ' \n' })).toEqual([])
  })

  it('on a word that is spelled wrong puts in what is chosen', () => {
    const chosen: string[] = []
    const clicked = { ...at, misspelledWord: 'lihgt', dictionarySuggestions: ['light', 'lift'] }
    const [first] = contextTemplate(menuTextsFor('en'), clicked, word => chosen.push(word))
    first?.click?.(undefined as never, undefined, undefined as never) // The item takes none.
    expect(chosen).toEqual(['light'])
    expect(labels({ misspelledWord: 'xyzzq' })[0]).toBe('No suggestions')
  })
})
