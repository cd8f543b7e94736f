/** What a delivery is itself: the file among its files that is not next to another. */
import type { Delivery, DeliveryRole } from '#contract/deliveries.ts'

const ownRoles: readonly DeliveryRole[] = ['video', 'frames', 'picture', 'audio']

/** Whether there is something to be seen or heard. A kit may have neither. */
export function isPlayable({ files }: Pick<Delivery, 'files'>): boolean {
  return files.some(({ role }) => ownRoles.includes(role))
}

/** `video` until it is rendered. */
export function roleOfDelivery({ files }: Pick<Delivery, 'files'>): DeliveryRole {
  return files.find(({ role }) => ownRoles.includes(role))?.role ?? 'video'
}
