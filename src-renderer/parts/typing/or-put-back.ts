/** What the studio refused does not stay in a field: Vue writes a field again only where its value is another one. */

/** `keep` answers whether it was kept; if not, the field shows `now` again, unless something else was typed or chosen meanwhile. */
export async function orPutBack(
  field: HTMLInputElement | HTMLSelectElement,
  keep: () => Promise<boolean>,
  now: () => string,
): Promise<void> {
  const asked = field.value
  if (!await keep() && field.value === asked)
    field.value = now()
}
