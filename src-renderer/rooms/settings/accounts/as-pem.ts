/** A certificate file as PEM text: Windows exports the same certificate as DER, without the text around it. Pure. */

export const mostBytes = 300_000

/** Private keys stay out: they have no business here. */
const keys = /-----BEGIN [A-Z ]{0,20}PRIVATE KEY-----[\s\S]{0,20000}?-----END [A-Z ]{0,20}PRIVATE KEY-----/g

export function asPem(bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes)
  // A DER certificate is a sequence (0x30) with a length of two bytes.
  if (bytes[0] !== 0x30 || bytes[1] !== 0x82 || text.includes('-----BEGIN'))
    return text.replaceAll(keys, '')
  const base64 = btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''))
  return `-----BEGIN CERTIFICATE-----\n${base64.replaceAll(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`
}
