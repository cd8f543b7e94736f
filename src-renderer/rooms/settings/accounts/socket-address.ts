/** Whether a text is an address that speech can be streamed over. Pure; the studio asks the same and has the last word. */
const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]'])

/** Without encryption only on this machine: the key travels with it. */
export function isSocketAddress(text: string): boolean {
  if (!URL.canParse(text.trim()))
    return false
  const { protocol, hostname, username, password } = new URL(text.trim())
  return username === '' && password === '' && (protocol === 'wss:' || (protocol === 'ws:' && LOOPBACK.has(hostname)))
}
