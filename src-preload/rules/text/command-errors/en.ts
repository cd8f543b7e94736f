/** Why a command was not carried out, in English. */
import type { CommandErrorTexts } from './words.ts'
import { blocked, failureKinds, notSigned } from '../failures/en.ts'
import { findings as findingWords } from '../findings/en.ts'
import { saidIn } from '../found-words.ts'

const tagForms = {
  title: 'at most 300 characters',
  artist: 'at most 300 characters',
  album: 'at most 300 characters',
  track: 'a number, or a number and how many there are: 3/12',
  year: 'a year of four digits',
  comment: 'at most 5,000 characters',
}
const whyNoCover = { 'unreadable-file': 'it cannot be read', 'file-too-large': 'it is too large', 'disk-full': 'the disk is full' }

const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1e6)} MB`
function listed(named: readonly { readonly id: string, readonly name: string }[]): string {
  return named.map(({ id, name }) => `\n  ${id}  ${name}`).join('')
}
function sentencesOf({ what, todo }: { readonly what: string, readonly todo: string }, said = ''): string {
  return [what, said, todo].filter(sentence => sentence !== '').join(' ')
}
function unsigned(because: string): string {
  const why = Object.entries(notSigned).find(([code]) => code === because)?.[1] ?? `${because}.`
  return `The file cannot be signed with Content Credentials. ${why} Certificates and keys are in Settings → Delivery. With --no-sign it is delivered without Content Credentials.`
}

export const commandErrors: CommandErrorTexts = {
  'unknown-command': ({ name }) => `Unknown command "${name}". See takeroom --help.`,
  'bad-options': ({ said, command }) => `${said}. "takeroom --help" lists what "${command}" takes.`,
  'empty-option': ({ name }) => `--${name} is empty. Give it a value, or leave it out.`,
  'one-file': ({ command }) => `"${command}" needs exactly one file.`,
  'bad-port': ({ value }) => `"${value}" is not a port. Use a number from 0 to 65535; 0 takes any free port.`,
  'bad-address': ({ value }) => `"${value}" is not an address. Use one like https://api.example.com.`,
  'opens-to-network': ({ option }) => `--host-address lets other computers reach Takeroom, and everything in its studio folder. If you want that, add --${option}.`,
  'cert-without-key': () => 'Use --tls-cert and --tls-key together (both PEM).',
  'list-alone': () => '--list works only with --json and --folder.',
  'one-project': () => '"deliver" needs exactly one project, by its name or id. A name with spaces needs quotes. "takeroom deliver --list" lists them.',
  'no-preset-option': () => '"deliver" needs --preset. "takeroom deliver --list" lists them.',
  'no-out-option': () => '"deliver" needs --out. "takeroom --help" lists all options.',
  'plan-or-out': () => '--plan can’t be combined with --out or --force.',
  'plan-signed': () => '--plan cannot be signed: a folder for other computers cannot hold your private key. Leave out --sign.',
  'sign-or-not': () => '--sign and --no-sign can’t be combined.',
  'bad-tag': ({ name }) => `--${name} is ${tagForms[name]}.`,
  'frame-or-range': () => '--frame and --range can’t be combined.',
  'bad-time': ({ value }) => `"${value}" is not a time. Use seconds or h:mm:ss.s, like 12.5 or 1:05.`,
  'bad-captions': ({ choices }) => `--captions is one of ${choices.join(', ')}.`,
  'bad-range': ({ value }) => `"${value}" is not a range. Use two times, like 12.5-30 or 1:05-2:00.`,
  'range-ends-early': ({ value }) => `--range ${value} must end after it starts.`,
  'no-folder': ({ folder }) => `There is no studio folder at ${folder}.`,
  'no-studio': ({ folder }) => `There is no studio in ${folder}.`,

  'certificate-unreadable': ({ path }) => `The file ${path} cannot be read.`,
  'certificate-not-pem': ({ cert, key }) => `${cert} and ${key} are not a PEM certificate and its unencrypted key.`,
  'certificate-other-key': ({ cert, key }) => `The key in ${key} is not that of the certificate in ${cert}.`,
  'certificate-ended': ({ cert, until }) => `The certificate in ${cert} ended on ${until}.`,

  'no-preset': ({ preset, known }) => `There is no preset "${preset}". There are: ${known.join(', ')}.`,
  'sequence-newer': ({ name }) => `The sequence "${name}" was saved by a newer version of Takeroom. Update Takeroom to deliver it.`,
  'sequence-unreadable': ({ name }) => `The sequence "${name}" cannot be read. Restore an earlier version of its project, or choose another sequence.`,
  'several': ({ word, called, found }) => `There are several ${word}s${called === null ? '' : ` called "${called}"`}. Choose one by its id:${listed(found)}`,
  'none-called': ({ word, called, known }) => `There is no ${word} "${called}". There are:${listed(known)}`,
  'none-yet': ({ word }) => `There is no ${word} ${word === 'project' ? 'in this studio folder' : 'in this project'} yet.`,
  'range-empty': () => 'The end of --range must be after its start.',
  'not-deliverable': ({ findings }) =>
    `This cannot be delivered. ${findings.map(({ finding, count, example }) => sentencesOf(findingWords[finding](count, example))).join(' ')}`,
  'no-such-tags': ({ format, given, carriers }) => `A .${format} file cannot contain ${given.join(', ')}. These can: ${carriers.map(name => `.${name}`).join(', ')}.`,
  'frame-of-video': ({ preset, format }) => `--frame is for stills; ${preset} writes a .${format} file. Use --range for a part of it.`,
  'cover-unreadable': ({ said }) => `The cover cannot be read: ${said}`,
  'cover-not-image': ({ path }) => `${path} is not an image, so it cannot be the cover.`,
  'cover-refused': ({ path, because }) => `${path} cannot be the cover: ${whyNoCover[because]}.`,

  'in-studio': ({ path, deliveriesFolder }) => `${path} is inside the studio folder. Choose another place: ${deliveriesFolder}, or any outside it.`,
  'other-ending': ({ preset, extension }) => `The preset ${preset} writes ${extension} files: use this ending in --out.`,
  'folder-unusable': ({ folder, said }) => `The folder ${folder} cannot be used: ${said}`,
  'file-exists': ({ path }) => `${path} already exists. Add --force to replace it, or choose another name.`,
  'folder-exists': ({ path }) => `${path} already exists. An image sequence needs a new folder, and no folder is replaced: choose another name.`,
  'plan-not-empty': ({ folder }) => `${folder} already exists and is not empty. Choose another folder with --plan.`,
  'plan-other-format': ({ preset, extension }) => `Only .mp4 presets can be planned for other computers; ${preset} writes a .${extension} file.`,
  'plan-not-created': ({ said }) => `The folder cannot be created: ${said}`,

  'nothing-to-deliver': () => 'There is nothing to deliver in this range of the sequence.',
  'no-ffmpeg': ({ command }) => `ffmpeg 5.1 or newer was not found.${command === null ? '' : ` Install it: ${command}`}`,
  'no-room': ({ neededBytes, freeBytes }) => `This needs about ${megabytes(neededBytes)} of free space; there are ${megabytes(freeBytes)}.`,
  'not-signable': ({ because }) => unsigned(because),
  'gone': ({ word, id }) => `A ${word} of the sequence no longer exists: ${id}`,
  'plan-failed': ({ said }) => `The plan could not be made: ${said}`,
  'cancelled': () => 'The delivery was cancelled.',
  'failed': ({ failure }) => {
    if (failure === null)
      return 'The delivery failed.'
    return failure.kind === 'signing' ? unsigned(failure.said) : sentencesOf(failureKinds[failure.kind], saidIn('en', failure.said))
  },
  'blocked': ({ by }) => by === 'key-locked' ? unsigned('keychain-locked') : sentencesOf(blocked[by]),
  'stuck': ({ said }) => `The delivery cannot continue: ${saidIn('en', said)}`,
  'sample-not-generated': ({ title, failure }) => failure === null
    ? `“${title}” could not be generated.`
    : `“${title}” could not be generated: ${sentencesOf(failureKinds[failure.kind], saidIn('en', failure.said))}`,
  'sample-not-rendered': ({ said }) => `Rendering failed: ${saidIn('en', said)}`,
}
