/**
 * Texts of other programs in the form of a script: Final Draft, JSON, SSML, HTML, subtitles of Aegisub, games in Ren'Py, Yarn Spinner, Ink
 * and Twine. What only the program needs becomes a note: it is listed, and nobody says it.
 */
import { tableOfJson, textOfSsml } from './data-forms.ts'
import { textOfFinalDraft } from './final-draft.ts'

interface Form {
  readonly is: (text: string) => boolean
  readonly read: (rows: readonly string[]) => string[]
}

const note = (row: string): string => `[[ ${row.trim().replaceAll(/\[\[|\]\]/g, ' ')} ]]`
const isOf = (text: string, ...patterns: readonly RegExp[]): boolean => patterns.every(pattern => pattern.test(text))

/** Tags of pages; others, such as `<break/>`, are for a model that speaks. */
const pageTag = /<\/?(?:[abipu]|div|br|em|strong|span|h[1-6]|ul|ol|li|font|body|html|head|table|tr|td|th|tbody|section|article)(?:\s[^<>]{0,500})?\/?>/i

const entities: Readonly<Record<string, string>> = { 'amp': '&', 'lt': '<', 'gt': '>', 'quot': '"', 'nbsp': ' ', '#39': '\'' }

/** What a row ends with; an empty text where that does not match. */
function endOf(row: string, pattern: RegExp): string {
  return pattern.exec(row.slice(-400))?.[0] ?? ''
}

