/** Fields, elements and events of a page without a browser: just what the guards of the shell look at. */
import type { Mock } from 'vitest'
import { onTestFinished, vi } from 'vitest'

/** What an element says of itself; `within` are the CSS selectors that find something around it. */
interface ElementFacts {
  readonly tag?: string
  readonly role?: string
  readonly within?: readonly string[]
  readonly isEditable?: boolean
}

export class FakeElement {
  readonly localName: string
  readonly isContentEditable: boolean
  readonly blur: Mock<() => void> = vi.fn()
  title = ''
  readonly #role: string | null
  readonly #within: readonly string[]

  constructor({ tag = 'div', role, within = [], isEditable = false }: ElementFacts = {}) {
    this.localName = tag
    this.isContentEditable = isEditable
    this.#role = role ?? null
    this.#within = within
  }

  getAttribute(name: string): string | null {
    return name === 'role' ? this.#role : null
  }

  hasAttribute(): boolean {
    return false
  }

  removeAttribute(): void {
    this.title = ''
  }

  closest(selectors: string): this | null {
    return selectors.split(', ').some(selector => this.#within.includes(selector)) ? this : null
  }
}

export class FakeInput extends FakeElement {
  readonly type: string
  constructor(type = 'text', facts: Omit<ElementFacts, 'tag'> = {}) {
    super({ ...facts, tag: 'input' })
    this.type = type
  }
}

class FakeTextArea extends FakeElement {}

export interface FakePage {
  readonly window: EventTarget
  readonly document: EventTarget & { activeElement: FakeElement | null }
  /** Selectors that find something in the page. */
  readonly shown: Set<string>
  /** Sends an event to the window or the document; answers what became of it. */
  send: (to: EventTarget, name: string, has?: object, at?: FakeElement) => { isPrevented: boolean, isHeard: boolean }
}

/** Until the test ends. */
export function openFakePage(): FakePage {
  const shown = new Set<string>()
  const window = new EventTarget()
  const found = (selectors: string): FakeElement[] => selectors.split(', ').filter(each => shown.has(each)).map(() => new FakeElement())
  const document = Object.assign(new EventTarget(), {
    activeElement: null as FakeElement | null,
    querySelector: (selectors: string) => found(selectors)[0] ?? null,
    querySelectorAll: found,
  })
  vi.stubGlobal('window', window)
  vi.stubGlobal('document', document)
  vi.stubGlobal('requestAnimationFrame', setImmediate)
  vi.stubGlobal('cancelAnimationFrame', clearImmediate)
  vi.stubGlobal('Element', FakeElement)
  vi.stubGlobal('HTMLElement', FakeElement)
  vi.stubGlobal('HTMLInputElement', FakeInput)
  vi.stubGlobal('HTMLTextAreaElement', FakeTextArea)
  onTestFinished(() => void vi.unstubAllGlobals())
  return {
    window,
    document,
    shown,
    send(to, name, has = {}, at) {
      const event = Object.assign(new Event(name, { cancelable: true }), has)
      if (at)
        Object.defineProperty(event, 'target', { value: at })
      let isHeard = false
      const after = (): void => {
        isHeard = true
      }
      to.addEventListener(name, after, { once: true })
      to.dispatchEvent(event)
      to.removeEventListener(name, after)
      return { isPrevented: event.defaultPrevented, isHeard }
    },
  }
}
