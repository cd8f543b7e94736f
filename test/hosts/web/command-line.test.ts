/** The command line: its commands and options, and the messages for invalid ones. */
import { expect, it } from 'vitest'
import { terminalIn } from '#rules/text/terminal-words.ts'
import { readCommand } from '../../../src-main/hosts/web/command-line.ts'
import { UsageError } from '../../../src-main/hosts/web/usage-error.ts'

function answerTo(words: readonly string[], language: 'en' | 'zh'): string {
  try {
    readCommand(words)
  }
  catch (thrown) {
    return thrown instanceof UsageError ? thrown.sentenceIn(language) : ''
  }
  return ''
}

const confirmation = '--i-know-this-opens-the-studio-to-the-network'

const plainOrder = {
  ...{ project: 'A film', sequence: null, presetId: 'landscape-720', captionMode: null, range: null, into: { out: 'a.mp4' } },
  ...{ isSigned: null, tags: {}, cover: null, frameAt: null },
}

it.each([
  [[], { name: 'start', port: null, folder: undefined, confirmedHosts: [], opensBrowser: true }],
  [['--no-open', '--port', '4711'], { name: 'start', port: 4711, folder: undefined, confirmedHosts: [], opensBrowser: false }],
  [['start', '--folder=/a'], { name: 'start', port: null, folder: '/a', confirmedHosts: [], opensBrowser: true }],
  [['serve', '--port=80'], { name: 'serve', port: 80, folder: undefined, confirmedHosts: [], address: undefined, certificate: null }],
  [
    ['serve', '--host-address', '0.0.0.0', confirmation],
    { name: 'serve', port: null, folder: undefined, confirmedHosts: [], address: '0.0.0.0', certificate: null },
  ],
  [
    ['serve', '--confirm-host', 'api.example.com', '--confirm-host=wss://Live.Example.com:443/x'],
    {
      name: 'serve',
      port: null,
      folder: undefined,
      confirmedHosts: ['https://api.example.com', 'https://live.example.com'],
      address: undefined,
      certificate: null,
    },
  ],
  [
    ['serve', '--tls-cert', 'a.pem', '--tls-key', 'b.pem'],
    { name: 'serve', port: null, folder: undefined, confirmedHosts: [], address: undefined, certificate: { cert: 'a.pem', key: 'b.pem' } },
  ],
  [['sample', '--out', 'x'], { name: 'sample', out: 'x' }],
  [['check', '--folder', '/a'], { name: 'check', folder: '/a', isDeep: false, isRepairing: false }],
  [['practice'], { name: 'practice', port: 0 }],
  [['backup', 'a.tar', '--folder', '/a'], { name: 'backup', file: 'a.tar', folder: '/a', withFilms: true, replaces: false }],
  [
    ['backup', '--without-films', '--force', 'a.tar'],
    { name: 'backup', file: 'a.tar', folder: undefined, withFilms: false, replaces: true },
  ],
  [['restore', 'a.tar', '--into', '/b'], { name: 'restore', file: 'a.tar', into: '/b', folder: undefined }],
  [['deliver', '--list', '--json'], { name: 'deliver', folder: undefined, isJson: true, order: null }],
  [['deliver', 'A film', '--preset', 'landscape-720', '--out', 'a.mp4'], {
    name: 'deliver',
    folder: undefined,
    isJson: false,
    order: { ...plainOrder, replaces: false },
  }],
  [
    [
      ...['deliver', '--preset=landscape-720', '--out=a.mp4', '--captions', 'embedded', '--range', '0:01:15.5-90', '--force', 'A film'],
      ...['--sequence', 'B', '--folder', '/a'],
    ],
    {
      name: 'deliver',
      folder: '/a',
      isJson: false,
      order: { ...plainOrder, sequence: 'B', captionMode: 'soft', range: { from: 75.5, to: 90 }, replaces: true },
    },
  ],
  [
    [
      ...['deliver', 'A film', '--preset', 'landscape-720', '--out', 'a.mp4', '--no-sign', '--cover', 'c.png', '--frame', '1:05'],
      ...['--title', 'One', '--artist', 'Ada', '--album', 'All', '--track', '3/12', '--year', '2026', '--comment', 'a\nb'],
    ],
    {
      name: 'deliver',
      folder: undefined,
      isJson: false,
      order: {
        ...plainOrder,
        ...{ replaces: false, isSigned: false, cover: 'c.png', frameAt: 65 },
        tags: { title: 'One', artist: 'Ada', album: 'All', track: '3/12', year: '2026', comment: 'a\nb' },
      },
    },
  ],
  [['serve', '--help'], { name: 'help' }],
  [['--version'], { name: 'version' }],
])('understands %j', (words, command) => {
  expect(readCommand(words)).toEqual(command)
})

