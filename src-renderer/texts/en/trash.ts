/** Words of the trash. */
import type { TrashKind, TrashUse } from '#contract/trash.ts'

const kinds: Record<TrashKind, string> = { take: 'Take', project: 'Project', line: 'Line', sequence: 'Sequence', voice: 'Voice', conversation: 'Conversation', delivery: 'Delivery', model: 'Model' }

const many: Record<TrashKind, string> = {
  ...{ take: 'takes', project: 'projects', line: 'lines', sequence: 'sequences', voice: 'voices' },
  ...{ conversation: 'conversations', delivery: 'deliveries', model: 'models' },
}

const places: Record<TrashUse['kind'], (name: string) => string> = {
  script: name => `in the script of “${name}”`,
  timeline: name => `in a sequence of “${name}”`,
  bin: name => `in the bin of “${name}”`,
  version: name => `in earlier versions of “${name}”`,
  casting: name => `in the casting of “${name}”, which keeps the file`,
  speaker: name => `for a speaker of “${name}”`,
  conversation: name => `in the chat “${name}”, which keeps the file`,
  job: name => `by “${name}” in the queue`,
  source: name => `as the source of “${name}”`,
}

export const trash = {
  title: 'Trash',
  intro: 'What you delete stays here until you delete it permanently.',
  byItself: (days: number) => `Items are deleted automatically after ${days} days, unless they are still in use. Delivered videos stay in their folder.`,
  stillUsed: 'in use',
  kinds,
  all: 'All kinds',
  empty: { title: 'The trash is empty', body: 'Items stay here until you restore them or delete them permanently.' },
  choose: (title: string) => `Select ${title}`,
  chooseAll: 'Select all',
  search: 'Search the trash',
  kind: 'Kind',
  order: 'Order',
  orders: { newest: 'Newest first', oldest: 'Oldest first', largest: 'Largest first' },
  found: (n: number, size: string) => `${n === 1 ? '1 item' : `${n.toLocaleString('en')} items`}${size === '' ? '' : `, ${size}`}`,
  showMore: (n: number) => `Show more (${n.toLocaleString('en')})`,
  nothingFound: 'Nothing in the trash has these words.',
  together: (n: number, kind: TrashKind) => `${n.toLocaleString('en')} ${many[kind]}, deleted together`,
  showAll: (name: string) => `Show each of ${name}`,
  chosen: (n: number) => n === 0 ? '' : `${n.toLocaleString('en')} selected`,
  restore: 'Restore',
  restored: (n: number, projects: readonly string[]) => {
    const along = projects.length === 0 ? '' : projects.length === 1 ? ` with the project “${projects[0]}”` : ` with ${projects.length} projects`
    return `${n === 1 ? '1 item' : `${n.toLocaleString('en')} items`} restored${along}.`
  },
  purge: 'Delete permanently…',
  purgeTitle: (n: number) => n === 1 ? 'Delete 1 item permanently?' : `Delete ${n.toLocaleString('en')} items permanently?`,
  frees: (size: string) => `${size === '' ? 'This frees almost no space.' : `This frees ${size}.`} It cannot be undone.`,
  used: (n: number, of: number) => `${of === 1 ? 'It is' : n === of ? 'They are' : n === 1 ? 'One of them is' : `${n} of them are`} still in use and will be missing here:`,
  places,
  unnamed: 'without a name',
  placeInTrash: ' (in the trash)',
  morePlaces: (n: number) => n === 1 ? 'and 1 more place' : `and ${n} more places`,
  keptClips: (n: number) => `${n === 1 ? '1 take is' : `${n} takes are`} kept because a voice needs ${n === 1 ? 'it' : 'them'}.`,
  paid: 'Money spent on takes is not refunded.',
  ofProject: 'Takes and conversations of a project are kept.',
  filmsStay: 'The delivered files stay in:',
  filmNames: (names: readonly string[], more: number) => `(${names.join(', ')}${more > 0 ? ` and ${more} more` : ''})`,
  purgeAct: 'Delete permanently',
  purged: (n: number, size: string) => `${n === 1 ? '1 item' : `${n.toLocaleString('en')} items`} permanently deleted${size === '' ? '.' : `, ${size} freed.`}`,
  /** After another sentence. */
  cameBack: (takes: number, voices: number) => {
    const back = [...takes > 0 ? [takes === 1 ? '1 take' : `${takes} takes`] : [], ...voices > 0 ? [voices === 1 ? '1 voice' : `${voices} voices`] : []]
    return back.length === 0 ? '' : ` ${back.join(' and ')} restored from trash.`
  },
  filmsLeft: (folders: readonly string[]) => ` The videos are still in ${folders.join(' and ')}.`,
  keptAll: 'Nothing was deleted: voices need these reference clips.',
  throwAway: 'Move to trash',
  throwAwayNamed: (name: string) => `Move ${name} to trash`,
  thrown: (name: string) => `“${name}” moved to trash. Its files stay in their folder.`,
  setting: { title: 'Trash', detail: 'Items stay in the trash until you delete them, or for the time you choose here. Items in use are always kept.', open: 'Open trash', never: 'Never', days: (n: number) => `After ${n} days`, label: 'Delete automatically' },
}
