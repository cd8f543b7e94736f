/** What is generated wears the sign of generating. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const root = new URL('../../../src-renderer/', import.meta.url).pathname
const sourceOf = (file: string): string => readFileSync(`${root}${file}`, 'utf8')

it('lines and pictures are generated under one sign', () => {
  for (const [file, act] of [
    ['rooms/script/lines/LineRow.vue', /@click="[^"]*speak/],
    ['rooms/script/ScriptRoom.vue', /@click="speech\.speakAll/],
    ['rooms/script/storyboard/StoryboardBar.vue', /@click="[^"]*make/i],
  ] as const) {
    const source = sourceOf(file)
    const at = source.search(act)
    expect(at, file).toBeGreaterThan(0)
    // Within the same button.
    expect(source.slice(at, source.indexOf('</', source.indexOf('<Sparkles', at))), file).toContain('<Sparkles')
    expect(source.slice(at, source.indexOf('<Sparkles', at)), file).not.toMatch(/<\/(?:button|NButton)>/)
  }
})
