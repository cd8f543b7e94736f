/** The list of past notices, and the import of many files. */
const files = (n: number): string => n === 1 ? '1 file' : `${n} files`

export const notices = {
  title: 'Notifications',
  list: 'Past notices',
  open: 'Show notifications',
  unread: (n: number) => n === 1 ? '1 unread notification' : `${n} unread notifications`,
  empty: 'No notifications.',
  help: 'Kept in this browser until you clear them.',
  clear: 'Clear all',
  remove: 'Remove from the list',
  details: (n: number) => n === 1 ? '1 problem' : `${n} problems`,
  copyDetails: 'Copy list',
  importing: {
    progress: (done: number, total: number) => `Importing ${done} of ${files(total)}`,
    cancel: 'Cancel import',
    someFailed: (imported: number, failed: number, name: string | null) => `${files(imported)} imported${name === null ? '' : ` into “${name}”`}. ${files(failed)} failed.`,
    cancelled: (imported: number, failed: number, left: number) => `Import cancelled: ${files(imported)} imported${failed === 0 ? '' : `, ${failed} failed`}, ${left} not imported.`,
    showFailed: 'Show problems',
  },
  moving: {
    title: (n: number) => n === 1 ? 'This image is animated' : `${n} images are animated`,
    body: (n: number, first: string) => `${n === 1 ? `“${first}” is animated.` : `“${first}” and ${n - 1} more are animated.`} As a video, every frame is kept, with its time and its transparency. As an image, only the first frame is used. The original file is kept in the library.`,
    film: 'Import as video',
    still: 'Import as image',
  },
}
