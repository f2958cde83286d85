/**
 * Runs `work` once the browser has painted what the current event changed; immediately in a background tab, which
 * paints nothing.
 */
export function afterNextPaint(work: () => void): void {
  if (document.hidden) work()
  else requestAnimationFrame(() => setTimeout(work))
}
