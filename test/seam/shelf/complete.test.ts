/** What is offered while a name is typed, and the text once it is chosen. */
import { expect, it } from 'vitest'
import { offeredNames, withName } from '#rules/shelf/complete.ts'
import { shelved } from './shelf-entries.ts'

const entries = ['anna', 'Hanna', 'annex', 'noir'].map(name => shelved('look', name, 'x'))

it('offers names that begin so before those that have it inside, in any case', () => {
  expect(offeredNames('AN', entries).map(entry => entry.name)).toEqual(['anna', 'annex', 'Hanna'])
  expect(offeredNames('', entries)).toHaveLength(4)
  expect(offeredNames('zz', entries)).toEqual([])
})

it('puts the name in the place of what was typed, with a space where a letter or nothing follows', () => {
  expect(withName('see @an now', { from: 4, to: 7 }, 'anna')).toEqual({ text: 'see @anna now', caret: 9 })
  expect(withName('see @an', { from: 4, to: 7 }, 'anna')).toEqual({ text: 'see @anna ', caret: 10 })
})
