/** Why the command line cannot deliver. */

/** The message is a sentence for the user. */
export class CannotDeliver extends Error {
  override readonly name = 'CannotDeliver'
}
