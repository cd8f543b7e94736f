/** Sizes of the tests that could run for hours: small in `npm test`, full in `npm run test:long`. */
import process from 'node:process'

export const isLong = process.env.TAKEROOM_TEST_LONG === '1'
