/** Reads Markdown into a small tree of known elements. Markup in the text never becomes an element. */
import type { Token } from 'markdown-it'
import MarkdownIt from 'markdown-it'

export type MarkdownTag
  = | 'p'
    | 'h3'
    | 'h4'
    | 'h5'
    | 'ul'
    | 'ol'
    | 'li'
    | 'blockquote'
    | 'table'
    | 'thead'
    | 'tbody'
    | 'tr'
    | 'th'
    | 'td'
    | 'em'
    | 'strong'
    | 's'
    | 'hr'
    | 'br'
export type MarkdownNode
  = | string
    | { is: 'element', tag: MarkdownTag, children: MarkdownNode[], start?: number, align?: 'left' | 'center' | 'right' }
    /** In a line of text. */
    | { is: 'code', text: string }
    /** A block of its own; `language` is empty where none was named. */
    | { is: 'block', text: string, language: string }
    /** Shown as its words; the address can be copied, and leads nowhere. */
    | { is: 'link', address: string, children: MarkdownNode[] }

const tags: Readonly<Record<string, MarkdownTag>> = {
  p: 'p',
  h1: 'h3',
  h2: 'h3',
  h3: 'h4',
  h4: 'h5',
  h5: 'h5',
  h6: 'h5',
  ul: 'ul',
  ol: 'ol',
  li: 'li',
  blockquote: 'blockquote',
  table: 'table',
  thead: 'thead',
  tbody: 'tbody',
  tr: 'tr',
  th: 'th',
  td: 'td',
  em: 'em',
  strong: 'strong',
  s: 's',
  hr: 'hr',
  br: 'br',
}

const reader = new MarkdownIt({ html: false, linkify: true, typographer: false })
reader.linkify.set({ fuzzyLink: false, fuzzyEmail: false })

/** Never throws: everything else is text. */
export function readMarkdown(text: string): MarkdownNode[] {
  return treeOf(reader.parse(text, {}))
}

function treeOf(tokens: readonly Token[]): MarkdownNode[] {
  const top: MarkdownNode[] = []
  const open: MarkdownNode[][] = [top]
  for (const token of tokens) {
    const into = open.at(-1) ?? top
    if (token.nesting < 0) {
      if (open.length > 1)
        open.pop()
    }
    else if (token.nesting > 0) {
      open.push(openIn(into, token))
    }
    else {
      into.push(...leavesOf(token))
    }
  }
  return top
}

/** Where the children of an opening token go. A tight list has paragraphs that are not to be seen. */
function openIn(into: MarkdownNode[], token: Token): MarkdownNode[] {
  const children: MarkdownNode[] = []
  const tag = tags[token.tag]
  if (token.type === 'link_open')
    into.push({ is: 'link', address: attributeOf(token, 'href'), children })
  else if (token.hidden || tag === undefined)
    return into
  else
    into.push({ is: 'element', tag, children, ...startOf(token), ...alignOf(token) })
  return children
}

function leavesOf(token: Token): MarkdownNode[] {
  switch (token.type) {
    case 'inline': return treeOf(token.children ?? [])
    case 'text': return token.content === '' ? [] : [token.content]
    case 'softbreak': return ['\n']
    case 'hardbreak': return [{ is: 'element', tag: 'br', children: [] }]
    case 'hr': return [{ is: 'element', tag: 'hr', children: [] }]
    case 'code_inline': return [{ is: 'code', text: token.content }]
    case 'fence':
    case 'code_block': return [{ is: 'block', text: token.content.replace(/\n$/, ''), language: token.info.trim().split(/\s+/)[0] ?? '' }]
    // The page shows nothing from outside: a picture is its words, with its address to copy.
    case 'image': return [{ is: 'link', address: attributeOf(token, 'src'), children: [token.content || attributeOf(token, 'src')] }]
    default: return token.content === '' ? [] : [token.content]
  }
}

function attributeOf(token: Token, name: string): string {
  return String(token.attrGet(name) ?? '')
}

function startOf(token: Token): { start?: number } {
  const start = Number(token.attrGet('start') ?? Number.NaN)
  return token.tag === 'ol' && Number.isSafeInteger(start) ? { start } : {}
}

function alignOf(token: Token): { align?: 'left' | 'center' | 'right' } {
  const align = /^text-align:(left|center|right)$/.exec(attributeOf(token, 'style'))?.[1]
  return align === 'left' || align === 'center' || align === 'right' ? { align } : {}
}
