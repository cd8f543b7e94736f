/** Calls of undo and redo tell what the step has left there: what is newer, from another window or another act, is not overwritten. */

interface PlainCall<Name extends string> { readonly call: Name, readonly input: Record<string, unknown> }

/** What the calls of both ways are about: the line, or the speaker. */
function keyOf({ call, input }: PlainCall<string>): string {
  const casting = input.casting as { speaker: string } | undefined // as the call takes it
  const of = casting?.speaker ?? input.speaker ?? input.lineId
  return `${call === 'script.uncast' ? 'script.cast' : call} ${String(of)}`
}

const lineWords = ['speaker', 'text', 'direction', 'pauseSeconds'] as const

/** The call with what it expects, which the calls that run the other way have left. */
export function expecting<Name extends string>(asked: PlainCall<Name>, left: readonly PlainCall<string>[]): PlainCall<Name> {
  const { call, input } = asked
  const other = left.find(each => keyOf(each) === keyOf(asked))
  if (!other)
    return asked
  if (call === 'script.edit') {
    const changed = lineWords.filter(name => input[name] !== other.input[name])
    const only = (of: Record<string, unknown>): Record<string, unknown> => Object.fromEntries(changed.map(name => [name, of[name]]))
    return { call, input: { lineId: input.lineId, ...only(input), expected: only(other.input) } }
  }
  if (call === 'script.move')
    return { call, input: { ...input, expected: other.input.position } }
  if (call === 'script.choose')
    return { call, input: { ...input, expected: other.input.takeId } }
  if (call === 'script.cast')
    return { call, input: { ...input, expected: other.input.casting ?? null } }
  if (call === 'script.colourSpeaker')
    return { call, input: { ...input, expected: other.input.colour } }
  if (call === 'script.uncast')
    return { call, input: { ...input, expected: other.input.casting } }
  return asked
}

/** Whether two lists of calls do the same; the order of the members of an object says nothing. */
export function sameCalls(one: unknown, other: unknown): boolean {
  return sorted(one) === sorted(other)
}

function sorted(plain: unknown): string {
  return JSON.stringify(plain, (_name, value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => a < b ? -1 : 1))
    : value)
}
