/**
 * In place of fpm, which electron-builder downloads: makes the .deb of the same options by dpkg-deb, uncompressed. An option that it does
 * not know is an error.
 */
import { execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import process from 'node:process'

const words = process.argv.slice(2)
const alone = new Set(['--force'])
const known = new Set([
  ...['-s', '-t', '-d', '--deb-recommends', '--deb-compression', '--architecture', '--after-install', '--after-remove', '--description'],
  ...['--version', '--package', '--name', '--maintainer', '--vendor', '--url', '--category', '--deb-priority', '--license'],
])
const given = {}
const sources = []
for (let at = 0; at < words.length; at++) {
  const word = words[at]
  if (alone.has(word))
    continue
  if (known.has(word))
    (given[word] ??= []).push(words[++at])
  else if (word.startsWith('-'))
    throw new Error(`fpm was given ${word}, which its stand-in does not know`)
  else
    sources.push(word)
}
const only = name => given[name]?.[0]

const tree = mkdtempSync(join(tmpdir(), 'takeroom-fpm-'))
chmodSync(tree, 0o755)
try {
  for (const source of sources) {
    const [from, to] = source.split('=')
    const place = join(tree, to)
    mkdirSync(from.endsWith('/') ? place : dirname(place), { recursive: true })
    if (from.endsWith('/'))
      cpSync(from, place, { recursive: true })
    else
      copyFileSync(from, place)
  }
  const control = join(tree, 'DEBIAN')
  const sizeBytes = readdirSync(tree, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
  mkdirSync(control)
  const [synopsis, ...rest] = only('--description').trim().split('\n')
  const lines = [
    `Package: ${only('--name')}`,
    `Version: ${only('--version')}`,
    `License: ${only('--license')}`,
    `Vendor: ${only('--vendor')}`,
    `Architecture: ${only('--architecture')}`,
    `Maintainer: ${only('--maintainer')}`,
    `Installed-Size: ${Math.ceil(sizeBytes / 1024)}`,
    `Depends: ${given['-d'].join(', ')}`,
    `Recommends: ${given['--deb-recommends'].join(', ')}`,
    `Section: ${only('--category')}`,
    `Priority: ${only('--deb-priority')}`,
    `Homepage: ${only('--url')}`,
    `Description: ${synopsis}`,
    ...rest.map(line => ` ${line.trim() || '.'}`),
  ]
  writeFileSync(join(control, 'control'), `${lines.join('\n')}\n`)
  for (const [option, name] of [['--after-install', 'postinst'], ['--after-remove', 'postrm']]) {
    copyFileSync(only(option), join(control, name))
    chmodSync(join(control, name), 0o755)
  }
  execFileSync('dpkg-deb', ['--root-owner-group', '-Znone', '--build', tree, only('--package')], { stdio: 'inherit' })
}
finally {
  rmSync(tree, { recursive: true, force: true })
}
