/** Words of the trash. */
import type { TrashKind, TrashUse } from '#contract/trash.ts'

const kinds: Record<TrashKind, string> = { take: 'Take', project: 'Project', line: 'Line', voice: 'Voice', conversation: 'Conversation', delivery: 'Delivery', model: 'Model' }

const places: Record<TrashUse['kind'], (name: string) => string> = {
  script: name => `in the script of “${name}”`,
  timeline: name => `in the timeline of “${name}”`,
  version: name => `in earlier versions of “${name}”`,
  casting: name => `in the casting of “${name}”, which keeps the file`,
  speaker: name => `for a speaker of “${name}”`,
  conversation: name => `in the chat “${name}”, which keeps the file`,
  job: name => `by “${name}” in the queue`,
  source: name => `as what “${name}” was made from`,
}

export const trash = {
  title: 'Trash',
  intro: 'Everything that was thrown away, of every kind. Nothing is deleted for good but from here.',
  byItself: (days: number) => `What has been here for ${days} days is deleted by itself, but for what is still used: it stays until nothing uses it any more. Delivered films stay where they are.`,
  stillUsed: 'still used',
  kinds,
  all: 'All kinds',
  empty: { title: 'The trash is empty', body: 'What you throw away waits here until you put it back or delete it for good.' },
  choose: (title: string) => `Choose ${title}`,
  chooseAll: 'Choose all',
  chosen: (n: number) => n === 0 ? '' : `${n} chosen`,
  restore: 'Put back',
  restored: (n: number) => n === 1 ? 'One thing is back where it was.' : `${n} things are back where they were.`,
  purge: 'Delete for good…',
  purgeTitle: (n: number) => n === 1 ? 'Delete it for good?' : `Delete ${n} things for good?`,
  frees: (size: string) => `${size === '' ? 'This frees no room worth naming.' : `This frees ${size} on the disk.`} It cannot be undone.`,
  used: (n: number, of: number) => `${of === 1 ? 'It is' : n === of ? 'They are' : n === 1 ? 'One of them is' : `${n} of them are`} still used, and will be missing there:`,
  places,
  unnamed: 'without a name',
  placeInTrash: ' (in the trash)',
  morePlaces: (n: number) => n === 1 ? 'and in one more place' : `and in ${n} more places`,
  keptClips: (n: number) => `${n === 1 ? 'One take stays' : `${n} takes stay`}: a voice needs it.`,
  paid: 'What was paid for takes is not given back.',
  ofProject: 'Takes and conversations of a project stay.',
  filmsStay: 'The films themselves stay where you delivered them:',
  filmNames: (names: readonly string[], more: number) => `(${names.join(', ')}${more > 0 ? ` and ${more} more` : ''})`,
  purgeAct: 'Delete for good',
  purged: (n: number, size: string) => `${n === 1 ? 'One thing is' : `${n} things are`} gone for good${size === '' ? '.' : `; ${size} are free again.`}`,
  filmsLeft: (folders: readonly string[]) => ` The films are still in ${folders.join(' and ')}.`,
  keptAll: 'Nothing was deleted: voices need these clips.',
  throwAway: 'Move to the trash',
  throwAwayNamed: (name: string) => `Move ${name} to the trash`,
  thrown: (name: string) => `“${name}” is in the trash. Its files stay where they are.`,
  setting: { title: 'Trash', detail: 'What is thrown away stays until you delete it, unless you choose an age here. What is still used stays at any age.', open: 'Open the trash', never: 'Never by itself', days: (n: number) => `After ${n} days`, label: 'Delete for good' },
}
