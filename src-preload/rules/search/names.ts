/** How names in a search are compared with those of voices, models, tags and projects. */

/** Without the signs that a value in quotes cannot have, and whatever the case and the width of its letters. */
export function foldName(name: string): string {
  return name.normalize('NFKC').toLowerCase().replaceAll(/["“”\s]+/g, ' ').trim()
}
