/** Writes XML: elements with attributes, and either others or words inside. */
import type { Element as ReadElement } from '#rules/interchange/xml.ts'

export interface Element {
  readonly name: string
  /** Without those that are undefined. */
  readonly attributes: Readonly<Record<string, string | number | undefined>>
  readonly inside: readonly Element[] | string
}

export function element(name: string, attributes: Element['attributes'] = {}, inside: Element['inside'] = []): Element {
  return { name, attributes, inside }
}

/** As a reader of XML finds it. */
export function readOf({ name, attributes, inside }: Element): ReadElement {
  const given = Object.entries(attributes).flatMap(([key, value]) => value === undefined ? [] : [[key, contained(String(value))] as const])
  const [children, text] = typeof inside === 'string' ? [[], contained(inside)] : [inside.map(readOf), '']
  return { name, attributes: new Map(given), children, text }
}

/** `head` are lines before the root, for example a type of document. */
export function xmlOf(root: Element, head: readonly string[] = []): string {
  const rows = ['<?xml version="1.0" encoding="utf-8"?>', ...head]
  write(root, '', rows)
  return `${rows.join('\n')}\n`
}

function write({ name, attributes, inside }: Element, indent: string, rows: string[]): void {
  const given = Object.entries(attributes).filter(([, value]) => value !== undefined)
  const start = `${indent}<${[name, ...given.map(([key, value]) => `${key}="${escaped(String(value))}"`)].join(' ')}`
  if (inside.length === 0) {
    rows.push(`${start}/>`)
  }
  else if (typeof inside === 'string') {
    rows.push(`${start}>${escaped(inside)}</${name}>`)
  }
  else {
    rows.push(`${start}>`)
    inside.forEach(child => write(child, `${indent}  `, rows))
    rows.push(`${indent}</${name}>`)
  }
}

/** Breaks of rows would become spaces in attributes; what XML 1.0 cannot contain is left out. */
function escaped(text: string): string {
  return contained(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\t', '&#9;')
    .replaceAll('\n', '&#10;')
    .replaceAll('\r', '&#13;')
}

function contained(text: string): string {
  return text
    .toWellFormed()
    // eslint-disable-next-line no-control-regex -- just these
    .replaceAll(/[\0-\x08\v\f\x0E-\x1F\uFFFE\uFFFF]/g, '')
}
