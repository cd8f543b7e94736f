/** Which user of this machine owns the other end of a connection, as the Linux kernel tells it. */
import { readFile } from 'node:fs/promises'
import { endianness } from 'node:os'

export interface Ends {
  readonly remoteAddress?: string | undefined
  readonly remotePort?: number | undefined
  readonly localPort?: number | undefined
}

const tables = ['/proc/net/tcp', '/proc/net/tcp6']
const established = '01'

/** True where `userOfPeer` can tell. */
export async function knowsPeers(read: (path: string) => Promise<string> = readText): Promise<boolean> {
  return await read('/proc/net/tcp').then(text => /^\s*sl\s+local_address/.test(text), () => false)
}

/** The user's number; null when the connection is not one of this machine, or is not listed. Both ends have an IPv4 loopback address. */
export async function userOfPeer(
  { remoteAddress = '', remotePort, localPort }: Ends,
  read: (path: string) => Promise<string> = readText,
): Promise<number | null> {
  const address = /^(?:::ffff:)?(127(?:\.\d{1,3}){3})$/.exec(remoteAddress)?.[1]
  if (address === undefined || remotePort === undefined || localPort === undefined)
    return null
  for (const table of tables) {
    // Many systems have no IPv6.
    const text = await read(table).catch(() => '')
    const found = userIn(text, address, remotePort, localPort)
    if (found !== null)
      return found
  }
  return null
}

/** The peer's own line: its near end is what is the far one here. */
function userIn(text: string, address: string, port: number, farPort: number): number | null {
  for (const line of text.split('\n').slice(1)) {
    const [, near = '', far = '', state, , , , user = ''] = line.trim().split(/\s+/)
    if (state === established && near === `${hexOf(address, near)}:${hexPort(port)}` && far.endsWith(`:${hexPort(farPort)}`) && /^\d+$/.test(user))
      return Number(user)
  }
  return null
}

/** As the kernel prints it: each four bytes as a number of this processor; an IPv4 address in an IPv6 table has a prefix. */
function hexOf(address: string, alike: string): string {
  const isLittle = endianness() === 'LE'
  const bytes = address.split('.').map(part => Number(part).toString(16).padStart(2, '0').toUpperCase())
  const plain = (isLittle ? bytes.toReversed() : bytes).join('')
  const isLong = alike.split(':')[0]?.length === 32
  return isLong ? `0000000000000000${isLittle ? 'FFFF0000' : '0000FFFF'}${plain}` : plain
}

function hexPort(port: number): string {
  return port.toString(16).padStart(4, '0').toUpperCase()
}

function readText(path: string): Promise<string> {
  return readFile(path, 'utf8')
}
