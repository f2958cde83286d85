import type { KeyboardEvent } from 'react'

/**
 * What is typed while an answer decides where the keyboard goes next: kept, and typed there once it is decided. Texts
 * and Enter are kept, Backspace takes the last one back; every other key is left to the field.
 */
export class HeldKeys {
  #keys: string[] = []

  /** True when the key was kept, and so must not be typed here. */
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

  /** Types them into whatever has the focus, which an Enter among them may move on. */
  async release(): Promise<void> {
    const keys = this.#keys
    this.#keys = []
    for (const key of keys) {
      // React draws what a key changed before the next one: so between two real keys as well.
      await Promise.resolve()
      const press = new globalThis.KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
      // Someone may want the key for themselves: another field that waits holds it in its turn.
      const isTyped = document.activeElement?.dispatchEvent(press) && key !== 'Enter'
      if (isTyped) document.execCommand('insertText', false, key)
    }
  }
}
