/** What the catalogue says about its models, in the language of the person; in English it is the catalogue's own. */

export const catalogue = {
  /** A summary, a help, the name of a language, the description of a voice. What a person wrote stays as it is. */
  said: (words: string) => words,
}
