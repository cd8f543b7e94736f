/**
 * The power goes: what a working studio writes is recorded once, and the disk is rebuilt as it may be after a cut at many moments of it.
 * 12 states in `npm test`, 1,000 in `npm run test:long`; see resources/power-cuts.md.
 *
 * @module-tag all
 */
import type { Recording } from './record.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isLong } from '../kit/how-long.ts'
import { replay } from './disk.ts'
import { differencesTo, record, whyNotRecorded } from './record.ts'
import { chooseStates, figuresOf, letPowerGo, tell, withoutFlushes } from './states.ts'

const count = isLong ? 1000 : 12
const why = whyNotRecorded()
if (why !== null)
  process.stderr.write(`The power-cut test is skipped: ${why}\n`)

/** With these seeds the first wishes are of every paid kind; in the long run they are more, and a film is among them. */
const { place, wishes } = isLong
  ? { place: { seed: 'power 2046', studio: 0 }, wishes: 14 }
  : { place: { seed: 'power 176', studio: 0 }, wishes: 11 }

describe.skipIf(why !== null)('a power cut', () => {
  let folder: string
  let recording: Recording
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'takeroom-power-'))
    recording = await record(folder, { place, wishes })
    const differences = await differencesTo(recording)
    if (differences.length > 0)
      throw new Error(`What was recorded is not what was written:\n${differences.join('\n')}`)
  }, 600_000)
  afterAll(async () => {
    await recording?.practice.close()
    await rm(folder, { recursive: true, force: true })
  })

  it('is noticed where the ledger is not flushed before a request leaves', async () => {
    const broken = replay(withoutFlushes(recording.ops, path => path.endsWith('ledger.db-wal')), recording.root)
    const states = chooseStates(recording.ops, { count: 6, seed: 'no ledger', models: ['ordered'] })
    const fates = await letPowerGo(recording, states, { disk: broken, seed: 'no ledger', folder })
    const money = fates.filter(({ breaches }) => breaches.some(({ of }) => ['lost', 'twice', 'denied', 'refused'].includes(of)))
    expect(money.length).toBeGreaterThan(0)
  }, 600_000)

  it('is noticed where results are not flushed before the ledger calls them done', async () => {
    const broken = replay(withoutFlushes(recording.ops, path => /\/(?:assets|work|deliveries)\//.test(path)), recording.root)
    const states = chooseStates(recording.ops, { count: 4, seed: 'no files', models: ['ordered'] })
    const fates = await letPowerGo(recording, states, { disk: broken, seed: 'no files', folder })
    expect(fates.flatMap(({ breaches }) => breaches).filter(({ of }) => of === 'bad file').length).toBeGreaterThan(0)
  }, 600_000)

  it('is noticed where the folders of results are not flushed, on a disk that promises no order', async () => {
    const broken = replay(withoutFlushes(recording.ops, path => /\/assets(?:\/\w\w)?$/.test(path)), recording.root)
    const states = chooseStates(recording.ops, { count: 4, seed: 'no folders', models: ['strict'] })
    const fates = await letPowerGo(recording, states, { disk: broken, seed: 'no folders', folder })
    expect(fates.flatMap(({ breaches }) => breaches).filter(({ of }) => of === 'bad file' || of === 'lost').length).toBeGreaterThan(0)
  }, 600_000)

  it(`at ${count} moments loses nothing, pays nothing twice, and calls nothing done that is not whole`, async () => {
    const states = chooseStates(recording.ops, { count, seed: isLong ? 'long' : 'every test', models: ['ordered', 'strict'] })
    const fates = await letPowerGo(recording, states, { seed: isLong ? 'long' : 'every test', folder })
    process.stderr.write(`${figuresOf(fates)}\n`)
    expect(tell(fates)).toBe('')
    expect(fates).toHaveLength(count)
    // The cuts hit work in progress.
    expect(fates.filter(({ paid }) => paid > 0).length).toBeGreaterThan(count / 3)
    expect(fates.reduce((sum, { unsure }) => sum + unsure, 0)).toBeGreaterThan(0)
  }, 10_800_000)
})
