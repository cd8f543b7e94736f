/** What is taken for a signing certificate and its key, and why anything else is refused. */
import type { IdentityWish } from '../../kit/certificates.ts'
import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { claimSignatureBytes, signClaim } from '../../../src-main/credentials/cose.ts'
import { CertificateError, nameOf, readSigningFiles } from '../../../src-main/credentials/signing-files.ts'
import { c2paSigning, makeIdentity, signingPair } from '../../kit/certificates.ts'

const now = Date.now()
const day = 86_400_000

function problemOf(files: { certificatePem: string, keyPem: string, passphrase?: string }, at = now): string | null {
  try {
    readSigningFiles({ ...files, now: at })
    return null
  }
  catch (error) {
    return error instanceof CertificateError ? error.problem : String(error)
  }
}

const pair = signingPair()

it.each([
  ['es256', generateKeyPairSync('ec', { namedCurve: 'P-256' })],
  ['es384', generateKeyPairSync('ec', { namedCurve: 'P-384' })],
  ['es512', generateKeyPairSync('ec', { namedCurve: 'P-521' })],
  ['ps256', generateKeyPairSync('rsa', { modulusLength: 2048 })],
  ['ed25519', generateKeyPairSync('ed25519')],
])('%s signs, in exactly the room that was left for it', (algorithm, keys) => {
  const files = readSigningFiles({ ...signingPair({ keys }), now })
  expect(files).toMatchObject({ algorithm })
  expect(files.chain.map(nameOf)).toEqual(['Ada Film, Ada Film Ltd', 'Test Root, Test Authority'])
  expect(signClaim(Buffer.from('claim'), files)).toHaveLength(claimSignatureBytes(files))
})

it('keys come as they are exported: PKCS #8, EC or RSA of their own form, with a passphrase, next to the certificate', () => {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const ofRsa = signingPair({ keys: rsa })
  const ec = createPrivateKey(pair.keyPem)
  const sealed = ec.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'open sesame' }).toString()
  const older = rsa.privateKey.export({ type: 'pkcs1', format: 'pem', cipher: 'aes-128-cbc', passphrase: 'open sesame' }).toString()
  expect(problemOf({ ...pair, keyPem: ec.export({ type: 'sec1', format: 'pem' }).toString() })).toBeNull()
  expect(problemOf({ ...ofRsa, keyPem: rsa.privateKey.export({ type: 'pkcs1', format: 'pem' }).toString() })).toBeNull()
  expect(problemOf({ ...pair, keyPem: pair.certificatePem + pair.keyPem })).toBeNull()
  expect(problemOf({ certificatePem: `Bag Attributes\r\n${pair.certificatePem.replaceAll('\n', '\r\n')}`, keyPem: pair.keyPem })).toBeNull()
  expect(problemOf({ ...pair, keyPem: sealed })).toBe('passphrase-needed')
  expect(problemOf({ ...pair, keyPem: sealed, passphrase: 'sesame' })).toBe('passphrase-wrong')
  expect(problemOf({ ...pair, keyPem: sealed, passphrase: 'open sesame' })).toBeNull()
  expect(problemOf({ ...ofRsa, keyPem: older, passphrase: 'open sesame' })).toBeNull()
})

describe('refused', () => {
  const issuer = makeIdentity({ name: 'Issuer', isAuthority: true })
  const leaf = (wish: IdentityWish) => {
    const made = makeIdentity({ issuer, ...wish })
    return { certificatePem: made.cert + issuer.cert, keyPem: made.key }
  }

  it.each<[string, { certificatePem: string, keyPem: string }]>([
    ['no-certificate', { ...pair, certificatePem: pair.keyPem }],
    ['unreadable-certificate', { ...pair, certificatePem: pair.certificatePem.replace('MII', 'AAA') }],
    ['no-key', { ...pair, keyPem: pair.certificatePem }],
    ['unreadable-key', { ...pair, keyPem: '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n' }],
    ['other-key', { ...pair, keyPem: signingPair().keyPem }],
    ['not-first', { ...leaf({}), certificatePem: issuer.cert + makeIdentity({ issuer }).cert, keyPem: '' }],
    ['expired', leaf({ notBefore: now - 9 * day, notAfter: now - day })],
    ['not-yet-valid', leaf({ notBefore: now + day })],
    ['chain-order', (() => {
      const made = makeIdentity({ issuer })
      return { certificatePem: made.cert + makeIdentity({ name: 'Other', isAuthority: true }).cert, keyPem: made.key }
    })()],
    ['self-signed', (() => {
      const made = makeIdentity()
      return { certificatePem: made.cert, keyPem: made.key }
    })()],
    ['is-authority', leaf({ isAuthority: true })],
    ['purpose', leaf({ purposes: ['1.3.6.1.5.5.7.3.1'] })],
    ['purpose', leaf({ purposes: [] })],
    ['purpose', leaf({ purposes: [c2paSigning, '1.3.6.1.5.5.7.3.8'] })],
    ['purpose', leaf({ mayDigitallySign: false })],
    ['algorithm', leaf({ keys: generateKeyPairSync('ec', { namedCurve: 'secp256k1' }) })],
    ['algorithm', leaf({ keys: generateKeyPairSync('rsa', { modulusLength: 1024 }) })],
  ])('%s', (problem, files) => {
    if (problem === 'not-first') {
      const made = makeIdentity({ issuer })
      expect(problemOf({ certificatePem: issuer.cert + made.cert, keyPem: made.key })).toBe(problem)
      return
    }
    expect(problemOf(files)).toBe(problem)
  })

  it.each([
    ['beginnings of keys', '-----BEGIN PRIVATE KEY-----\n'],
    ['beginnings of certificates', '-----BEGIN CERTIFICATE-----\n'],
    ['dashes', '-'],
  ])('a long file of %s is given up soon', (_, text) => {
    const long = text.repeat(200_000 / text.length)
    const began = performance.now()
    expect(problemOf({ certificatePem: long, keyPem: long })).toBe('no-certificate')
    expect(problemOf({ ...pair, keyPem: long })).toBe('no-key')
    expect(performance.now() - began).toBeLessThan(5000)
  })

  it('nothing of the key is in what is said', () => {
    const broken = pair.keyPem.replace(/.{9}\n-----END/, '\n-----END')
    try {
      readSigningFiles({ ...pair, keyPem: broken, now })
      expect.unreachable()
    }
    catch (error) {
      const { message, cause } = error as CertificateError
      expect({ message, cause }).toEqual({ message: '', cause: undefined })
    }
  })
})
