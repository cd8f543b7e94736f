/** Why a delivery of the command line is not signed, and what to do. */
import type { NotSignable } from '#contract/credentials-words.ts'

const orElse = 'With --no-sign it is delivered without Content Credentials.'

const sentences: Readonly<Record<NotSignable, string>> = {
  'no-certificate': 'There is no certificate to sign with. Choose one in Settings, Delivery.',
  'expired': `The certificate for Content Credentials has expired. Choose a new one in Settings, Delivery. ${orElse}`,
  'not-yet-valid': `The certificate for Content Credentials is not valid yet. ${orElse}`,
  'no-key': `The private key for Content Credentials is not in the keychain of this machine. Choose it again in Settings, Delivery. ${orElse}`,
  'keychain-locked': `The keychain is locked, and holds the private key for Content Credentials. Unlock it and run this again. ${orElse}`,
  'keychain-unavailable': `The keychain with the private key for Content Credentials does not answer. ${orElse}`,
  'format': 'This kind of file cannot carry Content Credentials. Choose another preset, or leave out --sign.',
}

/** Of a job that failed with `signing`: its own words where it is none of these. */
export function signingSentence(said: string): string {
  return Object.entries(sentences).find(([because]) => because === said)?.[1] ?? `It could not be signed with Content Credentials: ${said}. ${orElse}`
}
