/** Mistakes of the practice voice: one word is left out, said twice, or another one. */
import { expect, it } from 'vitest'
import { misspoken } from '../../../src-main/practice/misspoken.ts'

it('changes one word, and nothing where there is no such word', () => {
  expect(misspoken('The lamp is lit.', { do: 'misspeak', as: 'drop', word: 1 })).toBe('The is lit.')
  expect(misspoken('The lamp is lit.', { do: 'misspeak', as: 'double', word: 3 })).toBe('The lamp is lit lit.')
  expect(misspoken('The lamp is lit.', { do: 'misspeak', as: 'replace', word: 1, by: 'door' })).toBe('The door is lit.')
  expect(misspoken('他有三百块', { do: 'misspeak', as: 'drop', word: 0 })).toBe('有三百块')
  expect(misspoken('The lamp.', { do: 'misspeak', as: 'drop', word: 9 })).toBe('The lamp.')
  expect(misspoken('The lamp.', undefined)).toBe('The lamp.')
})
