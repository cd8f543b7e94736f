/** `npm run bench -- NAME [--json]`: measures, prints, never fails. Without a name it lists what there is. */
import { readdirSync } from 'node:fs'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

const folder = new URL('../bench/', import.meta.url)
const names = readdirSync(fileURLToPath(folder)).filter(name => name.endsWith('.bench.ts')).map(name => name.replace('.bench.ts', ''))
const [name, ...flags] = process.argv.slice(2)

if (name === undefined || !names.includes(name)) {
  process.stdout.write(`npm run bench -- NAME [--json]\n${names.map(each => `  ${each}\n`).join('')}`)
  process.exit(name === undefined ? 0 : 1)
}
const { figures } = await import(new URL(`${name}.bench.ts`, folder).href)
for await (const figure of figures()) {
  const ok = figure.limit === null ? null : figure.value <= figure.limit
  const line = { name: figure.name, value: figure.value, limit: figure.limit, unit: figure.unit, ratioOf: figure.ratioOf ?? null, ok }
  process.stdout.write(flags.includes('--json')
    ? `${JSON.stringify(line)}\n`
    : `${line.name}: ${line.value} ${line.unit}${line.limit === null ? '' : ` (limit ${line.limit} ${line.unit}, ${ok ? 'within' : 'over'})`}\n`)
}
process.exit(0)
