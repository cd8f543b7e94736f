/** What is in brackets after a name and tells where a voice comes from, or when: nothing of how it speaks. */
import { otherPlace } from './other-languages.ts'
import { stampAlone } from './stamps.ts'

const places = /^(?:V\.?\s?O\.?|O\.?\s?S\.?|O\.?\s?C\.?|CONT['’]?D|CONTINUED|CONTINUING|PRE-?LAP|INTO (?:PHONE|RADIO|DEVICE)|ON (?:PHONE|RADIO|TV|SCREEN)|OFF|SUBTITLED?)\.?$/i

/** Single letters are in use after names without capitals: `영희 (E)`. */
export function isPlace(part: string, name = ''): boolean {
  const said = part.trim()
  const isLetter = /^(?:[NME]|NA)$/.test(said) && /[^\p{Lu}\p{Ll}\p{N}\p{P}\s]$/u.test(name)
  return isLetter || places.test(said) || otherPlace.test(said) || stampAlone.test(said)
}

/** After the colon, where other words of the kind say how far from the microphone. */
export function isContinued(how: string): boolean {
  return /^(?:CONT(?:\.|['’]?D)|CONTINUED|CONTINUING)\.?$/i.test(how)
}

/** Some of the brackets in a row say so. */
export function tellsPlace(row: string): boolean {
  return [...row.matchAll(/\(([^()]*)\)/g)].some(([, inner = '']) => places.test(inner.trim()) || otherPlace.test(inner.trim()))
}
