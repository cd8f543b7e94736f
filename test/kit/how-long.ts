/** How much of what could go on for hours is tried: `npm test` tries a part of it, `npm run test:long` all. */
import process from 'node:process'

export const isLong = process.env.TAKEROOM_TEST_LONG === '1'
