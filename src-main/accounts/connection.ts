/** The address and key of an account, as they are sent with. */

export interface Connection {
  readonly baseUrl: string
  readonly key: string
  /** For streamed speech; null is the one under the base URL. */
  readonly socketUrl: string | null
}
