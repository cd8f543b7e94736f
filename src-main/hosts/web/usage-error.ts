/** Invalid arguments of the command line. */

/** The message is a sentence for the person. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
