/** Parses the command line of `takeroom`. Pure. */
import type { DeliverCommand, Value, Values } from './deliver-options.ts'
import { parseArgs } from 'node:util'
import { readOrigin } from '../../commands/confirm-hosts.ts'
import { deliverOptions, isTagName, readDeliver } from './deliver-options.ts'
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
    throw new UsageError('unknown-command', { name })
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
    const said = error instanceof Error ? error.message.split(/\. To /)[0] ?? '' : String(error)
    throw new UsageError('bad-options', { said, command: name }, { cause: error })
  }
}

/** A variable that a script has not set must not be read as an option that was left out. An empty tag is one that the file does not get. */
function refuseEmpty(values: Values): void {
  for (const [name, value] of Object.entries(values)) {
    if ((value === '' || (Array.isArray(value) && value.includes(''))) && !isTagName(name))
      throw new UsageError('empty-option', { name })
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
    throw new UsageError('one-file', { command: name })
  return file
}

function readPort(value: Value): number | null {
  if (value === undefined)
    return null
  const port = typeof value === 'string' && /^\d{1,5}$/.test(value) ? Number(value) : Number.NaN
  if (!(port <= 65_535))
    throw new UsageError('bad-port', { value: String(value) })
  return port
}

function readOpening(values: Values): Pick<Opening, 'port' | 'confirmedHosts'> {
  return { port: readPort(values.port), confirmedHosts: readHosts(values['confirm-host']) }
}

function readHosts(value: Value): string[] {
  return (Array.isArray(value) ? value : []).map((address: string) => {
    const origin = readOrigin(address)
    if (origin === null)
      throw new UsageError('bad-address', { value: address })
    return origin
  })
}

function readAddress(values: Values): string | undefined {
  const address = text(values['host-address'])
  if (address !== undefined && values[confirmation] !== true)
    throw new UsageError('opens-to-network', { option: confirmation })
  return address
}

function readCertificateFiles(values: Values): CertificateFiles | null {
  const [cert, key] = [text(values['tls-cert']), text(values['tls-key'])]
  if ((cert === undefined) !== (key === undefined))
    throw new UsageError('cert-without-key', {})
  return cert === undefined || key === undefined ? null : { cert, key }
}

function text(value: Value): string | undefined {
  return typeof value === 'string' ? value : undefined
}
