/** Sizes of files as people read them. */

/** `812 B`, `4.2 MB`, `1.3 GB`: powers of ten, as file managers show them. */
export function showSize(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  let value = bytes
  let unit = 0
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000
    unit++
  }
  return `${unit === 0 || value >= 99.95 ? Math.round(value) : value.toFixed(1)} ${units[unit] ?? ''}`
}
