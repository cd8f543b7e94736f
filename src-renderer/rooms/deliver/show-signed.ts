/** Levels in decibels with a true minus sign, which a hyphen beside digits is not. */
export function showSigned(value: number, digits: number): string {
  return value.toFixed(digits).replace('-', '\u2212')
}
