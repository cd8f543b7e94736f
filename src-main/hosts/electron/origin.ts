/** The page's origin in Electron, and a check for it. */

export const scheme = 'takeroom'
export const ownOrigin = `${scheme}://studio`
export const startAddress = `${ownOrigin}/`

/** True for addresses of our own page, false for look-alikes. */
export function isOwn(address: string): boolean {
  const url = URL.parse(address)
  // `origin` is "null" for schemes that Node does not know, so the parts are compared.
  return url !== null && url.protocol === `${scheme}:` && url.host === 'studio' && url.username === '' && url.password === ''
}

/** True for the page itself, in any of its rooms, which are named after the `#`; false for its files. */
export function isPage(address: string): boolean {
  const url = URL.parse(address)
  return isOwn(address) && url?.pathname === '/' && url.search === ''
}
