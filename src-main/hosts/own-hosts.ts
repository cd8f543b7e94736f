/** The names and addresses under which this machine reaches itself. */
import type { NetworkInterfaceInfo } from 'node:os'
import { hostname, networkInterfaces } from 'node:os'

const loopback: ReadonlySet<string> = new Set(['127.0.0.1', '::1', 'localhost'])

export function isLoopback(address: string): boolean {
  return loopback.has(address)
}

export function ownAddresses(): NetworkInterfaceInfo[] {
  return Object.values(networkInterfaces()).flatMap(list => list ?? [])
}

/** Whether a host of a URL, IPv6 in brackets or not, is this machine. A name counts only when it is the machine's own: it is not looked up. */
export function isOwnHost(host: string): boolean {
  const plain = host.replace(/^\[(.*)\]$/, '$1').toLowerCase()
  return isLoopback(plain) || plain === hostname().toLowerCase() || ownAddresses().some(({ address }) => address.toLowerCase() === plain)
}
