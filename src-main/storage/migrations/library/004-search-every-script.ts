/**
 * Search knows every letter. FTS5's unicode61 tokenizer knows the letters of Unicode 6.1 and drops newer ones, rare Chinese
 * characters among them; what counts as a letter is now decided once, by `search-text.ts`, and SQLite only splits at spaces.
 */
import type { Migration } from '../../migrate.ts'

export const searchEveryScript: Migration = {
  version: 4,
  name: 'search-every-script',
  statements: [
    `DROP TABLE takes_search`,
    `CREATE VIRTUAL TABLE takes_search USING fts5(words, content='', contentless_delete=1, tokenize='ascii')`,
    `INSERT INTO takes_search (rowid, words)
      SELECT number, search_words(concat_ws(char(10), title, coalesce((SELECT json_extract(document, '$.text') FROM transcripts WHERE take_id = takes.id), text),
        model_id, voice, file_name, note))
      FROM takes`,
  ],
}
