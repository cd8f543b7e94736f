/** What is left behind when a room is left: nothing. The whole of it, for an hour, is `npm run soak`. */
import { expect, test } from '@playwright/test'
import { roomCount } from '../soak/acts.ts'
import { grownIn } from '../soak/report.ts'
import { soak } from '../soak/soak.ts'

test('rooms, edits, previews and deliveries leave nothing in the page’s memory @web', async ({ browser }) => {
  test.slow()
  const rounds = 3
  const all = []
  for await (const held of soak(browser, { visits: roomCount, openings: 1, edits: 2, previews: 1, deliveries: 1 }, done => done < rounds))
    all.push(held)
  expect(all).toHaveLength(rounds)
  expect(grownIn(all[0]!, all.at(-1)!)).toEqual([])
})
