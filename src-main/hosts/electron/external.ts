/** The only place that hands an address to the system's browser, and the list of places it may go. */
import { shell } from 'electron'

/** Where the studio itself sends a person; nothing that a project, a take or a service says is ever opened. */
const places: ReadonlySet<string> = new Set(['ffmpeg.org', 'www.ffmpeg.org'])

/** True when the address was opened. */
export async function openExternal(address: string): Promise<boolean> {
  const url = URL.parse(address)
  if (url?.protocol !== 'https:' || !places.has(url.host) || url.username !== '' || url.password !== '')
    return false
  await shell.openExternal(url.href)
  return true
}
