/** Where the wordings of a line are: each line has a conversation of its own, which is found by the line's id. */
import type { ConversationId, LineId } from '#contract/words.ts'

/** As a version 8 UUID (RFC 9562 §5.8): no other id has this one. */
export function fitConversationOf(lineId: LineId): ConversationId {
  return `${lineId.slice(0, 14)}8${lineId.slice(15)}` as string as ConversationId // the form of ids
}
