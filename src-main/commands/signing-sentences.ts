/** Why a delivery of the command line is not signed, and what to do. */
import { notSigned } from '#rules/text/failures/en.ts'

const orElse = 'With --no-sign it is delivered without Content Credentials.'

/** Of a job that failed with `signing`: its own words where it is none of the codes. */
export function signingSentence(said: string): string {
  const why = Object.entries(notSigned).find(([because]) => because === said)?.[1] ?? `${said}.`
  return `The file cannot be signed with Content Credentials. ${why} Certificates and keys are in Settings → Delivery. ${orElse}`
}
