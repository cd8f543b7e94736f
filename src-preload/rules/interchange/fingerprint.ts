/** Fingerprints of what a file says, whatever its layout: they tell whether another program has changed it. They protect from nobody. */
import type { Element } from './xml.ts'

/** Deeper values are none that Takeroom wrote. */
const deepest = 400

interface Hash { readonly add: (text: string) => void, readonly end: () => string }

/** Two hashes of 32 bits and the number of letters. */
function createHash(): Hash {
  let [a, b, letters] = [0x9E3779B9, 0x243F6A88, 0]
  const mix = (code: number): void => {
    a = Math.imul(a ^ code, 0x85EBCA6B)
    a ^= a >>> 13
    b = Math.imul((b << 5 | b >>> 27) ^ code, 0xC2B2AE35)
  }
  return {
    add(text) {
      for (let at = 0; at < text.length; at++)
        mix(text.charCodeAt(at))
      // No letter: what follows is another text.
      mix(0x10000)
      letters += text.length
    },
    end() {
      const [first, second] = [a, b ^ a].map((value) => {
        const once = Math.imul(value ^ (value >>> 16), 0x85EBCA6B)
        return ((once ^ (once >>> 13)) >>> 0).toString(16).padStart(8, '0')
      })
      return `${first}${second}-${letters}`
    },
  }
}

/** Of a value of JSON, whatever the order of its keys. Null for one that is nested too deeply. */
export function fingerprintOfJson(value: unknown): string | null {
  const hash = createHash()
  const visit = (one: unknown, depth: number): boolean => {
    if (depth > deepest)
      return false
    if (typeof one !== 'object' || one === null) {
      hash.add(typeof one === 'string' ? `"${one}` : String(one))
      return true
    }
    hash.add(Array.isArray(one) ? '[' : '{')
    for (const key of Array.isArray(one) ? one.keys() : Object.keys(one).sort()) {
      const inner: unknown = Reflect.get(one, key)
      if (inner === undefined)
        continue
      hash.add(String(key))
      if (!visit(inner, depth + 1))
        return false
    }
    hash.add('}')
    return true
  }
  return visit(value, 0) ? hash.end() : null
}

/** Of an element with all that is in it, whatever the order of attributes and the white space around. `isLeftOut` is not counted. */
export function fingerprintOfXml(element: Element, isLeftOut: (element: Element) => boolean = () => false): string {
  const hash = createHash()
  const visit = ({ name, attributes, children, text }: Element): void => {
    hash.add(`<${name}`)
    for (const [key, value] of [...attributes].sort(([one], [other]) => one < other ? -1 : 1)) {
      hash.add(key)
      hash.add(value)
    }
    hash.add(text.trim())
    for (const child of children) {
      if (!isLeftOut(child))
        visit(child)
    }
    hash.add('>')
  }
  visit(element)
  return hash.end()
}
