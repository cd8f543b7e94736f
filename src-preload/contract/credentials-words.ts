/** Words of Content Credentials that faults use, too. */
import { z } from 'zod'

/** As C2PA names them. */
export const SigningAlgorithm = z.enum(['es256', 'es384', 'es512', 'ps256', 'ps384', 'ps512', 'ed25519'])
export type SigningAlgorithm = z.infer<typeof SigningAlgorithm>

/** Why files cannot be signed with what was chosen. */
export const CertificateProblem = z.enum([
  ...['no-certificate', 'unreadable-certificate', 'no-key', 'unreadable-key', 'passphrase-needed', 'passphrase-wrong'] as const,
  /** The key is not the certificate's; or it is that of another one in the file. */
  ...['other-key', 'not-first'] as const,
  /** `said` is the certificate that does not follow from the one before. */
  'chain-order',
  /** `said` is the day. */
  ...['expired', 'not-yet-valid'] as const,
  ...['self-signed', 'is-authority', 'purpose'] as const,
  /** `said` is the kind of key. */
  'algorithm',
  /** A trial was refused: `said` is why. */
  'not-valid',
  /** The key could not be put there, or taken out: `said` is why. */
  'keychain',
])
export type CertificateProblem = z.infer<typeof CertificateProblem>

/** Why a delivery cannot be signed. */
export const NotSignable = z.enum([
  ...['no-certificate', 'expired', 'not-yet-valid'] as const,
  ...['no-key', 'keychain-locked', 'keychain-unavailable'] as const,
  /** This kind of file cannot carry Content Credentials. */
  'format',
])
export type NotSignable = z.infer<typeof NotSignable>
