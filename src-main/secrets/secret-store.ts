/** Where keys live: a port with one engine per kind of keychain. A secret leaves it only towards the service. */

export interface Unavailable {
  readonly state: 'unavailable'
  /** A sentence for the person, without the secret. */
  readonly reason: string
}

/**
 * ok: here it is · absent: the store is open and holds none · locked: nobody can know before the person unlocks it ·
 * unavailable: there is no store to ask. Absent is only said when it is certain.
 */
export type SecretAnswer = { readonly state: 'ok', readonly secret: string } | { readonly state: 'absent' } | { readonly state: 'locked' } | Unavailable

export type SecretDone = { readonly state: 'ok' } | { readonly state: 'locked' } | Unavailable

/** Answers are values; it throws TypeError only for a name or secret that `checkSecretName` and `checkSecret` refuse. */
export interface SecretStore {
  /** What the person knows it by: 'Secret Service', 'macOS Keychain', 'Windows Credential Manager', 'memory'. */
  readonly backend: string
  /** Whether a secret outlives the program. */
  readonly persistent: boolean
  read: (name: string) => Promise<SecretAnswer>
  /** Replaces what stood under the name. */
  write: (name: string, secret: string) => Promise<SecretDone>
  /** 'ok' also when there was nothing. */
  remove: (name: string) => Promise<SecretDone>
}

// Keychains are C: text ends at the first NUL, and a lone surrogate has no UTF-8.
export function checkSecretName(name: string): void {
  if (name === '' || name.includes('\0') || !name.isWellFormed())
    throw new TypeError('A secret needs a name of ordinary text')
}

export function checkSecret(secret: string): void {
  if (secret === '' || secret.includes('\0') || !secret.isWellFormed())
    throw new TypeError('A secret is ordinary text of one character or more')
}
