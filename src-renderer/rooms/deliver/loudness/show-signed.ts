/** Levels in decibels with a true minus sign instead of a hyphen. */
export function showSigned(value: number, digits: number): string {
  return value.toFixed(digits).replace('-', '\u2212')
}
