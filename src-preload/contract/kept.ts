/**
 * What a page keeps while the studio is away. A kept change has an id, is stored by the browser until main has answered, and is sent when
 * the studio is back; main makes each id once. Everything else that writes is refused while the studio is away, for the reason given.
 */

/** The header that contains the id of a change, a UUID. */
export const changeHeader = 'x-change'

/**
 * Why a call that arrives hours late overwrites no newer change of the same thing.
 *
 * - `compares`: `expected` of its input is what was there when it was asked for; main replaces nothing else, and refuses with
 *   `changed-meanwhile`. `of` are the members of the input that name the thing, by their paths. `parts` are the members that are replaced:
 *   a list, where `expected` has a member for each; or one, where `expected` is its former value. None where `expected` is a
 *   version, or the page shows its own changes before main has them.
 *   `each` is the member with a list of such inputs.
 * - `adds`: something new; all else stays as it is. Its id is made once.
 * - `merges`: only the things that it names change, each by itself, in a way that is right whatever happened to the others.
 * - `moves`: into the trash or out of it, whole and with everything that was changed in the meantime.
 * - `last-wins`: the last choice is the one that is meant. Nothing that was written is replaced.
 */
type LateSafety
  = | { readonly is: 'compares', readonly of: readonly string[], readonly parts: string | readonly string[], readonly each?: string }
    | { readonly is: 'adds' | 'merges' | 'moves' | 'last-wins', readonly because: string }

const adds = (because: string): LateSafety => ({ is: 'adds', because })
const merges = (because: string): LateSafety => ({ is: 'merges', because })
const moves: LateSafety = { is: 'moves', because: 'the trash keeps it as it is, and gives it back' }
const lastWins = (because: string): LateSafety => ({ is: 'last-wins', because })
function compares(of: readonly string[], parts: string | readonly string[], each?: string): LateSafety {
  return { is: 'compares', of, parts, ...each !== undefined && { each } }
}

