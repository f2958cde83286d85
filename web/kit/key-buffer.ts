import type { KeyboardEvent } from 'react'

/** The parts of a key event that decide about it. */
type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'timeStamp'> &
  Readonly<{ nativeEvent: Pick<KeyboardEvent['nativeEvent'], 'isComposing'> }>

type KeyBuffer = Readonly<{
  /** True if the key was buffered, and so must not be typed here. */
  take: (press: Press) => boolean
  clear: () => void
  /** Types them into the focused element, which an Enter among them may change. */
  replay: () => Promise<void>
}>

/**
 * Keys typed while a response decides where the focus goes next: buffered, and replayed there. Buffers text and Enter,
 * Backspace removes the last key; every other key is left to the field.
 */
export function createKeyBuffer(): KeyBuffer {
  let keys: Readonly<{ key: string; timeStamp: number }>[] = []
  return {
    take: ({ key, ctrlKey, metaKey, altKey, timeStamp, nativeEvent }) => {
      if (ctrlKey || metaKey || altKey || nativeEvent.isComposing) return false
      if (key === 'Backspace') return keys.pop() !== undefined
      if (key !== 'Enter' && [...key].length !== 1) return false
      keys.push({ key, timeStamp })
      return true
    },
    clear: () => {
      keys = []
    },
    replay: async () => {
      const typed = keys
      keys = []
      for (const { key, timeStamp } of typed) {
        // React renders a key's effect before the next one: the same must happen between replayed keys.
        await Promise.resolve()
        const press = new globalThis.KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
        // Fields for numbers recognize a scan by its pace.
        Object.defineProperty(press, 'timeStamp', { value: timeStamp })
        // Another waiting field may want the key: it buffers it in turn.
        const isTyped = document.activeElement?.dispatchEvent(press) && key !== 'Enter'
        if (isTyped) document.execCommand('insertText', false, key)
      }
    },
  }
}
