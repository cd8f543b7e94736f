/** Folders of voices and of projects. */
export const folders = {
  title: 'Folders',
  all: 'All',
  none: 'No folder',
  rename: 'Rename folder…',
  renameTitle: 'Rename folder',
  remove: 'Remove folder',
  moveTo: 'Move to folder…',
  moveTitle: (name: string) => `Folder for ${name}`,
  name: 'Folder',
  hint: 'A folder, or a new name',
  move: 'Move',
  moved: (name: string, folder: string) => folder === '' ? `“${name}” is in no folder now.` : `“${name}” moved to “${folder}”.`,
}
