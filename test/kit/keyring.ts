/** A real keychain for tests: gnome-keyring on a private D-Bus with its own home folder, never the user's. */
import type { ChildProcess } from 'node:child_process'
import type { SecretStore } from '../../src-main/secrets/secret-store.ts'
import type { KeyringAnswer, KeyringQuestion } from './keyring-child.ts'
import { execFile, fork, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'

/** What is missing on this machine; undefined when nothing is. */
export function missingForKeyring(): string | undefined {
  if (process.platform !== 'linux')
    return 'Linux'
  return [['dbus-run-session', '--version'], ['gnome-keyring-daemon', '--version'], ['gdbus', 'help']]
    .find(([command = '', argument = '']) => spawnSync(command, [argument]).status !== 0)?.[0]
}

export interface Keyring {
  /** The keytar store on this keyring, in its own process because a process never changes its bus. */
  openStore: (options?: { readonly timeLimitMs?: number }) => RemoteStore
  lock: () => Promise<void>
  /** Stops the daemon from answering until `thaw`. */
  freeze: () => void
  thaw: () => void
  /** kill -9. The bus then starts another daemon on demand, with the same home but without the password. */
  killDaemon: () => Promise<void>
  /** Starts a daemon with the password. */
  startDaemon: () => Promise<void>
}

export interface RemoteStore extends Pick<SecretStore, 'read' | 'write' | 'remove'> {
  readonly about: () => Promise<Pick<SecretStore, 'backend' | 'persistent'> & { readonly fallbackReason: string | null }>
}

const password = 'a test password'
const run = promisify(execFile)

/** Without `isUnlocked` no daemon is started and no keyring created; the bus starts a daemon without the password. */
export async function openKeyring({ isUnlocked = true } = {}): Promise<Keyring> {
  const home = await mkdtemp(join(tmpdir(), 'takeroom-keyring-'))
  onTestFinished(() => rm(home, { recursive: true, force: true, maxRetries: 5 }))
  const env = { PATH: process.env.PATH, HOME: home, XDG_RUNTIME_DIR: join(home, 'run'), LANG: 'C' }
  await mkdir(env.XDG_RUNTIME_DIR, { mode: 0o700 })
  const busAddress = await startBus(env)
  const keyring = createKeyring({ ...env, DBUS_SESSION_BUS_ADDRESS: busAddress })
  if (isUnlocked)
    await keyring.startDaemon()
  return keyring
}

/** The keytar store without any bus. */
export function openStoreWithoutBus(): RemoteStore {
  return openRemoteStore({ PATH: process.env.PATH, HOME: tmpdir(), LANG: 'C' })
}

function createKeyring(env: NodeJS.ProcessEnv): Keyring {
  let daemon: ChildProcess | undefined
  const call = (object: string, method: string, ...args: string[]) =>
    run('gdbus', ['call', '--session', '--dest', 'org.freedesktop.secrets', '--object-path', object, '--method', method, ...args], { env })
  const collection = '/org/freedesktop/secrets/collection/login'

  async function isOpen(): Promise<boolean> {
    const { stdout } = await call(collection, 'org.freedesktop.DBus.Properties.Get', 'org.freedesktop.Secret.Collection', 'Locked')
    return stdout.includes('<false>')
  }

  async function killDaemon(): Promise<void> {
    if (!daemon || daemon.exitCode !== null || daemon.signalCode !== null)
      return
    const exited = once(daemon, 'exit')
    daemon.kill('SIGKILL')
    await exited
  }
  onTestFinished(killDaemon)

  return {
    openStore: options => openRemoteStore(env, options),
    async lock() {
      await call('/org/freedesktop/secrets', 'org.freedesktop.Secret.Service.Lock', `['${collection}']`)
    },
    freeze: () => void daemon?.kill('SIGSTOP'),
    thaw: () => void daemon?.kill('SIGCONT'),
    killDaemon,
    async startDaemon() {
      daemon = spawn('gnome-keyring-daemon', ['--unlock', '--components=secrets', '--foreground'], {
        env,
        stdio: ['pipe', 'ignore', 'ignore'],
      })
      daemon.stdin?.end(password)
      // A question before the daemon owns its bus name would make the bus start another one.
      const hasName = async () =>
        (await run('gdbus', [
          'call',
          '--session',
          '--dest',
          'org.freedesktop.DBus',
          '--object-path',
          '/',
          '--method',
          'org.freedesktop.DBus.NameHasOwner',
          'org.freedesktop.secrets',
        ], { env })).stdout.includes('true')
      while (!await hasName() || !await isOpen())
        await sleep(10)
    },
  }
}

async function startBus(env: NodeJS.ProcessEnv): Promise<string> {
  // Ends with its input, also when this process is killed.
  const bus = spawn('dbus-run-session', ['--', 'sh', '-c', 'echo "$DBUS_SESSION_BUS_ADDRESS"; exec cat'], {
    env,
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const exited = once(bus, 'exit')
  onTestFinished(async () => {
    bus.stdin.end()
    await exited
  })
  const [address] = await once(createInterface(bus.stdout), 'line')
  return String(address)
}

function openRemoteStore(env: NodeJS.ProcessEnv, { timeLimitMs = 20_000 }: { readonly timeLimitMs?: number } = {}): RemoteStore {
  const child = fork(fileURLToPath(new URL('./keyring-child.ts', import.meta.url)), [String(timeLimitMs)], { env, execArgv: [] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const waiting = new Map<number, { resolve: (value: never) => void, reject: (error: Error) => void }>()
  child.on('message', ({ id, value, refusal }: KeyringAnswer) => {
    const asked = waiting.get(id)
    waiting.delete(id)
    if (refusal === undefined)
      asked?.resolve(value as never) // the child answers each question with its store's result
    else
      asked?.reject(new TypeError(refusal))
  })
  child.on('exit', () => waiting.forEach(({ reject }) => reject(new Error('The keyring child has ended'))))
  let lastId = 0
  const ask = <T>(question: Omit<KeyringQuestion, 'id'>): Promise<T> => new Promise((resolve, reject) => {
    lastId += 1
    waiting.set(lastId, { resolve, reject })
    child.send({ id: lastId, ...question } satisfies KeyringQuestion)
  })
  return {
    read: name => ask({ do: 'read', args: [name] }),
    write: (name, secret) => ask({ do: 'write', args: [name, secret] }),
    remove: name => ask({ do: 'remove', args: [name] }),
    about: () => ask({ do: 'about', args: [] }),
  }
}
