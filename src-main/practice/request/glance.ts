/** What the practice service looks at to find names, numbers and moods in a prompt: its beginning and its end. */

const mostAtEachEnd = 2000

/** The prompt itself when it is short. Its patterns may begin anywhere, so without a limit they take the square of the length. */
export function glanceAt(prompt: string): string {
  return prompt.length <= 2 * mostAtEachEnd ? prompt : `${prompt.slice(0, mostAtEachEnd)}\n${prompt.slice(-mostAtEachEnd)}`
}