/** Changes in the library that a person makes by hand. Nothing of them costs money or leaves this machine. */
export const keptCalls = {
  'projects.create': adds('a project'),
  'projects.saveTemplate': adds('a template'),
  'projects.rename': compares(['projectId'], 'name'),
  'projects.duplicate': adds('a project'),
  'projects.arrange': lastWins('in which folder a project is, and whether it is in the archive; all that is in it stays'),
  'projects.setCover': lastWins('which picture is on its card'),
  'projects.setColour': lastWins('which colour its mark has'),
  'projects.trash': moves,
  'projects.restore': moves,
  'script.add': adds('lines'),
  'script.edit': compares(['lineId'], ['speaker', 'text', 'direction', 'pauseSeconds']),
  'script.change': compares(
    ['lineId'],
    ['speaker', 'text', 'direction', 'pauseSeconds', 'role', 'language', 'isLocked', 'isMuted'],
    'edits',
  ),
  'script.renameSpeaker': merges('only lines that still have the former name get the new one'),
  'script.move': lastWins('a place, which shifts with every line above; the line and its words stay'),
  'script.choose': compares(['lineId'], 'takeId'),
  'script.remove': moves,
  'script.removeAll': moves,
  'script.pronounce': lastWins('each word by itself; the last spelling of it is the one that is meant'),
  'listening.accept': lastWins('a mark with two states, of what was heard then'),
  'drift.accept': lastWins('a mark with two states, of what was measured then'),
  'drift.setAnchor': lastWins('one of the takes, which stay as they are'),
  'script.cast': compares(['projectId', 'casting.speaker'], 'casting'),
  'script.colourSpeaker': compares(['projectId', 'speaker'], 'colour'),
  'script.setLanguage': compares(['projectId', 'speaker'], 'language'),
  'script.setTone': compares(['projectId', 'speaker'], 'chain'),
  'storyboard.edit': compares(['lineId'], ['prompt', 'motionPrompt', 'stillTakeId', 'shotTakeId', 'lineIds'], 'edits'),
  'storyboard.setLook': compares(['projectId'], ['style', 'referenceTakeId', 'still', 'shot', 'whenShort', 'whenShortOf', 'suggestion']),
  'takes.star': lastWins('a mark with two states'),
  'takes.chooseSound': lastWins('one of the sounds that are in the file; the file stays as it is'),
  'takes.mark': lastWins('which part of the take is used next; the file and all clips stay as they are'),
  'takes.note': compares(['takeId'], 'note'),
  'takes.addToNotes': merges('a note has this line or not; its other lines stay'),
  'takes.rename': compares(['takeId'], 'name', 'names'),
  'takes.tag': merges('each take has a tag or not; its other tags stay'),
  'collections.create': adds('a collection, or takes to the one that has this name'),
  'collections.rename': compares(['collectionId'], 'name'),
  'collections.remove': lastWins('the list alone; its takes stay, and undo puts it back'),
  'collections.add': merges('each take is in the collection or not; the others stay'),
  'collections.removeTakes': merges('each take is in the collection or not; the others stay'),
  'collections.move': lastWins('a place in a list; its takes stay in it'),
  'searches.create': adds('a saved search'),
  'searches.change': compares(['searchId'], ['name', 'text', 'sort']),
  'searches.remove': lastWins('a search that can be typed again; undo puts it back'),
  'takes.trash': moves,
  'takes.restore': moves,
  'takes.addToProject': merges('each take is in the project or not; the others stay'),
  'takes.removeFromProject': merges('each take is in the project or not; what is used there stays'),
  'takes.frame': adds('a still'),
  'transcripts.edit': compares(['takeId'], []),
  'transcripts.revert': compares(['takeId'], []),
  'transcripts.restore': compares(['takeId'], []),
  'conversations.create': adds('a conversation'),
  'conversations.rename': compares(['conversationId'], 'title'),
  'conversations.instruct': compares(['conversationId'], 'system'),
  'conversations.trash': moves,
  'conversations.restore': moves,
  'conversations.open': lastWins('which branch is shown; every branch stays'),
  'luts.rename': compares(['lutId'], 'name'),
  'luts.setListed': lastWins('a mark with two states; the file and the clips that have it stay'),
  'voices.create': adds('a voice'),
  'voices.rename': compares(['voiceId'], 'name'),
  'voices.describe': compares(['voiceId'], ['language', 'tags', 'notes']),
  'voices.move': lastWins('in which folder a voice is; what is noted of it stays'),
  'voices.trash': moves,
  'voices.restore': moves,
  'models.save': compares(['model.id'], 'model'),
  'models.remove': moves,
  'models.hide': lastWins('a mark with two states'),
  'models.import': compares([], []),
  'sequences.create': adds('a sequence, under an id of the page'),
  'sequences.duplicate': adds('a sequence, under an id of the page'),
  'sequences.edit': merges('edits of an older revision are carried out on the newest, unless others changed the same clips or tracks'),
  'sequences.captionTranscript': merges('one step of undo on the newest revision'),
  'sequences.layOut': merges('changes nothing that a person has edited'),
  'sequences.assemble': merges('one step of undo on the newest revision, which keeps what was placed by hand'),
  'sequences.trash': moves,
  'sequences.restore': moves,
  'deliveries.choose': compares([], []),
  'deliveries.trash': moves,
  'settings.change': compares([], []),
  'trash.restore': moves,
  'journal.undo': merges('names its step, and does nothing where something of it was changed since'),
  'journal.redo': merges('does nothing once something was edited since'),
} as const satisfies Record<string, LateSafety>
export type KeptCall = keyof typeof keptCalls

/** In the order in which they are declared. */
export const keptCallNames = Object.keys(keptCalls) as [KeptCall, ...KeptCall[]] // the keys of a literal with keys

/** `room.verb` */
export function isKeptCall(call: string): call is KeptCall {
  return Object.hasOwn(keptCalls, call)
}

/** Why it does no harm when it is late. */
export function lateSafetyOf(call: KeptCall): LateSafety {
  return keptCalls[call]
}
