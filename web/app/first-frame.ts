/**
 * Takes the frame of index.html away once the app shows something of its own: a screen, a heading or what went wrong.
 */
export function endFirstFrame(root: Element): void {
  const frame = document.querySelector('#first-frame')
  if (!frame) return
  const observer = new MutationObserver(() => {
    if (!root.querySelector('main, h1, h2, [role="alert"]')) return
    frame.remove()
    observer.disconnect()
  })
  observer.observe(root, { childList: true, subtree: true })
}
