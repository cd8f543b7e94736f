/** A conversation as a tree: the path that is open, and what else was said at each place of it. Pure. */
import type { Message, MessagePart } from '#contract/conversations.ts'
import type { MessageId } from '#contract/words.ts'

export interface PathStep {
  readonly message: Message
  /** Everything that was said at this place, oldest first; the message itself among it. */
  readonly branches: readonly Message[]
}

/** From the first message to the open end; empty while the end is not known. The messages come in the order in which main got them. */
export function openPath(byId: ReadonlyMap<MessageId, Message>, end: MessageId | null): PathStep[] {
  const beside = new Map<MessageId | null, Message[]>()
  for (const message of byId.values())
    beside.set(message.parentId, [...beside.get(message.parentId) ?? [], message])
  const path: PathStep[] = []
  const seen = new Set<MessageId>()
  for (let message = end === null ? undefined : byId.get(end); message && !seen.has(message.id); message = message.parentId === null
    ? undefined
    : byId.get(message.parentId)) {
    seen.add(message.id)
    path.unshift({
      message,
      branches: beside.get(message.parentId) ?? [message],
    })
  }
  return path
}

/** The part of a path that ends with this message; none of it for null, with which a conversation begins. */
export function upTo(messageId: MessageId | null, path: readonly PathStep[]): readonly PathStep[] {
  return path.slice(0, path.findIndex(({ message }) => message.id === messageId) + 1)
}

/** How an answer that is whole ended, where that needs a word. */
export function endingOf(message: Message): 'filtered' | 'cutByLimit' | 'thoughtOnly' | 'textless' | null {
  if (message.state !== 'whole')
    return null
  if (message.finishReason === 'content_filter')
    return 'filtered'
  if (message.finishReason === 'length')
    return 'cutByLimit'
  if (textOf(message.parts).trim() !== '')
    return null
  return message.reasoning.trim() === '' ? 'textless' : 'thoughtOnly'
}

/** All words of a message. */
export function textOf(parts: readonly MessagePart[]): string {
  return parts.flatMap(part => part.type === 'text' ? part.text : []).join('')
}

/** Everything but text: only a model with vision can use it. */
export function seenParts(parts: readonly MessagePart[]): Exclude<MessagePart, { type: 'text' }>[] {
  return parts.flatMap(part => part.type === 'text' ? [] : [part])
}

/** The words before what is shown, as one message; empty words are left out. */
export function partsOf(text: string, seen: readonly MessagePart[]): MessagePart[] {
  const words = text.trim()
  return [...words === '' ? [] : [{ type: 'text' as const, text: words }], ...seen]
}

/** Evenly spread moments inside a film, away from its very ends. */
export function spreadMoments(durationSeconds: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => durationSeconds * (index + 0.5) / count)
}

/** The service fetches the address itself. */
export function isAddress(text: string): boolean {
  return /^https?:\/\/[^\s/?#]+(?:[/?#]\S*)?$/i.test(text) && text.length <= 5000
}
