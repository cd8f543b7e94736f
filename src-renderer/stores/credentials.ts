/** The certificate that deliveries are signed with, mirrored from main; undefined until main has said it. */
import type { SigningCertificate } from '#contract/credentials.ts'
import { defineStore } from 'pinia'
import { computed, shallowReadonly, shallowRef } from 'vue'
import { periodOf } from '#rules/deliver/credentials.ts'
import { studio } from '../studio.ts'
import { useClock } from './clock.ts'
import { useFeed } from './feed.ts'

export const useCredentials = defineStore('credentials', () => {
  const certificate = shallowRef<SigningCertificate | null | undefined>()
  const clock = useClock()
  useFeed(options => studio.credentials.changes({}, options), (event) => {
    certificate.value = event.certificate
  })
  return {
    certificate: shallowReadonly(certificate),
    /** Where it is in its time; null where there is none. */
    period: computed(() => certificate.value ? periodOf(certificate.value, clock.minute) : null),
  }
})
