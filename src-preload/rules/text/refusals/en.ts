/** Why a request to Takeroom was refused, in English: what a browser shows instead of the page. */

/** Each has what belongs to it: a content type, or the reference of an entry in the log. */
export const refusals = {
  'other-host': () => 'This address is not served here.',
  'malformed': () => 'The address of this request is malformed.',
  'not-found': () => 'Not found.',
  'method': () => 'This address does not accept this method.',
  'connection-kind': () => 'This address is for another kind of connection.',
  'other-site': () => 'This request comes from another site.',
  'no-origin': () => 'This request does not say where it comes from.',
  'content-type': (type: string) => `This address accepts ${type} only.`,
  'internal': (reference: string) => `Something went wrong in Takeroom (ref ${reference}).`,
  'address-expired': () => 'This address has expired. The page requests a new one.',
  'code-too-long': () => 'This is too long for a code.',
  'code-invalid': () => 'This code is invalid or has expired.',
  'too-many-codes': () => 'Too many wrong codes. Wait a minute.',
  'other-person': () => 'This link is only for the person who started Takeroom. Takeroom shows another address to open by hand.',
  'link-used': () => 'This link was used already. Takeroom shows another address to open by hand.',
  'unknown-page': () => 'Takeroom does not know this page. Open it with a new link.',
} satisfies Record<string, (data: string) => string>
