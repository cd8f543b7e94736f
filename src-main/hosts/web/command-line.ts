/** Parses the command line of `takeroom`. Pure. */
import type { DeliverCommand, Value, Values } from './deliver-options.ts'
import { parseArgs } from 'node:util'
import { readOrigin } from '../../commands/confirm-hosts.ts'
import { deliverHelp, deliverOptions, isTagName, readDeliver } from './deliver-options.ts'
import { UsageError } from './usage-error.ts'

export type Command
  = | { readonly name: 'start', readonly opensBrowser: boolean } & Opening
    | { readonly name: 'serve', readonly address: string | undefined, readonly certificate: CertificateFiles | null } & Opening
    | { readonly name: 'sample', readonly out: string | undefined }
    | { readonly name: 'check', readonly folder: string | undefined, readonly isDeep: boolean, readonly isRepairing: boolean }
    | {
      readonly name: 'backup'
      readonly file: string
      readonly folder: string | undefined
      readonly withFilms: boolean
      /** Also a file that is not a backup. */
      readonly replaces: boolean
    }
    | { readonly name: 'restore', readonly file: string, readonly into: string | undefined, readonly folder: string | undefined }
    | DeliverCommand
    | { readonly name: 'practice', readonly port: number }
    | { readonly name: 'help' }
    | { readonly name: 'version' }

interface Opening {
  /** Null is that of the studio folder. */
  readonly port: number | null
  readonly folder: string | undefined
  /** Origins that a restored studio may send to. */
  readonly confirmedHosts: readonly string[]
}

/** Paths of PEM files. */
interface CertificateFiles { readonly cert: string, readonly key: string }

export const help = `Takeroom: a studio for audio and video made with a hosted generative-media service.

  takeroom                 opens the studio: as an app if Electron can run, otherwise in the browser
  takeroom serve           serves the studio to a browser and prints its address
  takeroom sample          makes the sample with the practice service (free, offline) and writes its video and captions
  takeroom deliver PROJECT renders a sequence to a file, without a screen
  takeroom check           compares the studio's files with its library and reports problems
  takeroom backup FILE     writes the whole studio except its keys to one file, and verifies it; replaces an earlier backup
  takeroom restore FILE    restores a backup to a new studio folder; never overwrites the present one
  takeroom practice        runs the practice service: the service's API on this machine, free and offline

  --folder DIR             start, serve, deliver, check, backup, restore: the studio folder (also TAKEROOM_FOLDER)
  --port N                 start, serve, practice: use this port; without it a studio folder has its own,
                           and another is taken while that one is not free
  --host electron|web      start: use this host only
  --no-open                start: print the address instead of opening a browser
  --confirm-host ADDRESS   start, serve: a restored studio may send to this service; may be repeated
  --repair                 check: repair what can be repaired; nothing is deleted
  --deep                   check: also read every file and compare it with its name
  --without-films          backup: leave out the delivered files
  --force                  backup: replace a file that is not a backup; deliver: see below
  --into DIR               restore: the new folder; by default beside the present one
  --out DIR                sample: where the video goes; by default ./takeroom-sample
  --host-address ADDRESS   serve: listen on this address instead of 127.0.0.1; requires
  --i-know-this-opens-the-studio-to-the-network; encrypted, with a certificate made here
  --tls-cert FILE, --tls-key FILE
                           serve: use this certificate and key (PEM) instead
  --help, --version

${deliverHelp}
  TAKEROOM_DELIVERIES      where deliveries are written
  TAKEROOM_API_KEY         an API key for automation; kept in memory only
  TAKEROOM_API_URL         the address of the service that key is for; it is sent to no other
`

const confirmation = 'i-know-this-opens-the-studio-to-the-network'

const hosts = { type: 'string', multiple: true } as const

const optionsOf = {
  start: { 'folder': { type: 'string' }, 'port': { type: 'string' }, 'no-open': { type: 'boolean' }, 'confirm-host': hosts },
  serve: {
    'folder': { type: 'string' },
    'port': { type: 'string' },
    'host-address': { type: 'string' },
    'tls-cert': { type: 'string' },
    'tls-key': { type: 'string' },
    'confirm-host': hosts,
    [confirmation]: { type: 'boolean' },
  },
  sample: { out: { type: 'string' } },
  check: { folder: { type: 'string' }, deep: { type: 'boolean' }, repair: { type: 'boolean' } },
  backup: { 'folder': { type: 'string' }, 'without-films': { type: 'boolean' }, 'force': { type: 'boolean' } },
  restore: { folder: { type: 'string' }, into: { type: 'string' } },
  practice: { port: { type: 'string' } },
  deliver: deliverOptions,
} as const

