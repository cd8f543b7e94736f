/**
 * What a restored studio does not take over as a backup says it: where the files of deliveries are, whether an address is confirmed,
 * which entries of the keychain belong to an account, and settings that no version writes.
 */
import type { ForeignRow, ForeignRule } from './rebuild.ts'
import { z } from 'zod'
import { DeliveryFile } from '#contract/deliveries.ts'
import { Settings } from '#contract/settings.ts'
import { practiceAccountId } from '../accounts/accounts.ts'
import { isKeyEntry } from '../accounts/keys.ts'
import { revisionName, wholeOf } from '../accounts/settings.ts'
import { isSigningSetting } from '../accounts/signing.ts'
import { foreignJob } from './foreign-jobs.ts'
import { plainJson } from './plain-json.ts'

/** By table. */
export const ledgerRules: Readonly<Record<string, ForeignRule>> = {
  accounts: foreignAccount,
  jobs: foreignJob,
  // The damaged ledger of another folder.
  recoveries: row => ({ ...row, kept: null }),
}

/** By table. */
export const libraryRules: Readonly<Record<string, ForeignRule>> = {
  // A take is kept even when its request cannot be read.
  takes: row => ({ ...row, request: typeof row.request === 'string' ? plainJson(row.request) : null }),
  deliveries: foreignDelivery,
  settings: foreignSetting,
}

/** Any address may have been changed while somebody else had the backup. A key of this machine is only read by the name that its own studio gave it. */
function foreignAccount(row: ForeignRow): ForeignRow {
  const borrowed = z.array(z.string()).catch([]).parse(valueOf(row.borrowed_keys))
  return {
    ...row,
    is_practice: row.id === practiceAccountId ? 1 : 0,
    ...'is_confirmed' in row && { is_confirmed: row.id === practiceAccountId ? 1 : 0 },
    ...'key_name' in row && { key_name: isKeyEntry(row.key_name) ? row.key_name : null },
    ...'borrowed_keys' in row && { borrowed_keys: JSON.stringify(borrowed.filter(isKeyEntry)) },
  }
}

/** Until its files are found in the backup it has no place; their names are kept, to be shown. */
function foreignDelivery(row: ForeignRow): ForeignRow {
  const files = z.array(DeliveryFile).catch([]).parse(valueOf(row.files))
  const plain = files.map(file => ({ ...file, name: plainName(file.name) })).filter(({ name }) => name !== '')
  return { ...row, folder: '', files: JSON.stringify(plain) }
}

/** Below its folder. */
function plainName(name: string): string {
  return name.split(/[/\\]/).filter(part => !/^\.*$/.test(part)).join('/').replaceAll(/\p{Cc}/gu, '').slice(0, 500)
}

function foreignSetting({ name, value, ...row }: ForeignRow): ForeignRow | null {
  const read = valueOf(value)
  if (typeof name !== 'string' || read === undefined)
    return null
  // Somebody who had the backup could confirm any address with it.
  if (name === 'networkRoots')
    return null
  if (isSigningSetting(name, read))
    return { ...row, name, value: JSON.stringify(read) }
  if (name === revisionName)
    return z.int().min(0).safeParse(read).success ? { ...row, name, value: JSON.stringify(read) } : null
  const kept = wholeOf(name, read)
  const parsed = Object.hasOwn(Settings.shape, name) ? Settings.partial().safeParse({ [name]: kept }).data : undefined
  return parsed ? { ...row, name, value: JSON.stringify(Reflect.get(parsed, name)) } : null
}

function valueOf(json: ForeignRow[string] | undefined): unknown {
  const plain = typeof json === 'string' ? plainJson(json) : null
  return plain === null ? undefined : JSON.parse(plain)
}