const html: Form = {
  is: text => isOf(text, /<(?:p|div|br|li|span|h[1-6])(?:\s[^<>]{0,500})?\/?>/i, /<\/(?:p|div|li|span|h[1-6])>|<br\s{0,9}\/?>/i),
  read: rows => rows.join('\n')
    .replaceAll(/<(?:br\s{0,9}\/?|\/p|\/div|\/li|\/tr|\/h[1-6])>/gi, '\n\n')
    .replaceAll(/<\/?(?:b|strong)>/gi, '**')
    .replaceAll(new RegExp(pageTag.source, 'gi'), '')
    .replaceAll(/&(amp|lt|gt|quot|nbsp|#39);/g, (_, name: string) => entities[name] ?? ' ')
    .split('\n'),
}

const aegisub: Form = {
  is: text => /^Dialogue: ?\d{1,9},\d{1,2}:\d\d:\d\d\.\d\d,/m.test(text),
  read(rows) {
    const said = rows.map(row => /^Format: (.{1,500}\bText)$/.exec(row.trim())?.[1]).findLast(each => each !== undefined)
    const names = (said ?? 'Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text').split(',').map(each => each.trim())
    const nameAt = names.findIndex(each => /^(?:Name|Actor)$/.test(each))
    return rows.flatMap((row) => {
      const fields = /^Dialogue: ?(.*)$/.exec(row)?.[1]?.split(',')
      if (!fields || fields.length < names.length)
        return row.trim() === '' ? [] : [note(row)]
      const words = fields.slice(names.length - 1).join(',').replaceAll(/\{[^{}]{0,500}\}/g, '').replaceAll(/\\[Nnh]/g, ' ').trim()
      const name = fields[nameAt]?.trim() ?? ''
      return [name === '' ? words : `**${name}:** ${words}`, '']
    })
  },
}

const quoted = /^(?:([\p{L}_][\p{L}\p{N}_ ]{0,40}?|"[^"]{1,60}")\s+)?"((?:\\.|[^"\\]){1,4000})"(?:\s+(?:with|nointeract)\b.*)?$/u

const statement = /^(?:\$|#|(?:voice|stop|pause|scene|show|hide|with|jump|call|menu|label|define|default|image|init|python|if|elif|else|return|window|nvl)\b)/

const renpy: Form = {
  is: text => isOf(text, /^\s{0,20}label [\w.]+(?:\(.*\))?:\s*$/m, /^\s{1,40}(?:[\w ]{1,40} )?"/m),
  read(rows) {
    const names = new Map<string, string>()
    for (const row of rows) {
      const [, short, name] = /^\s*define (\w{1,40})\s*=\s*Character\(\s*_?\(?["']([^"']{1,80})["']/.exec(row) ?? []
      if (short !== undefined && name !== undefined)
        names.set(short, name)
    }
    return rows.flatMap((row) => {
      const plain = row.trim()
      if (/^(?:play|queue) (?:sound|music|audio)\b/.test(plain))
        return [`[SFX: ${plain}]`, '']
      const [, who, words] = statement.test(plain) ? [] : quoted.exec(plain) ?? []
      if (words === undefined)
        return plain === '' ? [] : [note(plain)]
      const text = words.replaceAll(/\\(.)/g, '$1').replaceAll(/\{[^{}]{0,200}\}/g, '')
      // `Martha happy "…"`: a name, and how the picture of it looks.
      const [first = '', ...more] = who?.startsWith('"') === true ? [who.slice(1, -1)] : (who ?? '').split(' ')
      return [first === '' ? text : `**${names.get(first) ?? first}${more.length > 0 ? ` (${more.join(' ')})` : ''}:** ${text}`, '']
    })
  },
}

/** A name is one wherever it begins a row. */
const marked = (row: string): string => row.replace(/^(\p{L}[\p{L}\p{M}\p{N} _.'’-]{0,40}):\s{1,9}(?=\S)/u, '**$1:** ')

const yarn: Form = {
  is: text => isOf(text, /^title:\s?\S/m, /^---\s{0,9}$/m, /^===\s{0,9}$/m),
  read: rows => rows.flatMap((row) => {
    const plain = row.trim()
    if (plain === '' || plain === '---' || plain === '===')
      return ['']
    if (/^(?:title|tags|position|colorID|group|color):|^<<.*>>$|^#/.test(plain))
      return [note(plain)]
    const words = plain.replace(/^->\s{0,9}/, '')
    const tags = endOf(words, /(?:\s{1,9}(?:#[\w:-]{1,80}|<<[^<>]{1,200}>>)){1,9}$/)
    return ['', marked(words.slice(0, words.length - tags.length)), ...tags === '' ? [] : [note(tags)]]
  }),
}

const ink: Form = {
  is: text => isOf(text, /^\s{0,9}={2,3} ?\w+/m, /->\s{0,9}\w{1,80}\s{0,9}$/m),
  read: rows => rows.flatMap((row) => {
    const plain = row.trim()
    const knot = /^={1,3}\s?(\w[^=]{0,80}?)\s?=*$/.exec(plain)?.[1]
    if (knot !== undefined)
      return ['', `# ${knot}`, '']
    if (/^(?:VAR|CONST|LIST|INCLUDE|EXTERNAL)\b|^[~#{}]|^\/\/|^->/.test(plain))
      return [note(plain)]
    const words = plain.replace(/^(?:[*+-]\s{0,3})+/, '').replace(/^\[([^[\]]{1,200})\]\s*/, '($1)\n')
    const divert = endOf(words, /\s{0,9}->\s{0,9}[\w.]{1,80}\s{0,9}$/)
    return ['', ...words.slice(0, words.length - divert.length).split('\n').map(marked), ...divert === '' ? [] : [note(divert)]]
  }),
}

const twine: Form = {
  is: text => isOf(text, /^:: ?\S/m, /\[\[[^[\]]{1,200}\]\]/),
  read: rows => rows.flatMap((row) => {
    const title = /^:: ?([^[{]{1,100}?)(?:\s?(?:\[[^\]]{0,200}\]|\{.*\}))*$/.exec(row)?.[1]
    if (title !== undefined)
      return ['', `# ${title}`, '']
    return /^\s{0,9}(?:\[\[.*\]\]|<<.*>>|\(\w{1,30}:.*\))\s{0,9}$/.test(row) ? [note(row)] : [row]
  }),
}

/** The same text where it has none of these forms. */
export function withoutForeignForm(text: string): string {
  const data = tableOfJson(text) ?? textOfSsml(text) ?? textOfFinalDraft(text)
  if (data !== null)
    return data
  const form = [html, aegisub, renpy, yarn, ink, twine].find(each => each.is(text))
  return form ? form.read(text.split('\n')).join('\n') : text
}
