/** Reads what Node does not tell of a certificate: its key usage and whether it may vouch for others. */
import type { Buffer } from 'node:buffer'
import { AsnConvert } from '@peculiar/asn1-schema'
import {
  BasicConstraints,
  Certificate,
  id_ce_authorityKeyIdentifier,
  id_ce_basicConstraints,
  id_ce_keyUsage,
  KeyUsage,
  KeyUsageFlags,
} from '@peculiar/asn1-x509'

export interface Extensions {
  /** Null where the certificate has none of it. */
  readonly keyUsage: { readonly signs: boolean } | null
  readonly isAuthority: boolean
  readonly namesIssuerKey: boolean
}

/** @throws Error where it is no certificate */
export function extensionsOf(der: Buffer): Extensions {
  const { extensions } = AsnConvert.parse(der, Certificate).tbsCertificate
  const found = new Map(extensions?.map(({ extnID, extnValue }) => [extnID, extnValue.buffer]))
  const usage = found.get(id_ce_keyUsage)
  const constraints = found.get(id_ce_basicConstraints)
  return {
    keyUsage: usage ? { signs: (AsnConvert.parse(usage, KeyUsage).toNumber() & KeyUsageFlags.digitalSignature) !== 0 } : null,
    isAuthority: constraints !== undefined && AsnConvert.parse(constraints, BasicConstraints).cA,
    namesIssuerKey: found.has(id_ce_authorityKeyIdentifier),
  }
}
