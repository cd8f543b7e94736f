/** Opens the sample project: makes it with the practice service, or carries on where it was left, and goes there. */
import { shallowRef } from 'vue'
import { useRouter } from 'vue-router'
import { attempt, studio } from '../../studio.ts'
import { useLanguage } from '../../texts/texts.ts'
import { useStillThere } from '../navigation/use-still-there.ts'

export function useOpenSample() {
  const router = useRouter()
  const language = useLanguage()
  const noteWhere = useStillThere()
  const isOpening = shallowRef(false)

  async function openSample() {
    isOpening.value = true
    const isStillThere = noteWhere()
    const answer = await attempt(studio.projects.openSample({ language: language.language }))
    isOpening.value = false
    if (answer.value && isStillThere())
      await router.push({ name: 'script', params: { projectId: answer.value.project.id } })
    return answer
  }
  return { isOpening, openSample }
}
