/** Words of stacks: tries of the same request as one card of the library. */

export const stacks = {
  fold: 'Fold tries',
  foldHelp: 'Show all tries of a request, a line or an image as one: the starred one, the used one, or the newest',
  toggleFold: 'Fold or unfold tries',
  toggle: 'Open or close the stack',
  open: (n: number) => `Open the stack of ${n} takes`,
  close: (n: number) => `Close the stack of ${n} takes`,
  folded: (takes: string, shown: string) => `${takes}, folded to ${shown}`,
  selected: (takes: string, n: number) => n === 1 ? `${takes}, with all takes of 1 stack` : `${takes}, with all takes of ${n.toLocaleString('en')} stacks`,
  next: 'Next try',
  previous: 'Previous try',
  at: (place: number, count: number) => `Try ${place} of ${count}`,
}
