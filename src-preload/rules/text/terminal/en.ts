/** What commands print besides their errors, in English. */
import type { TerminalWords } from './words.ts'
import { helpText } from '../help/en.ts'

const steps = { writing: 'writing', verifying: 'verifying', restoring: 'restoring' }
const done = { project: 'project created', image: 'image generated', shot: 'shot generated and downloaded' }

export const terminal: TerminalWords = {
  help: helpText,
  stopped: 'Stopped. No partial files were left.',
  broke: reference =>
    `Takeroom has to close because of an unexpected error. Start it again: your work is safe, and sent jobs are still followed. See logs/host.log in the studio folder, under ${reference}.`,
  portTaken: 'That port is taken by another app. Choose another with --port, or leave it out for any free one.',
  addressUnknown: 'This computer has no such address to listen on.',
  notAllowed: said => `Takeroom is not allowed to do that here: ${said}`,
  unexpected: said => `Takeroom could not continue: ${said}`,

  serve: {
    closing: 'Closing…',
    openToNetwork: address => `Warning: every computer that can reach ${address} can try to open this studio folder. The connection is encrypted.`,
    unknownCertificate: 'The browser warns once that it does not know the certificate. Continue only if it shows this SHA-256 fingerprint:',
    opens: 'Takeroom opens in your browser. If it does not, open this address:',
    running: 'Takeroom is running. Open this address in a browser:',
    opensRunning: 'Takeroom is running already, and opens in your browser. If it does not, open this address:',
    runningAlready: 'Takeroom is running already. Open this address in a browser:',
    worksOnce: (seconds, asks) => `It works once, for ${seconds} seconds.${{
      enter: ' Press Enter for another; Ctrl+C closes Takeroom.',
      signal: ' SIGUSR2 prints another; SIGINT or SIGTERM closes Takeroom.',
      none: '',
    }[asks ?? 'none']}`,
    restored: 'This studio folder was restored from a backup. Nothing is sent until you confirm where to: in Settings, or with',
    keyUnusable: 'TAKEROOM_API_KEY is not used: it contains a space, a line break or another character that no key has. Copy the key again.',
    keyWithoutAddress: 'TAKEROOM_API_KEY is not used: set TAKEROOM_API_URL to the address of the service it is for.',
  },

  practice: {
    runningAt: url => `The practice service is running at ${url}`,
    withKey: key => `with the key ${key} (Ctrl+C ends it).`,
  },

  sample: {
    begins: 'Generating the sample with the practice service: free, offline, no key.',
    step: step => step.is === 'line' ? `line ${step.number} of ${step.of} spoken` : done[step.is],
    rendering: percent => `rendering ${percent}%`,
  },

  backup: {
    progress: (step, percent) => `${steps[step]} ${percent}%`,
    done: ({ takes, deliveries, path }) =>
      `${takes} takes${deliveries === null ? '' : ` and ${deliveries} delivered files`} backed up to ${path} and verified. Keys are never part of a backup.`,
    missingFiles: count => `${count} files listed in the library are missing. Run "takeroom check" to see which.`,
    missingDeliveries: count => `${count} delivered files are missing.`,
    restored: (takes, folder) => `${takes} takes restored to ${folder}.`,
    restoredDeliveries: (count, folder) => `${count} delivered files restored to ${folder}.`,
    leftOutDeliveries: count => `The files of ${count} deliveries are not in this backup. The deliveries are listed without them.`,
    leftOutRows: (rows) => {
      const named = Object.entries(rows).map(([table, count]) => `${count} ${table === '' ? 'that refer to nothing' : `of ${table}`}`)
      return `Rows that Takeroom cannot have written were left out: ${named.join(', ')}.`
    },
    leftOutThings: count => `${count} things in its databases that Takeroom did not create (such as triggers, views or indexes) were left out.`,
    leftOutFiles: count => `${count} files were left out: their content is not what their names say. Their takes are marked.`,
    held: count => `${count} jobs wait in its queue for you to confirm: they may have been sent already from the original folder.`,
    unsure: count => `${count} jobs were sent and have no response. They are shown as unsure.`,
    unconfirmed: 'Nothing is sent until you confirm the address of each of its accounts: in Takeroom, or with --confirm-host.',
    openWith: folder => `Open it with: takeroom --folder "${folder}"`,
  },

  check: {
    ledgerWaits: 'The job history was damaged. A rebuilt one replaces it at the next start. To do it now: takeroom check --repair',
    ledgerMissing: said => `The job history is missing (${said}).`,
    ledgerDamaged: said => `The job history is damaged: ${said}.`,
    readable: (jobs, accounts, unreadable) => `${jobs} jobs and ${accounts} accounts can be read; ${unreadable} parts cannot.`,
    unreadable: 'Nothing in it can be read.',
    ledgerNext: 'Nothing was changed. A backup may have more. The next start rebuilds the job history from this and sends nothing until you confirm. To do it now: takeroom check --repair',
    rebuilt: (jobs, holes) => `The job history was rebuilt from what could be read: ${jobs} jobs; ${holes} parts could not be read.`,
    begunAgain: 'Nothing of the job history could be read; a new one is begun, and accounts must be connected again.',
    sendsNothing: (held, unsure) =>
      `Nothing is sent automatically: ${held} jobs wait in the queue for you to confirm, ${unsure} were sent and have no response.`,
    keptAt: path => `Damaged file kept at: ${path}`,
    libraryMissing: 'The library file is missing.',
    libraryDamaged: said => `The library is damaged: ${said}.`,
    libraryReadable: ({ takes, lines, projects, unreadable }) =>
      `${takes} takes, ${lines} lines and ${projects} projects can be read; ${unreadable} parts cannot.`,
    libraryNext: 'Nothing was changed. A backup may have more. To continue with what can be read: takeroom check --repair',
    libraryRebuilt: kept => `The library was rebuilt from what could be read.${kept === null ? '' : ` Damaged file kept at: ${kept}`}`,
    summary: ({ takes, files, isDeep }) => `${takes} takes, ${files} files${isDeep ? ', all files read' : ''}.`,
    intact: 'Both databases are intact.',
    damaged: lines => `The databases are damaged:\n${lines.join('\n')}`,
    found: {
      missing: count => `${count} files are missing. Their takes are marked. Put the files back and check again:`,
      wrong: (count, isRepaired) => isRepaired
        ? `${count} files had content that did not match the name and were set aside; their takes are marked:`
        : `${count} files have content that does not match the name:`,
      orphans: (count, isRepaired) => isRepaired
        ? `${count} files were not used by any take; media are now in the trash, the rest was set aside:`
        : `${count} files are not used by any take. They are left in place:`,
      halves: (count, isRepaired) => isRepaired
        ? `${count} files were incomplete and were set aside:`
        : `${count} files are incomplete, after a crash or a full disk:`,
      dangling: (count, isRepaired) => isRepaired
        ? `${count} references pointed to something that no longer exists; those that could be removed were:`
        : `${count} references point to something that no longer exists:`,
      beside: (count, isRepaired) => isRepaired
        ? `${count} posters and waveforms were missing or damaged, and were generated again:`
        : `${count} posters and waveforms are missing or damaged:`,
      previews: (count, isRepaired) => isRepaired
        ? `${count} proxies were missing or damaged and were set aside; they are generated again when they are needed:`
        : `${count} proxies are missing or damaged:`,
      deliveries: count => `${count} delivered files are missing, or not as they were delivered. They are yours, so they are left alone; deliver again what you still need:`,
      unreadable: count => `${count} rows of the databases cannot be read. They are not shown and are left in place:`,
      unclaimed: count => `${count} folders have results of jobs that the job history does not know. They may be paid for, so they are left in place:`,
    },
    more: count => `and ${count} more`,
    searchIndex: (count, isRepaired) => `The search index was out of date for ${count} takes${isRepaired ? ' and has been rebuilt.' : '.'}`,
    old: (count, isRepaired) => isRepaired
      ? `${count} files had been measured by an earlier version, and were measured again, with their posters.`
      : `${count} files were measured by an earlier version. They are measured again, with their posters, while Takeroom is open.`,
    setAside: folder => `Set aside: ${folder}`,
    toRepair: 'To repair this: takeroom check --repair',
  },

  deliver: {
    delivering: (sequence, project, preset, out) => `Delivering "${sequence}" of "${project}" as ${preset} to ${out}`,
    planning: (sequence, project, preset, folder) => `Planning "${sequence}" of "${project}" as ${preset} in ${folder}`,
    note: (what, todo) => `Note: ${what} ${todo}`,
    notCarried: extension => `Note: not signed, because .${extension} files cannot carry Content Credentials.`,
    planUnsigned: 'Note: the video is not signed with Content Credentials, because the private key cannot be in a folder for other computers.',
    coverAdded: file => `Added ${file} to the library, as the cover`,
    folderOpen: folder => `Takeroom has the studio folder ${folder} open. Deliver there, or close it and run this again.`,
    projects: 'Projects',
    presets: 'Presets',
    noProjects: 'none yet',
    sequence: seconds => seconds === null ? '(cannot be read)' : `(${seconds.toFixed(1)} s)`,
    sound: 'sound',
  },
}
