/** How many answers of each sort are tried: twenty thousand in total, and with `npm run test:long` two hundred thousand. */
import { isLong } from '../../../kit/how-long.ts'

const share = isLong ? 1 : 0.1

/** Read offline, many thousand a second. */
export const readCases = part({
  'error bodies and headers': 50_000,
  'streams of speech': 24_000,
  'frames of a speech socket': 14_000,
  'chat answers': 24_000,
  'states of a video job': 26_000,
  'names of jobs and voices': 16_000,
  'pictures': 17_000,
  'sound in text': 8_000,
  'heads of WAV files': 4_000,
  'transcripts': 10_000,
  'lists of models': 3_000,
})

/** Sent over real connections, through the whole client and onto the disk. */
export const wireCases = part({
  'answers over HTTP': 3_600,
  'talks over a socket': 400,
})

export const allCases = [...Object.values(readCases), ...Object.values(wireCases)].reduce((sum, count) => sum + count, 0)

/** The same first cases of each sort, but fewer of them. */
function part<Counts extends Readonly<Record<string, number>>>(counts: Counts): Counts {
  // the same keys with other numbers
  return Object.fromEntries(Object.entries(counts).map(([sort, count]) => [sort, Math.ceil(count * share)])) as Counts
}
