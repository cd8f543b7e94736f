/** How many things there are, in English. */
export const many = (count: number, one: string): string => count === 1 ? `1 ${one}` : `${count} ${one}s`