it.each([
  [['open'], 'Unknown command "open"'],
  [['constructor'], 'Unknown command'],
  [['start', '--prot', '1'], '--prot'],
  [['start', 'extra'], 'extra'],
  [['start', '--port'], '--port'],
  [['start', '--port', '65536'], 'is not a port'],
  [['start', '--port', '-1'], '--port'],
  [['start', '--port', '1e3'], 'is not a port'],
  [['check', '--port', '1'], '--port'],
  [['backup'], 'needs exactly one file'],
  [['restore', 'a', 'b'], 'needs exactly one file'],
  [['deliver'], 'needs exactly one project'],
  [['deliver', 'A', 'film', '--preset', 'x', '--out', 'y'], 'needs exactly one project'],
  [['deliver', 'A', '--out', 'y'], 'needs --preset'],
  [['deliver', 'A', '--preset', 'x'], 'needs --out'],
  [['deliver', 'A', '--preset', 'x', '--plan', 'd', '--out', 'y'], 'with --out or --force'],
  [['deliver', 'A', '--preset', 'x', '--plan', 'd', '--force'], 'with --out or --force'],
  [['deliver', 'A', '--list'], 'works only with'],
  [['deliver', '--list', '--force'], 'works only with'],
  [['deliver', 'A', '--preset', 'x', '--out', 'y', '--captions', 'soft'], '--captions is one of burned, embedded, sidecar, none'],
  [['deliver', 'A', '--preset', 'x', '--out', 'y', '--captions', 'constructor'], '--captions is one of'],
  [['deliver', 'A', '--preset', 'x', '--out', 'y', '--range', '5'], 'is not a range'],
  [['deliver', 'A', '--preset', 'x', '--out', 'y', '--range', '1:75-2:00'], 'is not a range'],
  [['deliver', 'A', '--preset', 'x', '--out', 'y', '--range', '1-2-3'], 'is not a range'],
  [['deliver', 'A', '--preset', 'x', '--out', 'y', '--range', '2:00-60'], 'must end after'],
  [['deliver', 'A', '--preset', 'x', '--out', 'y', '--range', '60-1:00'], 'must end after'],
  [['deliver', 'A', '--preset', 'x', '--out', 'y', '--sign', '--no-sign'], 'can’t be combined'],
  [['deliver', 'A', '--preset', 'x', '--plan', 'd', '--sign'], 'cannot hold your private key'],
  [['deliver', 'A', '--preset', 'x', '--out', 'y', '--year', 'MMXXVI'], '--year is a year'],
  [['deliver', 'A', '--preset', 'x', '--out', 'y', '--track', 'first'], '--track is a number'],
  [['deliver', 'A', '--preset', 'x', '--out', 'y', '--title', 'x'.repeat(301)], '--title is at most'],
  [['deliver', 'A', '--preset', 'x', '--out', 'y', '--cover', ''], '--cover is empty'],
  [['deliver', 'A', '--preset', 'x', '--out', 'y', '--frame', 'soon'], 'is not a time'],
  [['deliver', 'A', '--preset', 'x', '--out', 'y', '--frame', '1', '--range', '1-2'], 'can’t be combined'],
  [['check', '--repair', '--folder', ''], '--folder is empty'],
  [['--folder='], '--folder is empty'],
  [['serve', '--host-address', ''], '--host-address is empty'],
  [['serve', '--confirm-host', ''], '--confirm-host is empty'],
  [['serve', '--tls-cert', '', '--tls-key', ''], '--tls-cert is empty'],
  [['restore', 'a.tar', '--into', ''], '--into is empty'],
  [['restore', ''], 'needs exactly one file'],
  [['sample', '--out', ''], '--out is empty'],
  [['practice', '--port', ''], '--port is empty'],
  [['deliver', '--list', '--folder', ''], '--folder is empty'],
  [['deliver', 'A', '--preset', 'x', '--out', 'y', '--sequence', ''], '--sequence is empty'],
  [['serve', '--host-address', '0.0.0.0'], confirmation],
  [['serve', '--tls-cert', 'a.pem'], '--tls-key together'],
  [['start', '--tls-key', 'a.pem'], '--tls-key'],
  [['serve', '--confirm-host', 'file:///etc'], 'is not an address'],
])('answers %j with a message', (words, sentence) => {
  expect(() => readCommand(words)).toThrow(UsageError)
  expect(answerTo(words, 'en')).toContain(sentence)
  // The same code has its words in Chinese.
  expect(answerTo(words, 'zh')).toMatch(/[\u4E00-\u9FFF]/)
})

it('reads an empty tag as one that is left out of the file', () => {
  expect(readCommand(['deliver', 'A', '--preset', 'x', '--out', 'y', '--comment', ''])).toMatchObject({ order: { tags: { comment: '' } } })
})

it.each(['en', 'zh'] as const)('lists every command and every option in its help (%s)', (language) => {
  const { help } = terminalIn(language)
  for (const word of [
    'takeroom serve',
    'takeroom sample',
    'takeroom check',
    'takeroom deliver',
    '--preset',
    '--plan',
    '--sequence',
    '--captions',
    '--range',
    ...['--frame', '--title', '--artist', '--album', '--track', '--year', '--comment', '--cover', '--sign', '--no-sign'],
    '--force',
    '--json',
    '--list',
    'takeroom backup',
    '--force                  backup',
    'takeroom restore',
    '--repair',
    '--deep',
    'takeroom practice',
    '--into',
    '--without-films',
    '--folder',
    '--port',
    '--host ',
    '--no-open',
    '--out',
    '--host-address',
    confirmation,
    '--tls-cert',
    '--tls-key',
    '--help',
    '--version',
    'TAKEROOM_FOLDER',
    'TAKEROOM_DELIVERIES',
    'TAKEROOM_API_KEY',
    'TAKEROOM_API_URL',
    '--confirm-host',
  ])
    expect(help).toContain(word)
})
