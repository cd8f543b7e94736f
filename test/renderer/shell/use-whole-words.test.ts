/** Words that are cut off are shown whole as a tooltip, for as long as the pointer is over them. */
import { expect, it, vi } from 'vitest'
import { effectScope } from 'vue'
import { useWholeWords } from '../../../src-renderer/shell/use-whole-words.ts'
import { FakeElement, openFakePage } from '../../kit/fake-fields.ts'

interface Box { readonly isCut?: boolean, readonly clamp?: string, readonly within?: string[] }

/** Words in a box of 100 by 20 pixels; cut ones need 200 by 40. */
function words(text: string, parent: FakeElement | null, { isCut = false, clamp = 'none', within = [] }: Box = {}) {
  const needed = isCut ? { scrollWidth: 200, scrollHeight: 40 } : { scrollWidth: 100, scrollHeight: 20 }
  const facts = { ...needed, clientWidth: 100, clientHeight: 20, clamp, textContent: ` ${text} `, parentElement: parent }
  return Object.assign(new FakeElement({ within }), facts)
}

function open() {
  const { document, send } = openFakePage()
  vi.stubGlobal('getComputedStyle', ({ clamp }: { readonly clamp: string }) =>
    ({ webkitLineClamp: clamp, textOverflow: 'ellipsis', overflowX: 'hidden' }))
  effectScope(true).run(useWholeWords)
  return { over: (at: FakeElement) => send(document, 'pointerover', {}, at), leave: () => send(document, 'pointerleave') }
}

it('is shown while the pointer is over them, on one line or several', () => {
  const { over, leave } = open()
  const line = words('A long name', null, { isCut: true })
  const lines = words('A long text', null, { isCut: true, clamp: '2' })
  const short = words('A', null)
  over(line)
  expect(line.title).toBe('A long name')
  over(lines)
  expect([line.title, lines.title]).toEqual(['', 'A long text'])
  over(short)
  expect([lines.title, short.title]).toEqual(['', ''])
  over(line)
  leave()
  expect(line.title).toBe('')
})

it('is found for an icon in the words, but not far above it', () => {
  const { over } = open()
  const whole = words('A long name', null, { isCut: true })
  const icon = words('', words('', whole))
  over(icon)
  expect(whole.title).toBe('A long name')
  over(words('', icon))
  expect(whole.title).toBe('')
})

it('leaves tooltips of the room alone', () => {
  const { over, leave } = open()
  const line = words('A long name', null, { isCut: true })
  over(words('', line, { within: ['[title]'] }))
  expect(line.title).toBe('')
  over(line)
  line.title = 'What it does'
  leave()
  expect(line.title).toBe('What it does')
})
