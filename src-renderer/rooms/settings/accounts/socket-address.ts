/** Whether a text is an address that speech can be streamed over. Pure; main checks the same and decides. */
const loopback: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]'])

/** Unencrypted only on this machine, because the key is sent along. Without a user or a query: an address is no place for a key. */
export function isSocketAddress(text: string): boolean {
  if (!URL.canParse(text.trim()))
    return false
  const { protocol, hostname, username, password, search, hash } = new URL(text.trim())
  return username + password + search + hash === '' && (protocol === 'wss:' || (protocol === 'ws:' && loopback.has(hostname)))
}
