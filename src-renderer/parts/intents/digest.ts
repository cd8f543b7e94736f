/** A short name for a text. */

/** 128 bits of a text, hexadecimal: tells texts apart, keeps no secrets. Works where `crypto.subtle` does not, on plain HTTP. */
export function digestOf(text: string): string {
  // The mixing of MurmurHash3, with four states.
  let [a, b, c, d] = [1_779_033_703, 3_144_134_277, 1_013_904_242, 2_773_480_762]
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    a = b ^ Math.imul(a ^ code, 597_399_067)
    b = c ^ Math.imul(b ^ code, 2_869_860_233)
    c = d ^ Math.imul(c ^ code, 951_274_213)
    d = a ^ Math.imul(d ^ code, 2_716_044_179)
  }
  a = Math.imul(c ^ (a >>> 18), 597_399_067)
  b = Math.imul(d ^ (b >>> 22), 2_869_860_233)
  c = Math.imul(a ^ (c >>> 17), 951_274_213)
  d = Math.imul(b ^ (d >>> 19), 2_716_044_179)
  return [a, b, c, d].map(part => (part >>> 0).toString(16).padStart(8, '0')).join('')
}
