/** Invalid arguments of the command line. */

/** The message is a sentence for the user. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
