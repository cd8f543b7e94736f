/** Why no studio is opened, backed up or restored, in English. */
import type { CannotOpenTexts } from './words.ts'
import { saidIn } from '../found-words.ts'

export const cannotOpen: CannotOpenTexts = {
  'locked': ({ folder }) => `Another Takeroom has the studio folder ${folder} open. If it is in a browser, "npm start -- serve" in the folder of Takeroom prints a new link to it. Otherwise close it first, or choose another folder with --folder.`,
  'corrupt': ({ folder, file }) => `The file ${file} in ${folder} is damaged and could not be rebuilt. It was not changed. Copies from before each upgrade are in ${folder}/backups. Move ${file} to another folder (do not delete it) and start again: Takeroom rebuilds what it can. Your takes are in ${folder}/assets.`,
  'newer': ({ folder, file }) => `The file ${file} in ${folder} was written by a newer Takeroom. Update Takeroom and start again. Nothing was changed.`,
  'older': ({ folder, file }) => `The file ${file} in ${folder} was written by an older Takeroom, and this version cannot open it. Open the studio folder once with an earlier build of Takeroom 0.1 from November 29, 2026, which brings it to that version. Nothing was changed.`,
  'full': ({ folder }) => `The disk of ${folder} is full. Free some space and start again. Nothing was lost.`,
  'readonly': ({ folder }) => `Takeroom has no permission to write to ${folder}. Grant it, or choose another folder with --folder.`,
  'io': ({ folder }) => `The disk reports errors for ${folder}. Check that it is connected and healthy, then start again. Nothing was changed.`,
  'mark-unreadable': ({ file }) => `The file ${file} says where the studio folder was moved to, and cannot be read. Start with --folder and the new folder. Nothing was changed.`,
  'unfinished-copy': ({ folder, from }) => `The folder ${folder} has an unfinished copy of the studio folder ${from}, and was not opened. Open ${from} instead, with its disk connected.`,
  'moved-away': ({ folder, to }) => `The studio folder ${folder} was moved to ${to}, and is not there now. Connect its disk and start again. Nothing was changed.`,
  'moved-in-circle': ({ folder }) => `The studio folder ${folder} was moved in a circle. Open it with --folder and the folder that it is in.`,
  'moved-meanwhile': ({ folder, to }) => `The studio folder was moved from ${folder} to ${to}. Start again to open it there.`,
  'disk-gone': ({ folder }) => `The disk of the studio folder ${folder} does not answer, so it was not moved. Connect it and start Takeroom again: nothing was lost.`,
  'silent': ({ folder }) => `Takeroom has the studio folder ${folder} open but is not responding. Try again in a moment, or end the process; your work is safe.`,
  'link-foreign': ({ folder, file }) => `The file ${file} in ${folder} was not written by Takeroom, so it was not used. Close the Takeroom that has this folder open, remove the file, and start again.`,
  'nothing-to-back-up': ({ folder }) => `There is no studio in ${folder}, so there is nothing to back up.`,
  'target-in-studio': ({ path }) => `${path} is inside the studio folder. Choose a place outside it, best on another disk.`,
  'target-not-file': ({ path }) => `${path} is not a file. Choose another name for the backup.`,
  'target-foreign': ({ path }) => `${path} already exists and is not a backup of Takeroom. Add --force to replace it, or choose another name.`,
  'backup-failed': ({ said, leavesNothing }) => `${saidIn('en', said)}${leavesNothing ? ' No partial files were left.' : ''}`,
  'backup-locked': ({ folder }) => `Another Takeroom has the studio folder ${folder} open. Back it up there, or close it first.`,
  'backup-corrupt': ({ folder }) => `The studio folder ${folder} is damaged. Repair it first: takeroom check --repair --folder "${folder}"`,
}
