/** Enter in a field that is typed into. */

/** Whether the key is Enter and ends no composition: until that has ended, the field has not told the letters that it shows. */
export function isEntered(event: KeyboardEvent): boolean {
  return event.key === 'Enter' && !event.isComposing
}
