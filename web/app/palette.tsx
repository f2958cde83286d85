import { useSpotlight, Spotlight } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { useCallback, useDeferredValue, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { trimmed } from '../../contract/trimmed.ts'
import { recordAddress } from '../../contract/record-addresses.ts'
import { searchable } from '../kit/list-address.ts'
import { useGo } from '../kit/use-go.ts'
import type { OnCode } from '../scanning/camera-scanner.tsx'
import { ScanButton } from '../scanning/scan-button.tsx'
import { findByCode } from '../stock/find-by-code.ts'
import { findLocationByCode } from '../stock/find-location-by-code.ts'
import { paletteField } from './early-keys.ts'
import { type PaletteActions, PaletteResults } from './palette-results.tsx'
import { locationStock } from './search.ts'
import { palette, paletteStore, showSelected } from './palette-store.ts'
import classes from './palette.module.css'

/** Keys that act on the results. */
const choosingKeys = ['Enter', 'NumpadEnter', 'ArrowDown', 'ArrowUp']

/** Search and commands under one shortcut: Ctrl or ⌘ and K. Choosing a result opens its screen or runs it. */
export function Palette(actions: PaletteActions) {
  // The store's own text, which contains what was typed before this was rendered.
  const { query, opened, selected } = useSpotlight(paletteStore)
  // After navigation, the focus goes to the new screen, not back.
  const [left, setLeft] = useState(false)
  useReturnFocusOnce(opened, left)
  // Limited to the length that the server accepts; a longer paste searches for its beginning.
  const typed = trimmed(searchable(query))
  // A letter is shown before its results, whose rendering the next letter interrupts. Keys that choose wait for
  // them.
  const deferred = useDeferredValue(typed)
  const [chosenFor, setChosenFor] = useState<string | null>(null)
  const isChoosing = chosenFor === typed
  const [enteredFor, setEnteredFor] = useState<string | null>(null)
  // Reset together with opening: after a later change, the dialog would remember its own field as the place to return
  // the focus to.
  const [wasOpened, setWasOpened] = useState(opened)
  if (opened !== wasOpened) {
    setWasOpened(opened)
    if (opened) setLeft(false)
    if (opened) setChosenFor(null)
    if (opened) setEnteredFor(null)
  }
  const { onHelp, onFoldSidebar } = actions
  const onLeave = useCallback(() => setLeft(true), [])
  const onCode = useOpenScanned(onLeave)
  return (
    <Spotlight.Root
      store={paletteStore}
      // Without a title, the dialog has no name of its own.
      attributes={{ content: { 'aria-label': 'Search' } }}
      returnFocus={!left}
      // The shell listens for the shortcut, so that it works before this is loaded.
      shortcut={null}
      centered={false}
      yOffset="12vh"
      size={640}
      maxHeight={480}
      scrollable
      overlayProps={{ backgroundOpacity: 0.4, blur: 0 }}
    >
      <Spotlight.Search
        classNames={{ input: classes['search'] ?? '' }}
        placeholder="Search products, categories..."
        leftSection={<IconSearch size={18} stroke={1.6} />}
        rightSection={<ScanButton onCode={onCode} />}
        rightSectionWidth={52}
        rightSectionPointerEvents="all"
        aria-label="Search products, categories..."
        {...paletteField}
        onChange={() => setEnteredFor(null)}
        onKeyDown={({ code, nativeEvent: { isComposing } }) => {
          if (choosingKeys.includes(code)) flushSync(() => setChosenFor(typed))
          if (code.endsWith('Enter') && !isComposing) setEnteredFor(typed)
        }}
        // Arrows have selected another entry by then.
        onKeyUp={showSelected}
        // After the text that was typed before it had the focus.
        onFocus={({ currentTarget: { value }, currentTarget }) =>
          currentTarget.setSelectionRange(value.length, value.length)
        }
      />
      <PaletteResults
        typed={isChoosing ? typed : deferred}
        isNeeded={isChoosing}
        opened={opened}
        selected={selected}
        enteredFor={enteredFor}
        onLeave={onLeave}
        onHelp={onHelp}
        onFoldSidebar={onFoldSidebar}
      />
    </Spotlight.Root>
  )
}

/**
 * Opens the product or location with a scanned code. Any other code is searched for: it may be a lot's or an order's
 * number.
 */
function useOpenScanned(onLeave: () => void): OnCode {
  const go = useGo()
  return async (code) => {
    const location = await findLocationByCode(code)
    const product = location ? null : await findByCode(code)
    const to = location ? locationStock(location.id) : product && recordAddress('product', product.id)
    const open = () => {
      if (to === null) return palette.open(code)
      onLeave()
      palette.close()
      go(to)
    }
    return { text: (location ?? product)?.name ?? code, ok: true, onClosed: open }
  }
}

/**
 * Returns the focus when a palette closes that was opened before it was loaded: a dialog only knows the previous focus
 * if it was mounted when it opened.
 */
function useReturnFocusOnce(opened: boolean, left: boolean): void {
  const before = useRef(opened ? document.activeElement : null)
  useEffect(() => {
    if (opened) return
    if (!left && before.current instanceof HTMLElement) before.current.focus({ preventScroll: true })
    before.current = null
  }, [opened, left])
}
