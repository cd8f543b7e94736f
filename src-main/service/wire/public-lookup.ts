/**
 * Resolves names for connections to hosts that only an answer named. The address that is checked is the one that is connected to,
 * so a name that resolves to another address the next time gains nothing.
 */
import type { LookupFunction } from 'node:net'
import { lookup } from 'node:dns'
import { isPrivateAddress } from '../base-url.ts'

/** Fails like an unknown name when any of the addresses is not of the public internet. */
export function createPublicLookup(resolve: typeof lookup = lookup): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? []
      if (error || first === undefined)
        return callback(error ?? new Error(`${hostname} has no address`), '')
      if (addresses.some(({ address }) => isPrivateAddress(address)))
        return callback(new Error('The name resolves to an address that is not public'), '')
      if (options.all)
        callback(null, addresses)
      else
        callback(null, first.address, first.family)
    })
  }
}
