/** Installing, checking and removing the certificate of Content Credentials. The key passes through once and is kept nowhere here. */
import type { AnyFault } from '../../../studio.ts'
import { shallowReadonly, shallowRef } from 'vue'
import { useNotices } from '../../../actions/notices.ts'
import { useQuestion } from '../../../actions/question.ts'
import { attempt, studio } from '../../../studio.ts'

export interface ChosenFiles { readonly certificatePem: string, readonly keyPem: string, readonly passphrase?: string }

export function useCertificateActs() {
  const notices = useNotices()
  const question = useQuestion()
  const isChecking = shallowRef(false)
  return {
    isChecking: shallowReadonly(isChecking),
    async install(chosen: ChosenFiles): Promise<AnyFault | null> {
      const { value, fault } = await attempt(studio.credentials.install(chosen))
      if (value)
        notices.say(t => t.delivery.credentials.installed(value.certificate.name), { tone: 'good' })
      return fault ?? null
    },
    async check(): Promise<void> {
      isChecking.value = true
      const { value, fault } = await attempt(studio.credentials.check({}))
      isChecking.value = false
      if (fault)
        return notices.fault(fault)
      const { because } = value
      if (because === null)
        notices.say(t => t.delivery.credentials.checked, { tone: 'good' })
      else
        notices.say(t => t.failures.notSigned[because] ?? '', { tone: 'bad' })
    },
    /** Cannot be undone, as only the keychain had the key: asks first. */
    async remove(): Promise<void> {
      const isSure = await question.ask({
        title: t => t.delivery.credentials.removeTitle,
        body: t => t.delivery.credentials.removeBody,
        act: t => t.delivery.credentials.removeAct,
      })
      if (!isSure)
        return
      const { value, fault } = await attempt(studio.credentials.remove({}))
      if (fault)
        notices.fault(fault)
      else
        notices.say(t => t.delivery.credentials.removed(value.keyStays))
    },
  }
}
