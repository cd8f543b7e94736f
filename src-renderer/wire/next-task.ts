/** Lets the page paint and hear its user before it goes on. */
export function nextTask(): Promise<void> {
  return new Promise(resolve => setTimeout(resolve))
}
