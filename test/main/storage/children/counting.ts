/** The tables of counts-until-killed.ts: each number is there in two halves or not at all. */
import type { Migration } from '../../../../src-main/storage/migrate.ts'

export const counting: readonly Migration[] = [{
  version: 1,
  name: 'numbers',
  statements: ['CREATE TABLE numbers (number INTEGER NOT NULL, half TEXT NOT NULL, PRIMARY KEY (number, half)) STRICT'],
}]
