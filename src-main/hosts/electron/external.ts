/** Opens an allowed address in the system's browser. The only place that does so, with the list of what is allowed. */
import { shell } from 'electron'

/** Addresses the studio itself links to. Addresses from a project, a take or a service are never opened. */
const places: ReadonlySet<string> = new Set(['ffmpeg.org', 'www.ffmpeg.org'])

/** True when the address was opened. */
export async function openExternal(address: string): Promise<boolean> {
  const url = URL.parse(address)
  if (url?.protocol !== 'https:' || !places.has(url.host) || url.username !== '' || url.password !== '')
    return false
  await shell.openExternal(url.href)
  return true
}
