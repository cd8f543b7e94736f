/** Scripts as programs and people outside write them, and the right reading of each. See `corpus.test.ts` for the readings. */

export const outside: readonly { readonly name: string, readonly source: string, readonly reading: readonly string[] }[] = [
  {
    name: 'interview with Q and A',
    source: [
      'A conversation with a clockmaker',
      '',
      'Q: When did you begin?',
      '',
      'A: In the winter of 1981. My father had a shop.',
      '',
      'It was a small shop: one window, one bench.',
      '',
      'Q: And now?',
      '',
      'A: Now I have two benches.',
    ].join('\n'),
    reading: [
      ': A conversation with a clockmaker',
      'Q: When did you begin?',
      'A: In the winter of 1981. My father had a shop.',
      '?: It was a small shop: one window, one bench.',
      'Q: And now?',
      'A: Now I have two benches.',
    ],
  },
]
