import type { KeyboardEvent } from 'react'

/**
 * Keys typed while a response decides where the focus goes next: buffered, and replayed there. Buffers text and Enter,
 * Backspace removes the last key; every other key is left to the field.
 */
export class HeldKeys {
  #keys: string[] = []

  /** True if the key was buffered, and so must not be typed here. */
  hold({ key, ctrlKey, metaKey, altKey, nativeEvent }: KeyboardEvent): boolean {
    if (ctrlKey || metaKey || altKey || nativeEvent.isComposing) return false
    if (key === 'Backspace') return this.#keys.pop() !== undefined
    if (key !== 'Enter' && [...key].length !== 1) return false
    this.#keys.push(key)
    return true
  }

  drop(): void {
    this.#keys = []
  }

  /** Replays them into the focused element, which an Enter among them may change. */
  async release(): Promise<void> {
    const keys = this.#keys
    this.#keys = []
    for (const key of keys) {
      // React renders a key's effect before the next one: the same must happen between replayed keys.
      await Promise.resolve()
      const press = new globalThis.KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
      // Another waiting field may want the key: it buffers it in turn.
      const isTyped = document.activeElement?.dispatchEvent(press) && key !== 'Enter'
      if (isTyped) document.execCommand('insertText', false, key)
    }
  }
}
