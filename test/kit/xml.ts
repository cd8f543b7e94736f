/** Reads XML strictly: what is not well-formed throws. For checking what is written, not for files from outside. */

export interface XmlElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly XmlElement[]
  readonly text: string
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: '\'' }

function unescaped(text: string): string {
  // eslint-disable-next-line no-control-regex -- just these
  if (/[<\0-\x08\v\f\x0E-\x1F\uFFFE\uFFFF]/.test(text) || !text.isWellFormed())
    throw new SyntaxError(`not allowed in XML: ${JSON.stringify(text)}`)
  return text.replaceAll(/&([^;]*);?/g, (whole, name: string) => {
    const letter = /^#\d+$/.test(name) ? String.fromCodePoint(Number(name.slice(1))) : named[name]
    if (letter === undefined || !whole.endsWith(';'))
      throw new SyntaxError(`no such reference: ${whole}`)
    return letter
  })
}

export function readXml(xml: string): XmlElement {
  const body = xml.replace(/^<\?xml [^>]*\?>\n/, '').replace(/^<!DOCTYPE \w+>\n/, '')
  const tokens = body.matchAll(/<(\/?)([\w:.-]+)((?:\s+[\w:.-]+="[^"]*")*)\s*(\/?)>|([^<]+)|(<)/g)
  const root = { name: '', attributes: {}, children: [] as XmlElement[], text: '' }
  const open: { name: string, children: XmlElement[], text: string }[] = [root]
  for (const [, closing, name = '', attributes = '', empty, text, other] of tokens) {
    const parent = open.at(-1)!
    if (other !== undefined)
      throw new SyntaxError(`unexpected ${other}`)
    if (text !== undefined) {
      parent.text += unescaped(text)
    }
    else if (closing) {
      if (open.pop()?.name !== name)
        throw new SyntaxError(`${name} is closed and was not open`)
    }
    else {
      const pairs = [...attributes.matchAll(/([\w:.-]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, unescaped(value)] as const)
      if (new Set(pairs.map(([key]) => key)).size < pairs.length)
        throw new SyntaxError(`${name} has an attribute twice`)
      const made = { name, attributes: Object.fromEntries(pairs), children: [], text: '' }
      parent.children.push(made)
      if (!empty)
        open.push(made)
    }
  }
  const [only] = root.children
  if (open.length !== 1 || root.children.length !== 1 || !only)
    throw new SyntaxError('not one whole element')
  return only
}

/** All elements of this name, in any depth. */
export function elementsOf(element: XmlElement, name: string): XmlElement[] {
  return [...element.name === name ? [element] : [], ...element.children.flatMap(child => elementsOf(child, name))]
}
