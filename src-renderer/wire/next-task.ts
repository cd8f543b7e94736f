/** Lets the page paint and hear its user before it continues. */
export function nextTask(): Promise<void> {
  return new Promise(resolve => setTimeout(resolve))
}
