#!/usr/bin/env node
/**
 * Makes a fresh clone runnable and then runs it: `setup.mjs start|test|run FILE [arguments]`.
 * Needs only Node 20 or newer and npm; what it starts runs on this Node where it is 24 or newer, else on the one in node_modules.
 * Silent when everything is set up; says each time what could not be.
 */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { environmentFor, findNode, howToGetNode } from './node.mjs'
import { texts } from './texts.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const isWindows = process.platform === 'win32'
const modules = join(root, 'node_modules')
const words = texts.setUp

const [mode, ...rest] = process.argv.slice(2)
const script = { start: 'bin/takeroom.mjs', test: 'test/kit/run.mjs', run: rest[0] }[mode]
if (!script)
  fail(words.usage, 2)

if (Number(process.versions.node.split('.')[0]) < 20)
  fail(words.nodeTooOld(process.versions.node))

if (process.platform === 'linux')
  ensureSystemPackages(mode === 'start' ? 'start' : 'test')
ensureModules()
const node = findNode(root)
if (node === null)
  fail(howToGetNode())
sayWhatIsMissing()
runOn(node, resolve(root, script), mode === 'run' ? rest.slice(1) : rest)

/** Installs the packages of package-lock.json, again whenever that file changes. */
function ensureModules() {
  const stamp = join(modules, '.takeroom-setup')
  const wanted = createHash('sha256').update(readFileSync(join(root, 'package-lock.json'))).digest('hex')
  // Without a Node it is tried again: the network may have failed.
  if (findNode(root) !== null && (readOr(stamp, '') === wanted || isFreshByNpm())) {
    if (readOr(stamp, '') !== wanted)
      writeFileSync(stamp, wanted)
    return
  }
  say(words.installingPackages)
  // Electron is downloaded only where it will be used. ffmpeg-static is optional, and downloads nothing when given an ffmpeg.
  const ffmpeg = onPath('ffmpeg')
  const isGiven = ffmpeg && !process.env.FFMPEG_BIN && isNewEnough(ffmpeg)
  const env = {
    ...withoutKey(),
    ELECTRON_SKIP_BINARY_DOWNLOAD: '1',
    // A company's root is in the list of the system, which Node asks for nothing by itself.
    NODE_USE_SYSTEM_CA: process.env.NODE_USE_SYSTEM_CA ?? '1',
    ...(isGiven ? { FFMPEG_BIN: ffmpeg } : {}),
  }
  const [program, ...before] = npmProgram()
  const npm = (...args) => spawnSync(program, [...before, ...args, '--no-audit', '--no-fund', '--loglevel=warn'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  let done = npm('ci')
  // `ci` refuses a lock file that lacks an optional package of another system, even one that the registry does not have. `install` also
  // follows the lock file.
  if (done.status !== 0 && /code EUSAGE/.test(done.stderr ?? ''))
    done = npm('install', '--no-save')
  if (done.error)
    fail(words.npmNotStarted(done.error.message))
  if (done.status !== 0) {
    fail([
      words.npmFailed(firstLines(`${withoutNoise(done.stderr)}\n${done.stdout}`)),
      ...(/SELF_SIGNED_CERT|UNABLE_TO_(?:GET_ISSUER|VERIFY)/.test(done.stderr ?? '')
        ? [words.inspected]
        : []),
    ].join('\n'))
  }
  const warnings = withoutNoise(done.stderr)
  if (warnings !== '')
    say(words.npmSays(firstLines(warnings)))
  if (findNode(root) !== null)
    writeFileSync(stamp, wanted)
}

/**
 * The command that starts npm, without a shell: a shell would read paths with spaces, `!` or `&` in its own way. npm names itself to the
 * scripts it runs; where another program has started this one, npm is usually beside Node.
 */
function npmProgram() {
  const own = process.env.npm_execpath ?? ''
  const beside = dirname(process.execPath)
  const places = [
    /[/\\]npm-cli\.[cm]?js$/.test(own) ? own : '',
    join(beside, 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    join(beside, '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
  ]
  const found = places.find(path => path !== '' && existsSync(path))
  if (found)
    return [process.execPath, found]
  return isWindows ? ['cmd.exe', '/d', '/s', '/c', 'npm.cmd'] : ['npm']
}

/** npm's warnings, without those that no person who only wants to start the studio can do anything about. */
function withoutNoise(text) {
  return (text ?? '').split('\n').filter(line => !/^npm warn (?:EBADENGINE|deprecated|Unknown|cli )/i.test(line)).join('\n').trim()
}

/** What the scripts of packages could not fetch, of which npm says little. Where the system has apt-get, a missing ffmpeg was named before. */
function sayWhatIsMissing() {
  const ffmpeg = process.env.FFMPEG_BIN || onPath('ffmpeg')
  const fetched = join(modules, 'ffmpeg-static', isWindows ? 'ffmpeg.exe' : 'ffmpeg')
  if (!existsSync(fetched) && (ffmpeg ? !isNewEnough(ffmpeg) : !onPath('apt-get')))
    say(words.noFfmpeg(ffmpeg))
  const { platform, arch } = process
  const places = [join('build', 'Release'), join('prebuilds', `${platform}-${arch}`)]
  if (!places.some(place => existsSync(join(modules, 'keytar', place, 'keytar.node'))))
    say(words.noKeychain(`${platform} ${arch}`))
}

/** The studio passes over an ffmpeg before 5.1 (`oldestRelease`), which Ubuntu 22.04 has: ffmpeg-static is needed there. */
function isNewEnough(ffmpeg) {
  const { stdout } = spawnSync(ffmpeg, ['-version'], { encoding: 'utf8', timeout: 20_000 })
  const [major, minor] = /^ffmpeg version (?:n?(\d+)\.(\d+))?/.exec(stdout ?? '')?.slice(1).map(Number) ?? [0, 0]
  return Number.isNaN(major) || major > 5 || (major === 5 && minor >= 1)
}

/** Installed by hand: npm's own record of the installed packages is as new as the lock file. */
function isFreshByNpm() {
  const note = statSync(join(modules, '.package-lock.json'), { throwIfNoEntry: false })
  return !existsSync(join(modules, '.takeroom-setup'))
    && note !== undefined
    && note.mtimeMs >= statSync(join(root, 'package-lock.json')).mtimeMs
}

/**
 * System packages on Debian-based systems. Installs them as root and in CI; otherwise prints the command.
 * A missing package never prevents the start: the studio reports what it cannot do.
 */
function ensureSystemPackages(purpose) {
  if (!onPath('apt-get'))
    return
  const missing = packages().filter(one => (purpose === 'test' || one.isForStart) && !one.isHere())
  if (missing.length === 0)
    return
  const names = missing.map(one => one.name)
  const note = join(root, 'node_modules', '.takeroom-packages')
  // Tried before: once per hour is enough.
  const seen = `${names.join(' ')} ${Math.floor(Date.now() / 3_600_000)}`
  const isTried = readOr(note, '') === seen
  const isRoot = process.getuid?.() === 0
  const sudo = isRoot ? [] : process.env.CI && onPath('sudo') ? ['sudo', '-n'] : null
  if (!sudo || isTried || !install(missing, sudo)) {
    say(words.withoutPackages)
    missing.forEach(one => say(`  ${one.name}: ${words.without[one.name]}`))
    say(words.toInstall(`${isRoot ? '' : 'sudo '}apt-get install --no-install-recommends ${missing.filter(isOffered).map(one => one.name).join(' ')}`))
  }
  // Before the first install node_modules does not exist yet; npm creates it.
  if (existsSync(modules))
    writeFileSync(note, seen)
}

function packages() {
  const program = (...names) => () => names.some(onPath)
  const library = name => () => ['/usr/lib', '/lib'].some(folder => existsSync(join(folder, name))
    || list(folder).some(inner => existsSync(join(folder, inner, name))))
  const font = (...folders) => () => folders.some(folder => existsSync(join('/usr/share/fonts', folder)))
  return [
    {
      name: 'ffmpeg',
      isForStart: true,
      isHere: program('ffmpeg'),
    },
    {
      name: 'espeak-ng',
      isForStart: true,
      isHere: program('espeak-ng', 'espeak'),
    },
    {
      name: 'libsecret-1-0',
      isForStart: true,
      isHere: library('libsecret-1.so.0'),
    },
    { name: 'gnome-keyring', isHere: program('gnome-keyring-daemon') },
    { name: 'dbus', isHere: program('dbus-run-session') },
    {
      name: 'chromium',
      isHere: program('chromium', 'chromium-browser', 'google-chrome'),
    },
    {
      name: 'chromium-headless-shell',
      // Not every system has it.
      isOptional: true,
      isHere: program('chromium-headless-shell'),
    },
    { name: 'melt', isHere: program('melt') },
    { name: 'parallel', isHere: program('parallel') },
    { name: 'mediainfo', isHere: program('mediainfo') },
    { name: 'libimage-exiftool-perl', isHere: program('exiftool') },
    { name: 'strace', isHere: program('strace') },
    { name: 'iproute2', isHere: program('ip') },
    { name: 'fonts-dejavu-core', isHere: font('truetype/dejavu', 'dejavu', 'TTF') },
    {
      name: 'fonts-wqy-microhei',
      isHere: font('truetype/wqy', 'opentype/noto', 'truetype/noto-cjk', 'noto-cjk', 'wqy-microhei'),
    },
  ]
}

/** apt-get refuses a whole list for one unknown name. */
function isOffered({ name, isOptional }) {
  return !isOptional || spawnSync('apt-cache', ['show', name], { stdio: 'ignore' }).status === 0
}

/** Returns whether apt-get installed them. It gets no stdin and must not ask. */
function install(missing, sudo) {
  say(words.installingSystem(missing.map(one => one.name).join(', ')))
  const apt = (...args) =>
    spawnSync([...sudo, 'apt-get'][0], [...sudo, 'apt-get', '-q', '-o', 'DPkg::Lock::Timeout=120', ...args].slice(1), {
      env: { ...withoutKey(), DEBIAN_FRONTEND: 'noninteractive' },
      stdio: ['ignore', 'pipe', 'pipe'],
      encoding: 'utf8',
      timeout: 10 * 60_000,
      maxBuffer: 2 ** 26,
    })
  apt('update')
  const { status, stderr } = apt('install', '-y', '--no-install-recommends', ...missing.filter(isOffered).map(one => one.name))
  if (status !== 0)
    say(words.aptFailed(lastLines(stderr ?? '')))
  return status === 0
}

/** The environment for installers, which run the scripts of packages: the key is for the studio alone. */
function withoutKey() {
  const { TAKEROOM_API_KEY: _, ...others } = process.env
  return others
}

function runOn(node, file, args) {
  const child = spawn(node, [file, ...args], { stdio: 'inherit', env: environmentFor(node, root) })
  // A terminal sends Ctrl+C to both processes; this one only has to outlive the child.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGUSR2']) {
    if (!(isWindows && signal === 'SIGUSR2'))
      process.on(signal, () => signal === 'SIGINT' && process.stdin.isTTY ? undefined : child.kill(signal))
  }
  child.once('error', error => fail(words.notStarted(node, error.message)))
  child.once('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)))
}

function onPath(name) {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const path = join(folder, isWindows ? `${name}.exe` : name)
    if (folder && existsSync(path))
      return path
  }
  return null
}

function list(folder) {
  try {
    return readdirSync(folder, { withFileTypes: true }).filter(entry => entry.isDirectory()
      && entry.name.includes('-linux-')).map(entry => entry.name)
  }
  catch {
    // A missing folder counts as empty.
    return []
  }
}

function readOr(path, otherwise) {
  return existsSync(path) ? readFileSync(path, 'utf8') : otherwise
}

/** npm prints the cause first, then general help. */
function firstLines(text) {
  return text.trim().split('\n').slice(0, 12).map(line => `  ${line}`).join('\n')
}

function lastLines(text) {
  return text.trim().split('\n').slice(-12).map(line => `  ${line}`).join('\n')
}

function say(line) {
  process.stderr.write(`${line}\n`)
}

function fail(sentence, code = 1) {
  say(sentence)
  process.exit(code)
}
