/** The generated table matches what the tests cover. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { builtInModels } from '../../../src-main/service/catalogue/index.ts'
import { answersBeyond } from './beyond.ts'
import { nameOf } from './document.ts'
import { parameters } from './parameters.ts'
import { writeDocument } from './written.ts'

it('resources/service-document.md is up to date: `node test/kit/service-document.mjs` writes it again', () => {
  expect(readFileSync(new URL('../../../resources/service-document.md', import.meta.url), 'utf8')).toBe(writeDocument(builtInModels))
})

it('no row is listed twice', () => {
  expect(new Set(parameters.map(nameOf)).size).toBe(parameters.length)
})

it.each(answersBeyond)('beyond the document: $answer is tested', ({ test: [file, words] }) => {
  expect(readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8')).toContain(words)
})
