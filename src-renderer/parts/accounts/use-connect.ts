/** Connects accounts and replaces keys: one question to the service at a time. */
import { shallowRef } from 'vue'
import { attempt, studio } from '../../studio.ts'

export function useConnect() {
  const isAsking = shallowRef(false)

  async function whileAsking<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    isAsking.value = true
    try {
      return await ask()
    }
    finally {
      isAsking.value = false
    }
  }
  return {
    isAsking,
    connect: (input: Parameters<typeof studio.accounts.connect>[0]) => whileAsking(() => attempt(studio.accounts.connect(input))),
    replaceKey: (input: Parameters<typeof studio.accounts.replaceKey>[0]) => whileAsking(() => attempt(studio.accounts.replaceKey(input))),
  }
}
