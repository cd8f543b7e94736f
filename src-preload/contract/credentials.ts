/** Content Credentials: the certificate that deliveries are signed with. Its private key stays in the system's keychain. */
import { z } from 'zod'
import { NotSignable, SigningAlgorithm } from './credentials-words.ts'
import { feed, procedure } from './define.ts'
import { Instant } from './words.ts'

export const SigningCertificate = z.object({
  /** Of the user or company, as players show it. */
  name: z.string(),
  issuer: z.string(),
  algorithm: SigningAlgorithm,
  validFrom: Instant,
  validUntil: Instant,
  /** Where the key is kept. */
  backend: z.string(),
  /** False where there is no keychain: the key is gone when Takeroom closes. */
  isPersistent: z.boolean(),
})
export type SigningCertificate = z.infer<typeof SigningCertificate>

const pem = z.string().max(200_000)

export const credentials = {
  /** The certificate, now and after each change; null while there is none. */
  changes: feed({ input: z.object({}), event: z.object({ certificate: SigningCertificate.nullable() }) }),
  /** Whether files can be signed now: reads the key, for which the keychain may ask the user. Null when they can. */
  check: procedure({ effect: 'reads', input: z.object({}), output: z.object({ because: NotSignable.nullable() }) }),
  /** Checks both by signing something small, then keeps them, instead of the ones before. */
  install: procedure({
    effect: 'writes',
    input: z.object({
      /** The signing certificate first, then those that vouch for it. */
      certificatePem: pem,
      keyPem: pem,
      passphrase: z.string().max(1000).optional(),
    }),
    output: z.object({ certificate: SigningCertificate }),
    faults: ['certificate-refused', 'key-locked', 'library-read-only'],
  }),
  /**
   * Takes the key out of the keychain, and forgets the certificate. `keyStays`: the keychain is not there and may still have the key, which
   * is taken out when it is there again.
   */
  remove: procedure({
    effect: 'writes',
    input: z.object({}),
    output: z.object({ keyStays: z.boolean() }),
    faults: ['certificate-refused', 'key-locked', 'library-read-only'],
  }),
}
