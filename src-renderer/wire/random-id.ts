/** Random ids for things that the page creates. Made from random bytes: the browser's own call for it does not exist on plain HTTP. */

/** A UUID of version 4, the form of every id that the contract brands. */
export function randomId<Id extends string = string>(): Id {
  const hex = [...crypto.getRandomValues(new Uint8Array(16))].map(byte => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5') as Id
}
