/**
 * Kills while a film is delivered: 5 in `npm test`, 100 in `npm run test:long`, any number with `npm run torture -- --deliver`.
 *
 * @module-tag all
 */
import { expect, it } from 'vitest'
import { isLong } from '../kit/how-long.ts'
import { tortureDeliveries } from './deliver.ts'

const kills = isLong ? 100 : 5

it(`${kills} kills during deliveries leave no wrong file, no part of one, no work and no stray ffmpeg`, async () => {
  const outcome = await tortureDeliveries({ kills, seed: 12 })
  expect(outcome.breaches, JSON.stringify(outcome)).toEqual([])
  expect(outcome.kills).toBe(kills)
}, 1_800_000)
