/** Markdown becomes known elements and text; HTML in the source always stays text. */
import type { MarkdownNode } from '../../../src-renderer/rooms/chat/messages/markdown.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readMarkdown } from '../../../src-renderer/rooms/chat/messages/markdown.ts'

function wordsOf(nodes: readonly MarkdownNode[]): string {
  return nodes.map((node) => {
    if (typeof node === 'string')
      return node
    return 'children' in node ? wordsOf(node.children) : node.text
  }).join('')
}

const element = (tag: string, ...children: MarkdownNode[]) => expect.objectContaining({ is: 'element', tag, children })

describe('markdown', () => {
  it('reads paragraphs, emphasis, lists, headings and tables', () => {
    expect(readMarkdown('# A *b*\n\nc **d** ~~e~~')).toEqual([
      element('h3', 'A ', element('em', 'b') as MarkdownNode),
      element('p', 'c ', element('strong', 'd') as MarkdownNode, ' ', element('s', 'e') as MarkdownNode),
    ])
    expect(readMarkdown('3. a\n4. b')).toEqual([{ is: 'element', tag: 'ol', start: 3, children: [element('li', 'a'), element('li', 'b')] }])
    expect(JSON.stringify(readMarkdown('|a|b|\n|:-|-:|\n|1|2|'))).toContain('{"is":"element","tag":"td","children":["2"],"align":"right"}')
  })

  it('keeps code as it is, with its language', () => {
    expect(readMarkdown('```ts extra\nif (a < b) {}\n```')).toEqual([{ is: 'block', language: 'ts', text: 'if (a < b) {}' }])
    expect(readMarkdown('`<b>`')).toEqual([element('p', { is: 'code', text: '<b>' })])
  })

  it('shows links and images as their text with a URL that can be copied', () => {
    expect(readMarkdown('[here](https://example.test/a)')).toEqual([
      element('p', { is: 'link', address: 'https://example.test/a', children: ['here'] }),
    ])
    expect(readMarkdown('![a view](https://example.test/p.png)')).toEqual([
      element('p', { is: 'link', address: 'https://example.test/p.png', children: ['a view'] }),
    ])
    expect(JSON.stringify(readMarkdown('[x](javascript:alert(1))'))).not.toContain('"link"')
  })

  it('leaves HTML as text', () => {
    for (const source of ['<script>alert(1)</script>', '<img src=x onerror=alert(1)>', 'a <b>bold</b> c', '<!-- hidden -->'])
      expect(wordsOf(readMarkdown(source))).toBe(source)
    expect(wordsOf(readMarkdown('&lt;b&gt; &amp;'))).toBe('<b> &')
  })

  it('parses a partial answer at every length', () => {
    const source = '## Title\n\n- one **two\n- `three\n\n```js\nlet a\n```\n| a | b |\n|---|---|\n| 1 |'
    for (let length = 0; length <= source.length; length++)
      expect(() => readMarkdown(source.slice(0, length))).not.toThrow()
  })

  it('never produces an unknown element, for any text', () => {
    const known = new Set([
      'p',
      'h3',
      'h4',
      'h5',
      'ul',
      'ol',
      'li',
      'blockquote',
      'table',
      'thead',
      'tbody',
      'tr',
      'th',
      'td',
      'em',
      'strong',
      's',
      'hr',
      'br',
    ])
    const check = (nodes: readonly MarkdownNode[]): void => {
      for (const node of nodes) {
        if (typeof node !== 'string' && node.is === 'element')
          expect(known).toContain(node.tag)
        if (typeof node !== 'string' && 'children' in node)
          check(node.children)
      }
    }
    fc.assert(fc.property(fc.array(fc.constantFrom(
      '<',
      '>',
      '"',
      '\'',
      '/',
      'script',
      'img',
      ' onerror=',
      '*',
      '_',
      '`',
      '[',
      ']',
      '(',
      ')',
      '!',
      '|',
      '-',
      '#',
      '\n',
      '&lt;',
      'a',
      ' ',
    )).map(parts => parts.join('')), source => check(readMarkdown(source))), { numRuns: 500 })
  })
})
