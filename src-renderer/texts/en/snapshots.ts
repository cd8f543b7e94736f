/** Words of a project's earlier versions. */
export const snapshots = {
  open: 'Earlier versions…',
  title: (name: string) => `Earlier versions of “${name}”`,
  intro: 'Taken by itself while you work: each hour of the last day, each day of the last month, each week of the last year.',
  none: 'None yet. The first is taken a few minutes after something was written.',
  now: 'Choose one to see what is in it.',
  counts: (lines: number, made: number) => `${lines === 1 ? 'One line' : `${lines} lines`}, ${made} made`,
  missing: (n: number) => n === 1 ? 'One take in it was deleted for good since.' : `${n} takes in it were deleted for good since.`,
  asNew: 'Open as a new project',
  inPlace: 'Go back to it…',
  askTitle: 'Go back to this version?',
  askBody: 'What the project is now is kept as a version of its own. Lines that this version does not have go to the trash; takes all stay.',
  askAct: 'Go back',
  broughtBack: (name: string) => `“${name}” is as it was then.`,
  made: (name: string) => `“${name}” is there as a project of its own.`,
  more: (n: number) => `and ${n} more lines`,
}
