/** The fields of the page and the chords of its registry: what a story needs to press each key in each field. */
import type { Page } from '@playwright/test'
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

const named: Readonly<Record<string, string>> = {
  mod: 'Control',
  super: 'Meta',
  alt: 'Alt',
  shift: 'Shift',
  pageup: 'PageUp',
  pagedown: 'PageDown',
  arrowleft: 'ArrowLeft',
  arrowright: 'ArrowRight',
  arrowup: 'ArrowUp',
  arrowdown: 'ArrowDown',
}

/** A chord of the registry as Playwright presses it. */
export function pressOf(chord: string): string {
  return chord.split(/\+(?=.)/).map(part => named[part] ?? (part.length > 1 ? `${part[0]?.toUpperCase()}${part.slice(1)}` : part)).join('+')
}

/** What a field does with these keys by itself, which changes it alone: the story presses the others. */
export function isOfField({ kind }: FieldHere, chord: string): boolean {
  const isBare = !/(?:mod|alt|super)\+/.test(chord)
  if (kind === 'slider' || kind === 'number')
    return /arrow|home|end|page/.test(chord)
  if (kind === 'choice')
    return isBare || /arrow|home|end|page/.test(chord)
  return kind === 'switch' && /space|enter/.test(chord)
}
