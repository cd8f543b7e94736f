/** Numbers below zero have a minus sign, changes a plus as well, and what rounds to nothing has neither. */
import { expect, it } from 'vitest'
import { showChange, showSigned } from '../../../../src-renderer/parts/text/show-signed.ts'

it('writes a minus sign, and a plus only for a change', () => {
  expect([-6, 0, 3].map(value => showSigned(value, 1))).toEqual(['−6.0', '0.0', '3.0'])
  expect([-6, 0, 3].map(value => showChange(value, 1))).toEqual(['−6.0', '0.0', '+3.0'])
  expect([-0.04, 0.04].flatMap(value => [showSigned(value, 1), showChange(value, 1)])).toEqual(['0.0', '0.0', '0.0', '0.0'])
})
