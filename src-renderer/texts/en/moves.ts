/** Texts of moving the studio folder. */
import { saidIn } from '#rules/text/found-words.ts'

const steps: Record<'copying' | 'waiting' | 'switching', string> = {
  copying: 'Copying and verifying. You can keep working.',
  waiting: 'Copied. Takeroom moves as soon as running jobs, recordings, imports and saving have ended.',
  switching: 'Closing and opening at the new place…',
}

export const moves = {
  title: 'Move studio folder',
  detail: 'Moves all takes and projects to another folder, for example on a larger disk. Every file is compared with its original before anything changes.',
  act: 'Move…',
  stop: 'Stop',
  path: 'Full path of an empty or new folder on the computer that runs Takeroom',
  next: 'Continue',
  steps,
  dialog: {
    title: 'Move studio folder?',
    from: 'From',
    to: 'To',
    isNew: '(new folder)',
    size: 'Size',
    room: (n: number, size: string, free: string) => `${n === 1 ? '1 file' : `${n} files`}, ${size}; ${free} free there`,
    steps: [
      'Takeroom copies every file and compares it with its original. You can keep working, or stop.',
      'When no job is running, Takeroom closes, copies what has changed, and opens at the new place.',
      'The copy in the former folder stays until you delete it, so you can look around first.',
    ],
    staying: 'Deliveries and backups stay in',
    losesKeys: 'This computer has no keychain, so Takeroom restarts without your API keys. Enter them again afterwards.',
    act: 'Move',
  },
  last: {
    stopped: 'Stopped. The studio folder is where it was, and the copy was removed.',
    interrupted: (to: string) => `Takeroom was closed before the move to ${to} was complete. The studio folder is where it was, and the incomplete copy is removed.`,
    failed: (to: string, said: string, reference: string) => `The studio folder was not moved to ${to}. ${said === '' ? '' : `${saidIn('en', said)} `}It is where it was, and the copy is removed. (ref ${reference})`,
  },
  former: {
    there: (size: string) => `The studio folder was moved. The former copy (${size}) is still in`,
    detail: 'Takeroom does not use it any more. Delete it when you have seen that everything is here.',
    act: 'Delete former copy…',
    ask: 'Delete the former copy?',
    askBody: (folder: string, size: string) => `${size} in ${folder} are deleted: the files that were copied and have not changed since. A small file stays there and leads Takeroom to the new folder.`,
    removed: (kept: number) => kept === 0 ? 'Former copy deleted.' : `Former copy deleted, except ${kept === 1 ? '1 file that was' : `${kept} files that were`} changed since the move.`,
  },
}
