/** Words of a project's earlier versions. */
export const snapshots = {
  open: 'Earlier versions…',
  title: (name: string) => `Earlier versions of “${name}”`,
  intro: 'Saved automatically while you work: hourly for a day, daily for a month, weekly for a year.',
  none: 'None yet. The first is saved a few minutes after your first change.',
  now: 'Select a version to see its contents.',
  counts: (lines: number, made: number) => `${lines === 1 ? '1 line' : `${lines} lines`}, ${made} generated`,
  missing: (n: number) => n === 1 ? '1 of its takes has been permanently deleted.' : `${n} of its takes have been permanently deleted.`,
  asNew: 'Open as new project',
  inPlace: 'Restore…',
  askTitle: 'Restore this version?',
  askBody: 'The current project is saved as a version first, which is kept for at least a month. Lines that this version does not have are moved to trash. All takes are kept.',
  askAct: 'Restore',
  broughtBack: (name: string) => `“${name}” restored to that version.`,
  wentBack: (name: string) => `“${name}” is as it was before that version was restored.`,
  made: (name: string) => `“${name}” opened as a new project.`,
  more: (n: number) => n === 1 ? 'and 1 more line' : `and ${n} more lines`,
}
