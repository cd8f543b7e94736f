/** How many answers of each sort are tried: two hundred thousand in all. */

/** Read without a network, many thousand a second. */
export const readCases = {
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
} as const

/** Sent over real connections, through the whole client and onto the disk. */
export const wireCases = {
  'answers over HTTP': 3_600,
  'talks over a socket': 400,
} as const

export const allCases = [...Object.values(readCases), ...Object.values(wireCases)].reduce((sum, count) => sum + count, 0)
