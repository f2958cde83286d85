/** Longer than a frame takes on a busy page. */
const patienceMs = 100

/**
 * Runs `work` once, after the browser has painted what the current event changed. A tab that is in the background, or
 * goes there before the frame, paints nothing: then it runs immediately, or shortly after.
 */
export function afterNextPaint(work: () => void): void {
  if (document.hidden) {
    work()
    return
  }
  let hasRun = false
  const runOnce = () => {
    if (hasRun) return
    hasRun = true
    clearTimeout(late)
    work()
  }
  const late = setTimeout(runOnce, patienceMs)
  requestAnimationFrame(() => setTimeout(runOnce))
}
