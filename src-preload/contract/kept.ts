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

/** A room, or one of its calls, with the reason. */
export const refusedWhileAway: Readonly<Record<string, string>> = {
  'accounts': 'keys must not be stored by the browser, and an address is checked with the service',
  'credentials': 'the private key of a certificate must not be stored by the browser',
  'spend': 'limits and prices decide what is sent: they change while the person sees what follows',
  'jobs': 'what is done to a job is judged by its state at that moment, and may let paid requests leave',
  'backups': 'runs at once, or not at all',
  'checks': 'runs at once, or not at all',
  'studio': 'repairs and reports: of this moment',
  'saving': 'the file is wanted now',
  'recordings': 'the recorder keeps its own pieces until they are received',
  'renditions': 'asked for again by whatever shows the media',
  'deliveries.render': 'a render begins while the person sees it',
  'deliveries.again': 'a render begins while the person sees it',
  'deliveries.clear': 'deletes files for good',
  'trash.purge': 'deletes for good',
  'snapshots.restore': 'replaces a whole project, whatever has come into it meanwhile',
  'projects.openSample': 'makes a whole project and opens it',
  'takes.import': 'the ticket of a received file is of one run of the studio',
  'takes.locate': 'the ticket of a received file is of one run of the studio',
  'voices.forget': 'asks the service',
}
