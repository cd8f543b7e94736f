/** Writes the parts of an X.509 certificate in DER (ITU-T X.690). Pure. */
import { Buffer } from 'node:buffer'

/** §8.1: tag, length, contents of less than 64 KiB. */
export function tagged(tag: number, contents: Buffer): Buffer {
  const { length } = contents
  const size = length < 0x80
    ? [length]
    : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xFF]
  return Buffer.concat([Buffer.of(tag, ...size), contents])
}

export function sequence(...parts: Buffer[]): Buffer {
  return tagged(0x30, Buffer.concat(parts))
}

/** An object identifier, such as 2.5.4.3. */
export function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  const bytes = [first * 40 + second, ...rest].flatMap((number) => {
    const sevens = [number & 0x7F]
    for (let left = number >> 7; left > 0; left >>= 7)
      sevens.unshift(left & 0x7F | 0x80)
    return sevens
  })
  return tagged(0x06, Buffer.from(bytes))
}

/** An attribute of a name, such as 2.5.4.3, the common name. */
export function nameAttribute(id: string, value: string): Buffer {
  return tagged(0x31, sequence(oid(id), tagged(0x0C, Buffer.from(value))))
}

export function extension(id: string, isCritical: boolean, value: Buffer): Buffer {
  return sequence(oid(id), ...isCritical ? [tagged(0x01, Buffer.of(0xFF))] : [], tagged(0x04, value))
}

/** RFC 5280 §4.1.2.5: two digits for the year until 2049. `at` is in ms since 1970; seconds count. */
export function time(at: number): Buffer {
  const digits = new Date(at).toISOString().replace(/\.\d+Z$/, 'Z').replaceAll(/[-T:]/g, '')
  return Number(digits.slice(0, 4)) < 2050 ? tagged(0x17, Buffer.from(digits.slice(2))) : tagged(0x18, Buffer.from(digits))
}

export function certificatePem(der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}
