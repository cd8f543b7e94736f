/** The key for automation: what of the environment is used, and what is said where it is not. */
import { expect, it } from 'vitest'
import { readEnvironmentKey } from '../../../src-main/accounts/origins.ts'
import { whyKeyIsUnused } from '../../../src-main/commands/confirm-hosts.ts'
import { environmentSecret } from '../../../src-main/secrets/environment-secret.ts'

const url = { TAKEROOM_API_URL: 'https://api.example.com' }

it.each(['a-key', 'a-key\r', ' a-key\r\n', '\u00A0a-key\uFEFF'])('the key %j is used without what is around it', (given) => {
  const env = { ...url, TAKEROOM_API_KEY: given }
  expect(readEnvironmentKey(env)).toEqual({ key: 'a-key', origins: ['https://api.example.com'] })
  expect(whyKeyIsUnused(env)).toBeNull()
  expect(environmentSecret(env), 'what logs are searched for').toBe('a-key')
})

it.each(['a\rkey', 'a\u0000key', 'two keys', 'kéy'])('the key %j, which cannot be sent, is not used, and that is said', (given) => {
  const env = { ...url, TAKEROOM_API_KEY: given }
  expect(readEnvironmentKey(env)).toBeNull()
  expect(whyKeyIsUnused(env)).toMatch(/TAKEROOM_API_KEY is not used: it contains/)
  expect(whyKeyIsUnused(env)).not.toContain(given)
})

it.each([{}, { TAKEROOM_API_KEY: '' }, { TAKEROOM_API_KEY: ' \r\n' }])('nothing is said of %j', (env) => {
  expect(readEnvironmentKey(env)).toBeNull()
  expect(whyKeyIsUnused(env)).toBeNull()
})

it('a key without the address of its service is not used, and that is said', () => {
  expect(whyKeyIsUnused({ TAKEROOM_API_KEY: 'a-key' })).toMatch(/TAKEROOM_API_URL/)
})
