/** Child process of keyring.ts: runs the keytar store on the bus it was started with, and answers its parent's questions. */
import process from 'node:process'
import { createKeytarStore } from '../../src-main/secrets/keytar-store.ts'
import { openSecretStore } from '../../src-main/secrets/open-secret-store.ts'

export interface KeyringQuestion {
  readonly id: number
  readonly do: 'read' | 'write' | 'remove' | 'about'
  readonly args: readonly string[]
}

export interface KeyringAnswer {
  readonly id: number
  readonly value?: unknown
  readonly refusal?: string
}

const options = { service: 'Takeroom test', timeLimitMs: Number(process.argv[2]) }
const store = createKeytarStore(options)

async function answer({ do: what, args: [name = '', secret = ''] }: KeyringQuestion): Promise<unknown> {
  switch (what) {
    case 'read': return store.read(name)
    case 'write': return store.write(name, secret)
    case 'remove': return store.remove(name)
    case 'about': {
      const opened = openSecretStore(options)
      await opened.store.read('anything')
      return { backend: opened.store.backend, persistent: opened.store.persistent, fallbackReason: opened.fallbackReason }
    }
  }
}

process.on('message', (question: KeyringQuestion) => {
  answer(question).then(
    value => process.send?.({ id: question.id, value } satisfies KeyringAnswer),
    (error: unknown) => process.send?.({ id: question.id, refusal: String(error) } satisfies KeyringAnswer),
  )
})
