/** The words of what was copied from Google Docs, Word or a web page: a row for each paragraph, headings with `#`, cells with tabs. */
import { unescaped } from './entities.ts'

const silent = new Set(['style', 'script', 'title', 'head'])
const blocks = new Set(['p', 'div', 'li', 'ul', 'ol', 'section', 'article', 'blockquote', 'table', 'tbody', 'thead', 'pre'])

export function textOfHtml(html: string): string {
  const parts: string[] = []
  let cells = 0
  let quiet = ''
  for (const [at, piece] of html.split('<').entries()) {
    const end = at === 0 ? -1 : piece.indexOf('>')
    const isTag = at > 0 && /^[/!a-z]/i.test(piece)
    const name = isTag ? /^\/?[a-z][a-z0-9]{0,15}/i.exec(piece)?.[0].toLowerCase() ?? '' : ''
    const bare = name.replace('/', '')
    if (silent.has(bare))
      quiet = name.startsWith('/') ? '' : quiet || bare
    if (/^h[1-6]$/.test(name))
      parts.push('\n\n# ')
    else if (name === 'br' || (bare === 'tr' && name !== 'tr'))
      parts.push(cells > 0 ? ' ' : '\n')
    else if (name === 'td' || name === 'th')
      cells += 1
    else if (name === '/td' || name === '/th')
      [cells] = [Math.max(0, cells - 1), parts.push('\t')]
    else if (blocks.has(bare) || /^\/h[1-6]$/.test(name))
      parts.push(cells > 0 ? ' ' : '\n\n')
    const words = isTag ? (end < 0 ? '' : piece.slice(end + 1)) : at === 0 ? piece : `<${piece}`
    if (quiet === '')
      parts.push(unescaped(words.replaceAll(/\s+/g, ' ')).replaceAll('\u00A0', ' '))
  }
  return parts.join('').split('\n').map(row => row.trim()).join('\n').replaceAll(/\n{3,}/g, '\n\n').trim()
}
