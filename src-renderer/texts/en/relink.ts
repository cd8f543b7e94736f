/** Texts of finding missing files in a folder. */
const files = (n: number): string => n === 1 ? '1 file' : `${n.toLocaleString('en')} files`

const ended: Record<'stopped' | 'too-many' | 'disk-full' | 'failed', (n: number, reference: string) => string> = {
  'stopped': n => `Stopped after ${files(n)}. What was found stays.`,
  'too-many': n => `Only the first ${files(n)} were searched: the folder has more. Choose a folder further inside it.`,
  'disk-full': () => 'Stopped: there is not enough disk space for the next file. What was found stays. Free some space, then search again.',
  'failed': (_, reference) => `The search failed. What was found stays. The log has details (ref ${reference}).`,
}

export const relink = {
  act: 'Find in a folder…',
  title: 'Find missing files',
  bar: 'The files of these takes are missing. Takeroom can find them in a folder, under any name.',
  missing: (n: number) => n === 0 ? 'No file is known to be missing. A search checks all files first.' : n === 1 ? '1 file is missing.' : `${n.toLocaleString('en')} files are missing.`,
  detail: 'Takeroom searches a folder and all folders in it for files with exactly the same content, under any name, and copies them into the studio folder. Nothing else is imported, and nothing in that folder is changed. Hidden folders and links are left out.',
  path: 'Full path of a folder on the computer that runs Takeroom',
  search: 'Search',
  choose: 'Choose folder…',
  listing: (n: number) => `Looking for files: ${n.toLocaleString('en')} so far`,
  comparing: 'Comparing files of the same size',
  progress: (found: number, wanted: number) => `${found.toLocaleString('en')} of ${wanted.toLocaleString('en')} found`,
  mayClose: 'You can close this and keep working. A notice tells you what was found.',
  stop: 'Stop',
  summary: (found: number, notFound: number) => notFound === 0 && found === 0
    ? 'No file was missing.'
    : `${found.toLocaleString('en')} found, ${notFound.toLocaleString('en')} not found.`,
  show: 'Show',
  looked: (n: number) => `${files(n)} searched.`,
  noFiles: 'There are no files in this folder. Hidden folders and links are left out.',
  ended,
  found: 'Found',
  notFound: 'Not found',
  unread: 'Could not be read, or changed meanwhile',
  more: (n: number) => `and ${n.toLocaleString('en')} more`,
  again: 'Search another folder',
  others: (title: string, n: number) => `“${title}” relinked. ${n === 1 ? '1 other file is' : `${n.toLocaleString('en')} other files are`} missing.`,
}
