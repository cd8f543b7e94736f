/** What takes a person to another place once it is done leaves them alone where they have gone elsewhere in the meantime. */
import { useRouter } from 'vue-router'

/** Returns what notes where the person is; what that returns tells whether they are still there, whatever is asked for there. */
export function useStillThere(): () => () => boolean {
  const router = useRouter()
  return () => {
    const { path } = router.currentRoute.value
    return () => router.currentRoute.value.path === path
  }
}
