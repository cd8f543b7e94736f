/** Names of deliveries by a pattern. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Name } from '#contract/words.ts'
import { nameByTemplate, nameTokens } from '#rules/deliver/name-template.ts'

const facts = { project: 'Harbour', sequence: 'Main', preset: 'Vertical 9:16', at: new Date(2026, 2, 4, 23, 59), number: 3 }

it('fills in what it knows, and leaves other words as they are', () => {
  expect(nameByTemplate('{project} - {sequence} - {preset} {date} {number}', facts)).toBe('Harbour - Main - Vertical 9:16 2026-03-04 03')
  expect(nameByTemplate('{project} {client}', facts)).toBe('Harbour {client}')
  expect(nameByTemplate('  ', facts)).toBe('Harbour')
  // A name that looks like a pattern is no pattern.
  expect(nameByTemplate('{project}', { ...facts, project: '{date}' })).toBe('{date}')
})

it('always gives a name that the contract takes', () => {
  const token = fc.constantFrom(...nameTokens).map(each => `{${each}}`)
  const pattern = fc.array(fc.oneof(token, fc.string({ unit: 'grapheme' }))).map(parts => parts.join(''))
  fc.assert(fc.property(pattern, fc.string({ minLength: 1, maxLength: 200 }), (template, project) => {
    const name = nameByTemplate(template, { ...facts, project: `P${project}` })
    expect(name).not.toBe('')
    expect(Name.safeParse(name).success).toBe(true)
  }))
})

it('keeps a letter of two units whole where the name is cut', () => {
  expect(nameByTemplate('{project}', { ...facts, project: `H${'🌊'.repeat(150)}` })).toBe(`H${'🌊'.repeat(99)}`)
})
