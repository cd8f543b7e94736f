/** The port for storing keys, with one implementation per kind of keychain. Secrets are only used to call the service. */

export interface Unavailable {
  readonly state: 'unavailable'
  /** A sentence for the user, without the secret. */
  readonly reason: string
  /** It may still answer: a person may be typing its password. */
  readonly isLate?: true
}

/**
 * ok: the secret · absent: the store is unlocked and has none · locked: unknown until the user unlocks the store ·
 * unavailable: there is no working store. Absent is only returned when it is certain.
 */
export type SecretAnswer
  = | { readonly state: 'ok', readonly secret: string }
    | { readonly state: 'absent' }
    | { readonly state: 'locked' }
    | Unavailable

export type SecretDone = { readonly state: 'ok' } | { readonly state: 'locked' } | Unavailable

/** Failures are returned as values; throws TypeError only for a name or secret that the checks below refuse. */
export interface SecretStore {
  /** Its name for the user: 'Secret Service', 'macOS Keychain', 'Windows Credential Manager', 'memory'. */
  readonly backend: string
  /** Whether secrets survive a restart. */
  readonly persistent: boolean
  read: (name: string) => Promise<SecretAnswer>
  /** Replaces an existing secret of that name. */
  write: (name: string, secret: string) => Promise<SecretDone>
  /** Also 'ok' when there was none. */
  remove: (name: string) => Promise<SecretDone>
}

// Keychains use C strings: text ends at the first NUL, and a lone surrogate has no UTF-8 encoding.
export function checkSecretName(name: string): void {
  if (name === '' || name.includes('\0') || !name.isWellFormed())
    throw new TypeError('A secret needs a name of ordinary text')
}

export function checkSecret(secret: string): void {
  if (secret === '' || secret.includes('\0') || !secret.isWellFormed())
    throw new TypeError('A secret is ordinary text of one character or more')
}
