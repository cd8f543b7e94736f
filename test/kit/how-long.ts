/** Sizes of the tests that could run for hours: small in `npm test`, full in `npm run test:long`. */
import process from 'node:process'

export const isLong = process.env.TAKEROOM_TEST_LONG === '1'

/** All of them in `npm run test:long`; in `npm test` so many, spread over the list. For forms of media of which each takes ffmpeg seconds. */
export function spread<Row>(all: readonly Row[], count: number): readonly Row[] {
  return isLong || all.length <= count ? all : Array.from({ length: count }, (_, at) => all[Math.floor((at + 0.5) * all.length / count)]!)
}
