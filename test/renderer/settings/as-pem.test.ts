/** A certificate file as people get it: PEM, DER as Windows exports it, with a private key, or something else. */
import { X509Certificate } from 'node:crypto'
import { expect, it } from 'vitest'
import { asPem } from '../../../src-renderer/rooms/settings/accounts/as-pem.ts'
import { makeIdentity } from '../../kit/certificates.ts'

const { cert, key } = makeIdentity({ isAuthority: true })
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

it('is PEM whatever form it had, and never has a key', () => {
  expect(asPem(bytesOf(cert))).toBe(cert)
  expect(new X509Certificate(asPem(new X509Certificate(cert).raw)).toString()).toBe(new X509Certificate(cert).toString())
  expect(asPem(bytesOf(`${key}\n${cert}`))).not.toContain('PRIVATE')
  expect(asPem(bytesOf('hello'))).toBe('hello')
  expect(asPem(new Uint8Array())).toBe('')
})
