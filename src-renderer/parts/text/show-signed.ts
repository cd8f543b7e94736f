/** Numbers that can be below zero, with a true minus sign instead of a hyphen. */
export function showSigned(value: number, digits: number): string {
  const text = Math.abs(value).toFixed(digits)
  return value < 0 && Number(text) !== 0 ? `\u2212${text}` : text
}

/** The same of a change, such as a gain, which has a plus as well. */
export function showChange(value: number, digits: number): string {
  const text = showSigned(value, digits)
  return value > 0 && Number(text) !== 0 ? `+${text}` : text
}