/** Parses the arguments after the program's name. @throws UsageError */
export function readCommand(words: readonly string[]): Command {
  if (words.includes('--help') || words.includes('-h') || words[0] === 'help')
    return { name: 'help' }
  if (words.includes('--version'))
    return { name: 'version' }
  const [first = ''] = words
  const isNamed = first !== '' && !first.startsWith('-')
  const name = isNamed ? first : 'start'
  if (!Object.hasOwn(optionsOf, name))
    throw new UsageError(`Unknown command "${name}". See takeroom --help.`)
  // The check above has made sure that it is a key of the table.
  const { values, files } = readOptions(name as keyof typeof optionsOf, isNamed ? words.slice(1) : words)
  refuseEmpty(values)
  const folder = text(values.folder)
  switch (name as keyof typeof optionsOf) {
    case 'start':
      return { name: 'start', folder, ...readOpening(values), opensBrowser: values['no-open'] !== true }
    case 'serve':
      return { name: 'serve', folder, ...readOpening(values), address: readAddress(values), certificate: readCertificateFiles(values) }
    case 'sample':
      return { name: 'sample', out: text(values.out) }
    case 'check':
      return { name: 'check', folder, isDeep: values.deep === true, isRepairing: values.repair === true }
    case 'backup':
      return {
        name: 'backup',
        folder,
        file: oneFile(files, 'backup'),
        withFilms: values['without-films'] !== true,
        replaces: values.force === true,
      }
    case 'restore':
      return { name: 'restore', folder, into: text(values.into), file: oneFile(files, 'restore') }
    case 'deliver':
      return { name: 'deliver', folder, ...readDeliver(values, files) }
    case 'practice':
      return { name: 'practice', port: readPort(values.port) ?? 0 }
  }
}

function readOptions(name: keyof typeof optionsOf, args: readonly string[]): { values: Values, files: readonly string[] } {
  try {
    // TypeScript cannot infer the values from several tables; parseArgs returns a string, true, undefined, or several strings.
    const { values, positionals } = parseArgs({
      args: [...args],
      options: optionsOf[name],
      strict: true,
      allowPositionals: name === 'backup' || name === 'restore' || name === 'deliver',
    })
    return { values: values as Values, files: positionals }
  }
  catch (error) {
    const reason = error instanceof Error ? error.message.split(/\. To /)[0] : String(error)
    throw new UsageError(`${reason}. "takeroom --help" lists what "${name}" takes.`, { cause: error })
  }
}

/** A variable that a script has not set must not be read as an option that was left out. An empty tag is one that the file does not get. */
function refuseEmpty(values: Values): void {
  for (const [name, value] of Object.entries(values)) {
    if ((value === '' || (Array.isArray(value) && value.includes(''))) && !isTagName(name))
      throw new UsageError(`--${name} is empty. Give it a value, or leave it out.`)
  }
}

/** Whether these arguments ask for JSON, also where they are wrong otherwise. */
export function asksForJson(words: readonly string[]): boolean {
  const end = words.indexOf('--')
  return words[0] === 'deliver' && words.slice(0, end < 0 ? undefined : end).includes('--json')
}

function oneFile(files: readonly string[], name: string): string {
  const [file, ...more] = files
  if (file === undefined || file === '' || more.length > 0)
    throw new UsageError(`"${name}" needs exactly one file.`)
  return file
}

function readPort(value: Value): number | null {
  if (value === undefined)
    return null
  const port = typeof value === 'string' && /^\d{1,5}$/.test(value) ? Number(value) : Number.NaN
  if (!(port <= 65_535))
    throw new UsageError(`"${String(value)}" is not a port. Use a number from 0 to 65535; 0 takes any free port.`)
  return port
}

function readOpening(values: Values): Pick<Opening, 'port' | 'confirmedHosts'> {
  return { port: readPort(values.port), confirmedHosts: readHosts(values['confirm-host']) }
}

function readHosts(value: Value): string[] {
  return (Array.isArray(value) ? value : []).map((address: string) => {
    const origin = readOrigin(address)
    if (origin === null)
      throw new UsageError(`"${address}" is not an address. Use one like https://api.example.com.`)
    return origin
  })
}

function readAddress(values: Values): string | undefined {
  const address = text(values['host-address'])
  if (address !== undefined && values[confirmation] !== true) {
    throw new UsageError(
      `--host-address lets other machines reach the studio, and everything in it. If you want that, add --${confirmation}.`,
    )
  }
  return address
}

function readCertificateFiles(values: Values): CertificateFiles | null {
  const [cert, key] = [text(values['tls-cert']), text(values['tls-key'])]
  if ((cert === undefined) !== (key === undefined))
    throw new UsageError('Use --tls-cert and --tls-key together (both PEM).')
  return cert === undefined || key === undefined ? null : { cert, key }
}

function text(value: Value): string | undefined {
  return typeof value === 'string' ? value : undefined
}
