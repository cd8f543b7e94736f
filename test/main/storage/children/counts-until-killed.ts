/** Child of database.test.ts: writes numbers in one transaction each, and prints a number once it is durable. */
import { argv, stdout } from 'node:process'
import { openDatabase } from '../../../../src-main/storage/database.ts'
import { sql } from '../../../../src-main/storage/sql.ts'
import { counting } from './counting.ts'

async function count(): Promise<never> {
  const db = await openDatabase(argv[2] ?? '', { migrations: counting })
  const { highest } = await db.get<{ highest: number }>(sql`SELECT coalesce(max(number), 0) AS highest FROM numbers`) ?? { highest: 0 }
  for (let number = highest + 1; ; number += 1) {
    await db.transaction(async (tx) => {
      await tx.run(sql`INSERT INTO numbers (number, half) VALUES (${number}, 'first')`)
      await tx.run(sql`INSERT INTO numbers (number, half) VALUES (${number}, 'second')`)
    })
    stdout.write(`${number}\n`)
  }
}

void count()
