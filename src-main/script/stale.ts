/** Whether the chosen take still fits its line: compares what the take was made from with the line as it is now. */
import type { Casting, Line } from '#contract/script.ts'

export interface MadeFrom {
  readonly text: string
  readonly direction: string
  readonly modelId: string
  /** The library voice that speaks, if any. */
  readonly voiceId: Casting['voiceId']
  /** Those of the casting or the request that choose and shape the voice; text and direction are ignored. */
  readonly voiceFields: Casting['fields']
}

/** Equal for the same text and voice, regardless of the order of fields and of white space around the text. */
export function fingerprint({ text, direction, modelId, voiceId, voiceFields }: MadeFrom): string {
  const { text: _words, stream: _delivery, instructions, ...voice } = voiceFields
  const words = wordsOf({ text, direction })
  // A line's own direction is sent as the model's instructions, in place of the casting's.
  const counts = instructions !== undefined && words[1] === '' ? { ...voice, instructions } : voice
  // Takes from before library voices keep their fingerprint.
  return JSON.stringify([...words, modelId, sorted(counts), ...(voiceId === null ? [] : [voiceId])])
}

/**
 * The state of a line whose chosen take was made from `takeMadeFrom` (null for an imported file, which never becomes
 * stale). Without a casting only the text can differ, because the take's voice was chosen for that take alone.
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

/** Lists keep their order; keys of objects are sorted. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value))
    return value.map(sorted)
  if (typeof value !== 'object' || value === null)
    return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => a < b ? -1 : 1).map(([key, inner]) => [key, sorted(inner)]))
}
