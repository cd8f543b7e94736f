/**
 * Whose certificates are believed: Node's own list, the system's, where a company's root is, and those that a person has named. Node
 * asks the system for nothing by itself, and neither does Electron's Node.
 */
import type { SecureContext } from 'node:tls'
import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createSecureContext, getCACertificates } from 'node:tls'

export interface Trust {
  /** For each new connection over TLS. */
  readonly context: () => SecureContext
  /** Certificates as PEM text that are believed, too, from now on; null for none. */
  alsoTrust: (pem: string | null) => void
}

export interface TrustSources {
  /** Both as PEM texts. */
  readonly own: () => readonly string[]
  readonly system: () => readonly string[]
  /** Files that the environment names, which a packaged Electron does not read itself. */
  readonly files: readonly string[]
}

const block = /-----BEGIN (?:TRUSTED |X509 )?CERTIFICATE-----[\s\S]*?-----END (?:TRUSTED |X509 )?CERTIFICATE-----/g

/** Where Linux systems keep all roots in one file: their folders of single files are not always where the library looks. */
const bundles = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
  '/etc/ssl/cert.pem',
]

export function trustSources(env: Readonly<Record<string, string | undefined>>): TrustSources {
  const named = [env.NODE_EXTRA_CA_CERTS, env.SSL_CERT_FILE].filter(path => path !== undefined && path !== '')
  return {
    own: () => getCACertificates('default'),
    system: () => {
      const found = getCACertificates('system')
      return found.length > 0 ? found : bundles.map(readOr).find(text => text !== '')?.match(block) ?? []
    },
    files: named as string[], // Filtered above.
  }
}

/** The lists are read at the first connection over TLS, once: the system may need a moment for its own. */
export function createTrust(sources: TrustSources, onTrouble: (source: string, error: unknown) => void): Trust {
  let named: readonly string[] = []
  let known: readonly string[] | null = null
  let context: SecureContext | null = null

  function read(source: string, roots: () => readonly string[]): readonly string[] {
    try {
      return roots()
    }
    catch (error) {
      onTrouble(source, error)
      return []
    }
  }

  return {
    context() {
      known ??= [
        ...read('own', sources.own),
        ...read('system', sources.system),
        ...sources.files.flatMap(path => read(path, () => certificatesIn(readFileSync(path, 'utf8')))),
      ]
      return context ??= createSecureContext({ ca: [...new Set([...known, ...named])] })
    },
    alsoTrust(pem) {
      named = pem === null ? [] : certificatesIn(pem)
      context = null
    },
  }
}

/** Each certificate of a PEM text that can be read; those that cannot would make the whole list unusable. */
export function certificatesIn(pem: string): string[] {
  return (pem.match(block) ?? []).flatMap((each) => {
    try {
      return [new X509Certificate(each).toString()]
    }
    catch {
      return []
    }
  })
}

function readOr(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  }
  catch {
    // Another system keeps them elsewhere.
    return ''
  }
}
