/** Prose among the lines of a script: `“You could have told me,” said Mara.` is Mara's. */
import { oneRow } from '../script-lines.ts'

const english = 'said|says|asked|asks|replied|answered|whispered|whispers|shouted|cried|muttered|murmured|called|yelled|added|continued|began|repeated|snapped|sighed|laughed|growled|hissed'
const others = [
  'sagte|sagt|fragte|fragt|antwortete|erwiderte|flüsterte|rief|schrie|murmelte|seufzte',
  'dit|demanda|demande|répondit|répond|murmura|chuchota|cria|soupira|ajouta',
  'dijo|dice|preguntó|pregunta|respondió|contestó|susurró|gritó|murmuró|suspiró',
  'disse|chiese|rispose|sussurrò|gridò|mormorò|sospirò',
  'perguntou|respondeu|sussurrou|gritou|murmurou|suspirou',
  'сказала?|спросила?|ответила?|прошептала?|крикнула?|пробормотала?|вздохнула?',
]
const verbs = [english, ...others].join('|')
/** They say nothing of how it is spoken. */
const plainVerbs = /^(?:said|says|asked|asks|replied|answered|added|continued|began|called|sagte?|fragte?|antwortete|erwiderte|dit|demanda|demande|répond|répondit|ajouta|dijo|dice|preguntó|pregunta|respondió|contestó|disse|chiese|rispose|perguntou|respondeu|сказала?|спросила?|ответила?)$/
const who = String.raw`\p{Lu}[\p{L}\p{M}'’-]{0,30}(?:\s\p{Lu}[\p{L}\p{M}'’-]{0,30}){0,2}`
const quotation = /[“"«„»]\s?([^“”"«»„]{1,2000}?)\s?[”"»“«]/g
const after = new RegExp(String.raw`^(?:(${verbs})\s(${who})|(${who})\s(${verbs}))(\s\p{Ll}{2,20}ly)?\s{0,2}[.,;]?$`, 'u')
const before = new RegExp(String.raw`^(${who})\s(${verbs})(\s\p{Ll}{2,20}ly)?\s{0,2}[,:]$`, 'u')

/** Null unless every word besides the quotation says who of the known speakers says it. */
export function saidBy(words: string, known: (name: string) => string | null): { speaker: string, text: string, direction: string } | null {
  if (words.length > 4000 || !/^[“"«„»]|[”"»“«]$/.test(words))
    return null
  const quotes = [...words.matchAll(quotation)]
  if (quotes.length === 0)
    return null
  // A comma is before the quotation mark in English, and after it elsewhere.
  const rest = oneRow(words.replaceAll(quotation, ' ')).replace(/^,\s/, '')
  const found = after.exec(rest)
  const led = found ? null : before.exec(rest)
  const [name, verb, how] = found
    ? [found[2] ?? found[3] ?? '', found[1] ?? found[4] ?? '', found[5]]
    : [led?.[1] ?? '', led?.[2] ?? '', led?.[3]]
  const speaker = name === '' ? null : known(name)
  if (speaker === null)
    return null
  const text = quotes.map(([, quote = '']) => quote.trim()).join(' ').replace(/,$/, '.')
  const direction = [plainVerbs.test(verb) ? '' : verb, how?.trim() ?? ''].filter(part => part !== '').join(', ')
  return { speaker, text: oneRow(text), direction }
}
