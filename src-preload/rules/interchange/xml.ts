/** XML that another program wrote, as a tree. No entity of its own is expanded, and nothing outside is read. */
import type { Element as DomElement, Node as DomNode } from '@xmldom/xmldom'
import { DOMParser } from '@xmldom/xmldom'
import { UnreadableListError } from './list.ts'

export interface Element {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: readonly Element[]
  /** Of the element itself, not of its children. */
  readonly text: string
}

/** Deeper trees are no edit list. */
const deepest = 200

/** Elements that were begun and not ended, by their marks alone: the parser keeps all of them. In comments there are a few at most. */
const mostOpen = 5000

function isBottomless(text: string): boolean {
  let open = 0
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', at + 1)) {
    const next = text[at + 1]
    if (next === '/') {
      open--
    }
    else if (next !== '!' && next !== '?') {
      const end = text.indexOf('>', at)
      if (end === -1)
        break
      open += text[end - 1] === '/' ? 0 : 1
      // Each letter is looked at once.
      at = end
    }
    if (open > mostOpen)
      return true
  }
  return false
}

/** @throws UnreadableListError */
export function readXml(text: string): Element {
  if (isBottomless(text))
    throw new UnreadableListError('nested too deeply')
  let root: DomElement | null
  try {
    const parser = new DOMParser({
      onError(level, message) {
        if (level !== 'warning')
          throw new UnreadableListError(message)
      },
    })
    root = parser.parseFromString(text, 'text/xml').documentElement
  }
  catch (error) {
    throw new UnreadableListError(error instanceof Error ? error.message : 'not XML')
  }
  if (root === null)
    throw new UnreadableListError('no element')
  return elementOf(root, 0)
}

function elementOf(node: DomElement, depth: number): Element {
  if (depth > deepest)
    throw new UnreadableListError('nested too deeply')
  const [children, texts]: [Element[], string[]] = [[], []]
  for (let child: DomNode | null = node.firstChild; child; child = child.nextSibling) {
    if (child.nodeType === 1)
      children.push(elementOf(child as DomElement, depth + 1)) // by its type
    else if (child.nodeType === 3 || child.nodeType === 4)
      texts.push(child.nodeValue ?? '')
  }
  const attributes = new Map(Array.from(node.attributes, ({ name, value }) => [name, value]))
  return { name: node.tagName, attributes, children, text: texts.join('') }
}

export function childOf(element: Element | undefined, name: string): Element | undefined {
  return element?.children.find(child => child.name === name)
}

export function childrenOf(element: Element | undefined, name: string): Element[] {
  return element?.children.filter(child => child.name === name) ?? []
}

/** All elements of this name, in any depth, in order. */
export function allOf(element: Element, name: string): Element[] {
  return element.children.flatMap(child => [...child.name === name ? [child] : [], ...allOf(child, name)])
}
