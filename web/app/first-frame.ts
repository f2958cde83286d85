/** Removes the frame of index.html once the app shows its own content: a screen, a heading or an error. */
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
