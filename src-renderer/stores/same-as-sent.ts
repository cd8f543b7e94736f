/** Whether a value came back as it was sent, without writing both as text: that takes the page longer than to read the answer. */

type Members = Readonly<Record<string, unknown>>

/** As `JSON.stringify` of both would be the same: the order of members counts, and a member that is undefined is none. */
export function isSameAsSent(own: unknown, sent: unknown): boolean {
  if (own === sent)
    return true
  if (typeof own !== 'object' || typeof sent !== 'object' || own === null || sent === null || Array.isArray(own) !== Array.isArray(sent))
    return false
  return haveSame(own as Members, sent as Members) // an object has members of any kind
}

function haveSame(own: Members, sent: Members): boolean {
  const others = Object.keys(sent)
  let at = 0
  for (const name of Object.keys(own)) {
    const value = own[name]
    if (value === undefined)
      continue
    if (name !== others[at] || !isSameAsSent(value, sent[name]))
      return false
    at += 1
  }
  return at === others.length
}
