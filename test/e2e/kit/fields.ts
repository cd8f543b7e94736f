/** The fields of the page and the chords of its registry: what a story needs to press each key in each field. */
import type { CDPSession, Page } from '@playwright/test'
import type { Action } from '../../../src-renderer/actions/action.ts'
import type { FieldPass } from '../../../src-renderer/actions/fields.ts'

export interface FieldHere {
  /** For `[data-law="…"]`. */
  readonly mark: string
  readonly name: string
  readonly kind: 'text' | 'number' | 'choice' | 'slider' | 'switch'
  /** Selectors of the reasons of acts that it is inside. */
  readonly within: readonly string[]
}
export interface Bound { readonly chord: string, readonly id: string, readonly pass: FieldPass | null }

/** What Vue leaves at the element that it was mounted on. */
interface Mounted { __vue_app__?: { config: { globalProperties: { $pinia: { _s: Map<string, { all: readonly Action[] }> } } } } }

/** Every chord of every act that is registered now, also of those that may not run at the moment. */
export function boundHere(page: Page): Promise<Bound[]> {
  return page.evaluate(() => {
    const app = (document.querySelector('#app') as Mounted | null)?.__vue_app__
    const all = app?.config.globalProperties.$pinia._s.get('actions')?.all ?? []
    return all.flatMap(({ id, keys = [], inFields }) => keys.map(chord => ({ chord, id, pass: inFields ? { ...inFields } : null })))
  })
}

/** What can be typed into, chosen from, slid or switched, and is on the screen; of many alike, such as those of each line, the first two. */
export function fieldsHere(page: Page, selectors: readonly string[], inside = 'body'): Promise<FieldHere[]> {
  return page.evaluate(({ selectors, inside }) => {
    const roles = ['slider', 'spinbutton', 'switch', 'checkbox', 'radio', 'combobox', 'listbox', 'textbox'].map(role => `[role=${role}]`)
    const all = ['input', 'textarea', 'select', '[contenteditable=true]', '[role=separator][tabindex]', '.n-base-selection-label', ...roles]
    const seen = new Map<string, number>()
    const found = [...document.querySelectorAll(inside)].flatMap(place => [...place.querySelectorAll<HTMLElement>(all.join(', '))])
    return found.flatMap((field, index) => {
      const isShown = field.checkVisibility({ visibilityProperty: true })
        && !field.matches(':disabled, [aria-disabled=true], .n-base-selection--disabled *')
      field.focus({ preventScroll: true })
      if (!isShown || document.activeElement !== field)
        return []
      const type = field instanceof HTMLInputElement ? field.type : ''
      const role = field.getAttribute('role') ?? ''
      const isChosen = field.closest('.n-base-selection') !== null || field.localName === 'select' || type === 'radio'
      const kind: FieldHere['kind'] = type === 'range' || ['slider', 'separator', 'spinbutton'].includes(role)
        ? 'slider'
        : ['checkbox', 'file', 'color'].includes(type) || ['switch', 'checkbox'].includes(role)
            ? 'switch'
            : isChosen || ['radio', 'listbox'].includes(role) ? 'choice' : type === 'number' ? 'number' : 'text'
      const around = field.closest('label, .n-select')?.textContent?.trim().slice(0, 40)
      const name = field.getAttribute('aria-label') ?? around ?? field.className
      const alike = `${kind} ${name}`
      seen.set(alike, (seen.get(alike) ?? 0) + 1)
      if ((seen.get(alike) ?? 0) > 2)
        return []
      const mark = `${index}`
      field.dataset.law = mark
      return [{ mark, name, kind, within: selectors.filter(selector => field.closest(selector) !== null) }]
    })
  }, { selectors, inside })
}

