/** Reading what a chat model proposes: all the ways in which models write a list, and anything at all without harm. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readSuggestions } from '#rules/storyboard/read-suggestions.ts'

const lamp = { line: 3, prompt: 'A lamp in an empty room', motion: 'Slow push in' }
const sea = { line: 12, prompt: 'The sea, seen from the "old" pier', motion: '' }
const both = [lamp, sea]

const ways: [how: string, answer: string][] = [
  ['plain JSON', JSON.stringify(both)],
  ['JSON in a fence, with words around it', `Sure! Here is {your} storyboard:\n\`\`\`json\n${JSON.stringify(both, null, 2)}\n\`\`\`\nEnjoy.`],
  ['an object with a list', JSON.stringify({ title: 'x', pictures: both })],
  ['an object by lines', JSON.stringify({ '3': { prompt: lamp.prompt, motion: lamp.motion }, 'Line 12': sea.prompt })],
  ['other names and numbers as text', JSON.stringify([
    { line_number: '3', image_prompt: lamp.prompt, camera: lamp.motion },
    { id: '#12', description: sea.prompt },
  ])],
  ['a comma too many', `[{"line": 3, "prompt": "${lamp.prompt}", "motion": "${lamp.motion}",},\n${JSON.stringify(sea)},]`],
  ['nested parts', JSON.stringify({ scenes: [{ name: 'One', shots: [{ ...lamp, size: { width: 4 } }, sea] }] })],
  ['thoughts before it', `<think>Line 1: {"line": 1, "prompt": "no"}</think>${JSON.stringify(both)}`],
  ['a numbered list', `Here you are.\n\n3. ${lamp.prompt} — Motion: ${lamp.motion}\n\n12. ${sea.prompt}`],
  ['a bold list with rows of its own', `**Line 3:** ${lamp.prompt}\n   - *Motion:* ${lamp.motion}\n\n**Line 12:** ${sea.prompt}`],
  ['headings', `### Line 3\n\n---\n## Line 3: ${lamp.prompt}\nMotion: Slow\npush in\n\n## Line 12: ${sea.prompt}`],
]

describe('suggestions', () => {
  it.each(ways)('are read from %s', (_, answer) => {
    expect(readSuggestions(answer)).toEqual(both)
  })

  it('that were cut off are kept as far as they came', () => {
    const whole = JSON.stringify({ pictures: both }, null, 2)
    expect(readSuggestions(whole.slice(0, whole.indexOf('The sea')))).toEqual([lamp])
    expect(readSuggestions(JSON.stringify(both).slice(0, -3))).toEqual([lamp])
  })

  it('are read in Chinese', () => {
    expect(readSuggestions('第3行：空房间里的一盏灯\n动作：镜头缓缓推近\n\n12、大海')).toEqual([
      { line: 3, prompt: '空房间里的一盏灯', motion: '镜头缓缓推近' },
      { line: 12, prompt: '大海', motion: '' },
    ])
  })

  it('without a line or a prompt are none, and of two for one line the first counts', () => {
    expect(readSuggestions('I cannot help with that.')).toEqual([])
    expect(readSuggestions('[{"line": 0, "prompt": "x"}, {"line": 2}, {"prompt": "y"}]')).toEqual([])
    expect(readSuggestions(JSON.stringify([lamp, { ...sea, line: 3 }]))).toEqual([lamp])
  })

  it('any list is read back as it was written', () => {
    const words = fc.stringMatching(/^[\p{L}\p{N}][\p{L}\p{N} ,.;{}[\]'\\/-]{0,60}[\p{L}\p{N}]$/u).map(text => text.replaceAll(/\s+/g, ' '))
    const pictures = fc.uniqueArray(fc.record({ line: fc.integer({ min: 1, max: 5000 }), prompt: words, motion: words }), {
      selector: each => each.line,
      maxLength: 6,
    })
    fc.assert(fc.property(pictures, fc.constantFrom(0, 2), (all, space) => {
      expect(readSuggestions(`\`\`\`json\n${JSON.stringify({ storyboard: all }, null, space)}\n\`\`\``)).toEqual(all)
    }))
  })

  it('anything at all is read without an error', () => {
    const pieces = fc.constantFrom('{', '}', '[', ']', '"', '\\', '3', '. ', ':', '\n', 'line', 'prompt', ' x', ',')
    fc.assert(fc.property(fc.array(pieces), (parts) => {
      for (const { line, prompt } of readSuggestions(parts.join('')))
        expect([line > 0, prompt.length > 0]).toEqual([true, true])
    }))
  })
})
