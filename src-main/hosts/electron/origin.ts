/** The one origin of the page in Electron, and the question whether somebody is it. */

export const scheme = 'takeroom'
export const ownOrigin = `${scheme}://studio`
export const startAddress = `${ownOrigin}/`

/** True for addresses of our own page and nothing that only looks like them. */
export function isOwn(address: string): boolean {
  const url = URL.parse(address)
  // `origin` is "null" for schemes that Node does not know, so the parts are compared.
  return url !== null && url.protocol === `${scheme}:` && url.host === 'studio' && url.username === '' && url.password === ''
}
