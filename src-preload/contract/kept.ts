/**
 * What a page keeps while the studio is away. A kept change has an id, is stored by the browser until main has answered, and is sent when
 * the studio is back; main makes each id once. Everything else that writes is refused while the studio is away, for the reason given.
 */

/** The header that holds the id of a change, a UUID. */
export const changeHeader = 'x-change'

/** Changes in the library that a person makes by hand. Nothing of them costs money or leaves this machine. */
export const keptCalls = [
  'projects.create',
  'projects.rename',
  'projects.trash',
  'projects.restore',
  'script.add',
  'script.edit',
  'script.renameSpeaker',
  'script.move',
  'script.choose',
  'script.remove',
  'script.removeLines',
  'script.restoreLines',
  'script.cast',
  'script.uncast',
  'script.colourSpeaker',
  'storyboard.edit',
  'storyboard.setLook',
  'takes.star',
  'takes.note',
  'takes.trash',
  'takes.restore',
  'takes.addToProject',
  'takes.removeFromProject',
  'takes.frame',
  'transcripts.edit',
  'transcripts.revert',
  'transcripts.restore',
  'conversations.create',
  'conversations.rename',
  'conversations.instruct',
  'conversations.trash',
  'conversations.restore',
  'conversations.open',
  'voices.create',
  'voices.rename',
  'voices.trash',
  'voices.restore',
  'models.save',
  'models.remove',
  'models.hide',
  'models.import',
  'sequences.create',
  'sequences.duplicate',
  'sequences.edit',
  'sequences.captionTranscript',
  'sequences.undo',
  'sequences.redo',
  'sequences.layOut',
  'sequences.assemble',
  'sequences.trash',
  'sequences.restore',
  'deliveries.choose',
  'deliveries.trash',
  'deliveries.restore',
  'settings.change',
  'trash.restore',
] as const
export type KeptCall = typeof keptCalls[number]

const known: ReadonlySet<string> = new Set(keptCalls)

/** `room.verb` */
export function isKeptCall(call: string): call is KeptCall {
  return known.has(call)
}