/** What a key is besides a letter, a figure or a function key: its `key`, its `code`, and what Windows calls it. */
const named: Readonly<Record<string, readonly [key: string, code: string, virtual: number]>> = {
  'space': [' ', 'Space', 32],
  'enter': ['Enter', 'Enter', 13],
  'tab': ['Tab', 'Tab', 9],
  'delete': ['Delete', 'Delete', 46],
  'backspace': ['Backspace', 'Backspace', 8],
  'insert': ['Insert', 'Insert', 45],
  'pageup': ['PageUp', 'PageUp', 33],
  'pagedown': ['PageDown', 'PageDown', 34],
  'end': ['End', 'End', 35],
  'home': ['Home', 'Home', 36],
  'arrowleft': ['ArrowLeft', 'ArrowLeft', 37],
  'arrowup': ['ArrowUp', 'ArrowUp', 38],
  'arrowright': ['ArrowRight', 'ArrowRight', 39],
  'arrowdown': ['ArrowDown', 'ArrowDown', 40],
  ',': [',', 'Comma', 188],
  '.': ['.', 'Period', 190],
  '<': ['<', 'Comma', 188],
  '>': ['>', 'Period', 190],
  '/': ['/', 'Slash', 191],
  '?': ['?', 'Slash', 191],
  '-': ['-', 'Minus', 189],
  '_': ['_', 'Minus', 189],
  '=': ['=', 'Equal', 187],
  '+': ['+', 'Equal', 187],
  ';': [';', 'Semicolon', 186],
  '\'': ['\'', 'Quote', 222],
  '[': ['[', 'BracketLeft', 219],
  ']': [']', 'BracketRight', 221],
  '\\': ['\\', 'Backslash', 220],
  '`': ['`', 'Backquote', 192],
}
const bits: Readonly<Record<string, number>> = { alt: 1, mod: 2, super: 4, shift: 8 }

/** A chord of the registry as the browser's wire names it: a key that is pressed, and what it types without Ctrl, Alt or Meta. */
export function keyOf(chord: string) {
  const parts = chord.split(/\+(?=.)/)
  const last = parts.at(-1) ?? ''
  const modifiers = parts.slice(0, -1).reduce((sum, part) => sum | (bits[part] ?? 0), '?_+<>'.includes(last) ? 8 : 0)
  const upper = last.toUpperCase()
  const [key, code, windowsVirtualKeyCode] = named[last]
    ?? (/^f\d+$/.test(last) ? [upper, upper, 111 + Number(last.slice(1))] as const : null)
    ?? (/^\d$/.test(last) ? [last, `Digit${last}`, last.charCodeAt(0)] as const : null)
    ?? (/^[a-z]$/.test(last) ? [(modifiers & 8) === 0 ? last : upper, `Key${upper}`, upper.charCodeAt(0)] as const : null)
    ?? [null, '', 0]
  if (key === null)
    throw new Error(`No key is known for ${chord}`)
  return { modifiers, key, code, windowsVirtualKeyCode, text: key.length === 1 && (modifiers & 7) === 0 ? key : undefined }
}

/** Presses these chords in this field, one after another, in one go: the page brings the focus back after each. Returns how many reached the field. */
export async function pressIn(page: Page, wire: CDPSession, mark: string, chords: readonly string[]): Promise<number> {
  await page.evaluate((mark) => {
    const focus = () => document.querySelector<HTMLElement>(`[data-law="${mark}"]`)?.focus({ preventScroll: true })
    focus()
    // Where a chord moved the focus, the next one is still pressed in the field.
    const hold = () => {
      if (!(document.activeElement instanceof HTMLElement) || document.activeElement.dataset.law !== mark)
        focus()
    }
    const held = new AbortController()
    let reached = 0
    addEventListener('keydown', ({ target }) => {
      if (target instanceof HTMLElement && target.dataset.law === mark)
        reached += 1
    }, { capture: true, signal: held.signal })
    addEventListener('keyup', hold, { capture: true, signal: held.signal })
    addEventListener('focusout', () => queueMicrotask(hold), { signal: held.signal })
    addEventListener('law-pressed', (event) => {
      held.abort()
      if (event instanceof CustomEvent)
        (event.detail as number[]).push(reached)
    }, { once: true })
  }, mark)
  await Promise.all(chords.map(keyOf).flatMap(({ text, ...key }) => [
    wire.send('Input.dispatchKeyEvent', text === undefined ? { type: 'rawKeyDown', ...key } : { type: 'keyDown', text, ...key }),
    wire.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key }),
  ]))
  // What the last key began, and does in the next frame, is done.
  return page.evaluate(() => new Promise<number>(resolve => requestAnimationFrame(() => requestAnimationFrame(() => {
    const detail: number[] = []
    dispatchEvent(new CustomEvent('law-pressed', { detail }))
    resolve(detail[0] ?? 0)
  }))))
}

/** What a field does with these keys by itself, which changes it alone: the story presses the others. */
export function isOfField({ kind, within }: FieldHere, chord: string): boolean {
  // In an empty line of the script, Backspace removes it, as in every editor of text.
  if (kind === 'text' && within.includes('.line'))
    return chord === 'backspace'
  const isBare = !/(?:mod|alt|super)\+/.test(chord)
  if (kind === 'slider' || kind === 'number')
    return /arrow|home|end|page/.test(chord)
  if (kind === 'choice')
    return isBare || /arrow|home|end|page/.test(chord)
  return kind === 'switch' && /space|enter/.test(chord)
}
