/** What the description of a voice says about it: sex, age and style, to filter by. English and Chinese. Pure. */

export const sexes = ['woman', 'man'] as const
export type Sex = (typeof sexes)[number]
export const ages = ['child', 'young', 'middle', 'old'] as const
export type Age = (typeof ages)[number]

export interface Traits { readonly sex: Sex | null, readonly age: Age | null, readonly styles: readonly string[] }

const sexWords: Readonly<Record<Sex, RegExp>> = {
  woman: /\b(?:wom[ae]n|female|lady|girl)\b|女/i,
  man: /\b(?:m[ae]n|male|guy|gentleman|boy)\b|男/i,
}
/** In this order: *middle-aged* is not old. */
const ageWords: readonly (readonly [Age, RegExp])[] = [
  ['child', /\b(?:child|kid|boy|girl)\b|童|小孩/i],
  ['middle', /\bmiddle[- ]aged?\b|中年/i],
  ['young', /\b(?:young|teen(?:age)?)\b|年轻|青年|少年|少女/i],
  ['old', /\b(?:old|older|elderly|senior|aged)\b|年长|老年|老人/i],
]
const softeners = /^(?:a little|slightly|rather|very|略带|有点|很)\s*/i
const noStyle = /^(?:from|with|in|at)\b|\bvoice\b|\bpreset\b/i
const mostWords = 3

/** `description` may be the catalogue's, or what a person wrote. */
export function traitsOf(description: string): Traits {
  const sex = sexes.find(each => sexWords[each].test(description)) ?? null
  const age = ageWords.find(([, words]) => words.test(description))?.[0] ?? null
  return { sex, age, styles: stylesOf(description) }
}

function stylesOf(description: string): string[] {
  const isOfPerson = (part: string): boolean =>
    Object.values(sexWords).some(words => words.test(part)) || ageWords.some(([, words]) => words.test(part))
  const parts = description.split(/[,，、.。;；]|\band\b/i)
    .map(part => (part.split(/\bwith\b/i)[0] ?? '').trim().replace(softeners, '').toLowerCase())
    .filter(part => part !== '' && !isOfPerson(part) && !noStyle.test(part) && part.split(/\s+/).length <= mostWords)
  return [...new Set(parts)]
}
