export type Spread = 'even' | 'skewed' | 'hot'

const hotProducts = 3

/** One of these texts, all equally often. */
export const pick = (from: readonly string[]) => from[Math.floor(Math.random() * from.length)] ?? ''

/**
 * Which of `count` products the next posting uses: all equally often, a fifth of them four times out of five, or one of
 * three.
 */
export function chooser(count: number, spread: Spread): () => number {
  const any = (of: number) => Math.floor(Math.random() * of)
  if (spread === 'hot') return () => any(Math.min(hotProducts, count))
  if (spread === 'even') return () => any(count)
  const busy = Math.max(1, Math.floor(count / 5))
  return () => (Math.random() < 0.8 ? any(busy) : any(count))
}
