/** How words look: large enough to read, and explained where a keyboard and a screen reader get to. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const sheets = readdirSync('src-renderer', { recursive: true, withFileTypes: true })
  .filter(entry => entry.isFile() && /\.(?:vue|css)$/.test(entry.name))
  .map(entry => join(entry.parentPath, entry.name))
const linesOf = (file: string): string[] => readFileSync(file, 'utf8').split('\n')

it('no words are smaller than 12 px; only rulers and clips of the Timeline are drawn to scale', () => {
  const small = sheets.filter(file => !file.includes('rooms/timeline/')).flatMap(file => linesOf(file).flatMap((line, index) => {
    const size = /font(?:-size)?:[^;]*?\b([\d.]+)px/.exec(line)?.[1]
    return size !== undefined && Number(size) < 12 ? [`${file}:${index + 1}: ${line.trim()}`] : []
  }))
  expect(small).toEqual([])
})

it('labels, notes and problems are 13 px', () => {
  const read = /^\s*(?:\.(?:label|note|help|problem|flaw|wrong|todo)|legend|label)\b[^{]*\{[^}]*font-size: (?:\d|1[0-2])(?:\.\d+)?px/
  expect(sheets.filter(file => !file.includes('rooms/timeline/'))
    .flatMap(file => linesOf(file).filter(line => read.test(line)).map(line => `${file}: ${line.trim()}`))).toEqual([])
})

it('an explanation is a hint: only HintMark shows its own tooltip', () => {
  expect(sheets.filter(file => linesOf(file).some(line => /<NTooltip\b/.test(line)))).toEqual(['src-renderer/parts/fields/HintMark.vue'])
})

it('a file input that a button opens is hidden from screen readers, which know the button', () => {
  const inputs = sheets.flatMap(file => [...readFileSync(file, 'utf8').matchAll(/<input\b(?:"[^"]*"|[^">])*>/g)]
    .flatMap(([input]) => /\btype="file"/.test(input) ? [{ file, input }] : []))
  expect(inputs.length).toBeGreaterThan(5)
  expect(inputs.filter(({ input }) => !/\saria-hidden="true"/.test(input) || !/\stabindex="-1"/.test(input) || /aria-label/.test(input))
    .map(({ file }) => file)).toEqual([])
})
