/** The first event of a feed, which says how everything is. */
export async function firstOf<Event>(events: AsyncIterator<Event>): Promise<Event> {
  const { value } = await events.next()
  await events.return?.()
  return value as Event // The feed has just begun: it is not over.
}
