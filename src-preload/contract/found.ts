/**
 * What this computer found out, as a code with data. Main writes it where the words of a service or of a program may be as well (`said`,
 * `reason`); the page and the command line have the sentences (`saidIn`).
 */

const codes = [
  // What a service answered, or how the connection to it ended.
  ...['no-status', 'answer-too-long', 'answer-empty', 'stream-cut', 'no-audio', 'answered-early', 'stopped-here', 'text-result'] as const,
  ...['no-image', 'no-video', 'result-empty', 'result-text', 'address-not-allowed', 'download-cut', 'result-too-large'] as const,
  ...['disk-left', 'disk-left-coming', 'socket-closed'] as const,
  // Work on this computer.
  ...['sound-cut', 'pieces-missing', 'file-gone', 'part-deleted', 'not-of-library', 'changed-during-render', 'exists-already'] as const,
  ...['not-placed', 'broken-reference'] as const,
  // The keychain.
  ...['keychain-busy', 'keychain-silent', 'keychain-lost', 'keychain-kept'] as const,
  // Backups.
  ...['not-a-backup', 'backup-too-many-files', 'backup-cut', 'backup-incomplete', 'backup-list-too-long'] as const,
  'backup-list-unreadable',
  ...['backup-newer', 'backup-older', 'backup-file-missing', 'backup-file-damaged'] as const,
  ...['backup-other-content', 'backup-not-there', 'backup-database'] as const,
  'backup-folder-gone',
  ...['folder-not-empty', 'folder-changed', 'no-room', 'disk-filled'] as const,
  // Moving the studio folder.
  ...['copy-differs', 'studio-file-changed', 'studio-in-use', 'disk-lost'] as const,
  // Models that a person wrote.
  ...['unclean', 'is-empty', 'listed-twice', 'not-a-name', 'value-and-group', 'set-by-takeroom', 'at-least-one', 'no-file-type'] as const,
  ...['bad-default', 'min-above-max', 'step-above-0', 'no-choices', 'empty-choice', 'excludes-itself', 'excludes-unknown'] as const,
  ...['excludes-required', 'empty-group', 'unknown-field', 'not-json'] as const,
] as const
export type FoundCode = (typeof codes)[number]

const prefix = 'takeroom:'

/** `data` fills the sentence: a name, a number, or several as `2/3`. */
export function found(code: FoundCode, data: string | number = ''): string {
  return data === '' ? `${prefix}${code}` : `${prefix}${code} ${data}`
}

/** Null for the words of a service or a program. */
export function readFound(said: string): { code: FoundCode, data: string } | null {
  if (!said.startsWith(prefix))
    return null
  const [name = '', ...data] = said.slice(prefix.length).split(' ')
  const code = codes.find(each => each === name)
  return code === undefined ? null : { code, data: data.join(' ') }
}
