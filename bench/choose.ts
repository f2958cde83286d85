/** Which of `count` products the next posting is about: every one alike, or a fifth of them four times out of five. */
export function chooser(count: number, spread: 'even' | 'skewed'): () => number {
  if (spread === 'even') return () => Math.floor(Math.random() * count)
  const busy = Math.max(1, Math.floor(count / 5))
  return () => (Math.random() < 0.8 ? Math.floor(Math.random() * busy) : Math.floor(Math.random() * count))
}
