/** Words of the audition: voices and settings next to each other, line by line. */

export const audition = {
  title: 'Audition',
  open: (n: number) => `Audition ${n} voices`,
  add: 'Add to audition',
  pick: (name: string) => `Compare ${name} in an audition`,
  back: 'All voices',
  addLine: 'Add a line…',
  removeLine: 'Remove this line from the audition',
  blind: 'Blind: hide names',
  blindName: (number: number) => `Voice ${number}`,
  choose: 'Choose',
  fold: 'Fold',
  unfold: 'Unfold',
  vary: 'Other settings…',
  keys: '1 to 9: listen; the same number again: choose, and the others fold · Up and down: other line · B: hide names · Enter: cast the chosen one. All takes play equally loud.',
}
