/** Whether a line still says what its take says: compared by what the take was made from. */
import type { Casting, Line } from '#contract/script.ts'

export interface MadeFrom {
  readonly text: string
  readonly direction: string
  readonly modelId: string
  /** The voice of the library that speaks, where one does. */
  readonly voiceId: Casting['voiceId']
  /** Those of the casting or of the request: they choose and shape the voice. Words and the way of delivery among them don't count. */
  readonly voiceFields: Casting['fields']
}

/** The same for the same words and voice, whatever the order of the fields and the white space around the words. */
export function fingerprint({ text, direction, modelId, voiceId, voiceFields }: MadeFrom): string {
  const { text: _words, stream: _delivery, instructions, ...voice } = voiceFields
  const words = wordsOf({ text, direction })
  // A line's own direction is what goes to the model as its instructions, in place of the casting's.
  const counts = instructions !== undefined && words[1] === '' ? { ...voice, instructions } : voice
  // Takes from before there were such voices keep their fingerprint.
  return JSON.stringify([...words, modelId, sorted(counts), ...(voiceId === null ? [] : [voiceId])])
}

/**
 * The state of a line whose chosen take was made from `takeMadeFrom` (null for a file that was brought in, which never
 * becomes stale). Without a casting only the words can differ: the take's voice was chosen for it alone.
 */
export function stateOf(
  line: Pick<Line, 'text' | 'direction' | 'chosenTakeId'>,
  casting: Casting | null,
  takeMadeFrom: string | null,
): Line['state'] {
  if (line.chosenTakeId === null)
    return 'not-made'
  if (takeMadeFrom === null)
    return 'made'
  if (casting)
    return takeMadeFrom === fingerprint({ ...line, ...casting, voiceFields: casting.fields }) ? 'made' : 'stale'
  return takeMadeFrom.startsWith(`${JSON.stringify(wordsOf(line)).slice(0, -1)},`) ? 'made' : 'stale'
}

function wordsOf({ text, direction }: { text: string, direction: string }): [string, string] {
  return [text.normalize('NFC').trim(), direction.normalize('NFC').trim()]
}

/** Lists keep their order; the keys of objects are sorted. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value))
    return value.map(sorted)
  if (typeof value !== 'object' || value === null)
    return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => a < b ? -1 : 1).map(([key, inner]) => [key, sorted(inner)]))
}
