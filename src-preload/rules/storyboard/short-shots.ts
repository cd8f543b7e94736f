/** How much a shot is too short for the lines that it covers. */

/** In seconds; 0 where it is long enough, null while a length is not known. `lines` are those that are heard, with the pause after each. */
export function missingSeconds(
  shotSeconds: number | null,
  lines: readonly { readonly seconds: number | null, readonly pauseSeconds: number }[],
): number | null {
  if (shotSeconds === null || lines.some(line => line.seconds === null))
    return null
  const missing = lines.reduce((sum, line) => sum + (line.seconds ?? 0) + line.pauseSeconds, 0) - shotSeconds
  // Less than a frame or two is not seen.
  return missing < 0.05 ? 0 : missing
}
