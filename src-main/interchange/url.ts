/** Addresses of files in edit lists: relative, with what an address may not hold as percents. */

/** `path` has slashes. */
export function urlOf(path: string): string {
  return path.split('/').map(part => encodeURIComponent(part).replaceAll(/[!'()*]/g, sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)).join('/')
}
