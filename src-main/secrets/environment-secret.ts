/** The key for automation that the environment has. */

/** Without the line end of the file that it was read from; empty where there is none. */
export function environmentSecret(env: Readonly<Record<string, string | undefined>>): string {
  return (env.TAKEROOM_API_KEY ?? '').trim()
}
