/** Screenplays of Final Draft: XML in which each paragraph says what it is. */

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: '\'' }
function unescaped(text: string): string {
  const entity = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/gi
  return text.replaceAll(entity, (all, number?: string, hex?: string, name?: string) => {
    const code = number !== undefined ? Number(number) : hex !== undefined ? Number.parseInt(hex, 16) : null
    return code === null ? entities[name ?? ''] ?? all : code > 0 && code <= 0x10FFFF ? String.fromCodePoint(code) : ''
  })
}

interface Paragraph { readonly type: string, text: string }

/** Of the screenplay alone: not of its title page, its headers and its notes. */
function paragraphsIn(xml: string): Paragraph[] {
  const end = xml.indexOf('</Content>')
  const found: Paragraph[] = []
  let [isText, notes] = [false, 0]
  for (const piece of xml.slice(0, end < 0 ? undefined : end).split('<')) {
    const close = piece.indexOf('>')
    const tag = close < 0 ? '' : piece.slice(0, close)
    const name = /^\/?[\w:]{1,40}/.exec(tag)?.[0] ?? ''
    if (name === 'ScriptNote' && !tag.endsWith('/'))
      notes += 1
    else if (name === '/ScriptNote')
      notes -= 1
    else if (notes === 0 && name === 'Paragraph')
      found.push({ type: /\bType="([^"]{1,60})"/.exec(tag)?.[1] ?? '', text: '' })
    else if (name === 'Text')
      isText = !tag.endsWith('/')
    else if (name === '/Text')
      isText = false
    const last = found.at(-1)
    if (isText && notes === 0 && last && close >= 0)
      last.text += unescaped(piece.slice(close + 1)).replaceAll(/\s+/g, ' ')
  }
  return found.map(({ type, text }) => ({ type, text: text.trim() })).filter(({ text }) => text !== '')
}

const escaped = (text: string): string => text.replaceAll(/[\p{P}\p{S}]/gu, '\\$&')

/** As text in which nothing can be taken for something else; null where it is none. */
export function textOfFinalDraft(text: string): string | null {
  if (!/<FinalDraft\s/.test(text.slice(0, 2000)) || !text.includes('<Content'))
    return null
  let [speaker, how] = ['', '']
  return paragraphsIn(text).flatMap(({ type, text: words }): string[] => {
    switch (type) {
      case 'Character':
        speaker = words
        how = ''
        return []
      case 'Parenthetical':
        how = words.replace(/^\(([^()]*)\)$/, '$1')
        return []
      case 'Dialogue':
      case 'Singing':
      case 'Lyrics': {
        const [, name = speaker, remark = ''] = /^([^()]{1,100}?)\s*((?:\([^()]{0,200}\)\s*)*)$/.exec(speaker) ?? []
        const direction = how === '' ? '' : `(${escaped(how)}) `
        how = ''
        return [`**${escaped(name)}${remark === '' ? '' : ` ${remark.trim()}`}:** ${direction}${escaped(words)}`]
      }
      case 'Scene Heading': return [`.${words.replace(/^\.+/, '')}`]
      case 'New Act':
      case 'Outline 1': return [`# ${words}`]
      case 'Transition':
      case 'End of Act': return [`> ${words.toUpperCase()}`]
      default: return [`!${words}`]
    }
  }).join('\n\n')
}
