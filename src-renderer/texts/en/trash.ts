/** Words of the trash. */
import type { TrashKind } from '#contract/trash.ts'

const kinds: Record<TrashKind, string> = { take: 'Take', project: 'Project', line: 'Line', voice: 'Voice', conversation: 'Conversation', delivery: 'Delivery', model: 'Model' }

export const trash = {
  title: 'Trash',
  intro: 'Everything that was thrown away, of every kind. Nothing is deleted for good but from here.',
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
  purgeBody: (size: string, kept: number) => `${size === '' ? 'This frees no room worth naming.' : `This frees ${size} on the disk.`} It cannot be undone.${kept > 0 ? ` ${kept === 1 ? 'One take stays' : `${kept} takes stay`}: a voice needs it.` : ''} Takes and conversations of a project stay; rendered files of a delivery stay where they are.`,
  purgeAct: 'Delete for good',
  purged: (n: number, size: string) => `${n === 1 ? 'One thing is' : `${n} things are`} gone for good${size === '' ? '.' : `; ${size} are free again.`}`,
  keptAll: 'Nothing was deleted: voices need these clips.',
  throwAway: 'Move to the trash',
  throwAwayNamed: (name: string) => `Move ${name} to the trash`,
  thrown: (name: string) => `“${name}” is in the trash. Its files stay where they are.`,
  setting: { title: 'Trash', detail: 'What is thrown away stays until you delete it, unless you choose an age here.', open: 'Open the trash', never: 'Never by itself', days: (n: number) => `After ${n} days`, label: 'Delete for good' },
}
