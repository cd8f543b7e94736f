import { appendFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { differencesTo, record } from './record.ts'
import { chooseStates, figuresOf, letPowerGo, tell } from './states.ts'

const folder = await mkdtemp(join(tmpdir(), 'takeroom-power-'))
const recording = await record(folder, { place: { seed: 'power 2046', studio: 0 }, wishes: 14 })
const log = (s: string) => appendFileSync('/tmp/power-long.log', `${s}\n`)
log(`ops ${recording.ops.length} differences ${JSON.stringify(await differencesTo(recording))}`)
const all: any[] = []
const t = Date.now()
await letPowerGo(recording, chooseStates(recording.ops, { count: 1000, seed: 'long', models: ['ordered', 'strict'] }), { seed: 'long', folder, onFate: (fate: any) => {
  all.push(fate)
  if (fate.breaches.length > 0)
    log(tell([fate]))
  if (all.length % 20 === 0)
    log(`${all.length} in ${Math.round((Date.now() - t) / 1000)} s\n${figuresOf(all)}`)
} })
await recording.practice.close()
