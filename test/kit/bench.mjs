/** `npm run bench -- NAME [--json] [--short]`: measures, prints, never fails. Without a name it lists what there is. */
import { readdirSync } from 'node:fs'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

const folder = new URL('../bench/', import.meta.url)
const names = readdirSync(fileURLToPath(folder)).filter(name => name.endsWith('.bench.ts')).map(name => name.replace('.bench.ts', ''))
const [name, ...flags] = process.argv.slice(2)

if (name === undefined || !names.includes(name)) {
  process.stdout.write(`npm run bench -- NAME [--json] [--short]\n${names.map(each => `  ${each}\n`).join('')}`)
  process.exit(name === undefined ? 0 : 1)
}
const { figures } = await import(new URL(`${name}.bench.ts`, folder).href)
const { paceOfMachine } = await import('../bench/figure.ts')
print(paceOfMachine())
for await (const figure of figures(flags))
  print(figure)
print(paceOfMachine())
process.exit(0)

function print({ name, value, cpu = null, limit, unit, ratioOf = null }) {
  const isWithin = time => time === null || limit === null ? null : time <= limit
  const line = { name, value, cpu, limit, unit, ratioOf, ok: isWithin(value), cpuOk: isWithin(cpu) }
  process.stdout.write(flags.includes('--json') ? `${JSON.stringify(line)}\n` : `${sentence(line)}\n`)
}

function sentence({ name, value, cpu, limit, unit, ok, cpuOk }) {
  const said = (amount, isWithin) => `${amount}${unit && ` ${unit}`}${isWithin === null ? '' : isWithin ? ', ok' : ', OVER'}`
  const notes = [
    ...cpu === null ? [] : [`processor time ${said(cpu, cpuOk)}`],
    ...limit === null ? [] : [`limit ${limit}${unit && ` ${unit}`}`],
  ]
  return `${name}: ${said(value, ok)}${notes.length > 0 ? ` (${notes.join('; ')})` : ''}`
}
