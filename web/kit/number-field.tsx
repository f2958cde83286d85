import { TextInput, type TextInputProps } from '@mantine/core'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { limits } from '../../contract/limits.ts'
import { currencySymbol } from '../ui/money.ts'
import { numberText, readNumber, stepped } from './number-text.ts'
import { moveScan, scanReader } from './scanned-keys.ts'
import { Stepper } from './stepper.tsx'
import { toastFailed } from './toast.tsx'
import classes from './number-field.module.css'

export type NumberFieldProps = Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange'> & {
  value?: number | string | null
  /**
   * Gets a number, `''` if empty, or the typed text if it isn't a number (the schema then reports it beside the field).
   */
  onChange?: (value: number | string) => void
  step?: number
  /** The lowest value for stepping; the schema checks typed values. */
  min?: number
  /**
   * Large minus and plus buttons at the ends, for touch: Tab skips them, keyboards have the arrows. Typing after a
   * click or tab replaces the value, as a 0 in every field.
   */
  steppers?: boolean
  /** Where stepping begins while the field is empty; 0 if omitted. */
  stepsFrom?: number
  /** The currency in front. */
  money?: boolean
  /** A percentage: `5%` and `5 %` are 5. */
  percent?: boolean
  /** Where a code goes that a scanner types here. If omitted, to the field for scans beside it. */
  onScan?: (code: string) => void
}

/**
 * A quantity or an amount. Exact: nothing is rounded, clamped or turned into 0; a mistake is kept and reported. Arrow
 * keys step. A code that is scanned while the field has the focus doesn't become its number.
 */
// oxlint-disable-next-line max-lines-per-function -- one control: its events share what is typed
export function NumberField({
  value,
  onChange,
  step = 1,
  min = 0,
  steppers = false,
  stepsFrom = 0,
  money = false,
  percent = false,
  onScan,
  onFocus,
  onMouseDown,
  onClick,
  onKeyDown,
  ...rest
}: NumberFieldProps) {
  const symbol = currencySymbol()
  const read = (from: string) => readNumber(percent ? from.replace(/\s*%\s*$/, '') : from)
  const textOf = (number: typeof value) => numberText(number, money ? 2 : 0)
  const [typed, setTyped] = useState({ text: textOf(value), value })
  const text = Object.is(read(typed.text), value ?? '') || typed.value === value ? typed.text : textOf(value)

  // A click into a field that already has the focus (a dialog gave it) would put the caret among the digits: 5 typed
  // into 12 would be 152.
  const untouched = useRef(false)
  const replaces = steppers || value === 0

  const change = (next: string) => {
    untouched.current = false
    const number = read(next)
    setTyped({ text: next, value: number })
    onChange?.(number)
  }
  const by = (difference: number) => {
    const now = read(text)
    if (typeof now === 'string' && now !== '') return
    const from = now === '' ? stepsFrom : now
    const next = Math.max(min, stepped(from, difference))
    // A typed number may be below the minimum: less of it isn't more.
    if (difference > 0 || next < from) change(textOf(next))
  }
  const [scans] = useState(scanReader)
  const keys = (event: KeyboardEvent<HTMLInputElement>) => {
    const scan = scans.press(event, text)
    if (scan) {
      event.preventDefault()
      event.stopPropagation()
      change(scan.before)
      // Once the restored number is part of the form.
      if (onScan) setTimeout(() => onScan(scan.code))
      else if (!moveScan(scan.code, event.currentTarget)) toastFailed(null, notForCodes(scan.code))
      return
    }
    if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      event.preventDefault()
      by(event.key === 'ArrowUp' ? step : -step)
    }
    onKeyDown?.(event)
  }

  const label = typeof rest.label === 'string' ? rest.label : (rest['aria-label'] ?? 'value')
  return (
    <TextInput
      autoComplete="off"
      inputMode="decimal"
      {...rest}
      onFocus={(event) => {
        untouched.current = true
        if (replaces) event.currentTarget.select()
        onFocus?.(event)
      }}
      onMouseDown={(event) => {
        // While everything is selected, browsers move the caret only after the click event: prevent it from the start.
        if (replaces && untouched.current) event.preventDefault()
        onMouseDown?.(event)
      }}
      onClick={(event) => {
        const { selectionStart, selectionEnd } = event.currentTarget
        if (replaces && untouched.current && selectionStart === selectionEnd) event.currentTarget.select()
        // A second click means a single digit.
        untouched.current = false
        onClick?.(event)
      }}
      classNames={{
        input: (steppers ? classes['stepped'] : classes['input']) ?? '',
        wrapper: (steppers ? classes['between'] : undefined) ?? '',
      }}
      value={text}
      onChange={(event) => {
        const { value: after } = event.currentTarget
        if (event.nativeEvent instanceof InputEvent) scans.insert(event.nativeEvent, text, after)
        change(after)
      }}
      onCompositionStart={scans.compose}
      onKeyDown={keys}
      {...(money && !steppers && symbol.length > 1 ? { leftSectionWidth: `calc(${symbol.length}ch + 20px)` } : {})}
      leftSection={
        steppers ? (
          <Stepper icon={IconMinus} label={`Less: ${label}`} disabled={rest.disabled} onClick={() => by(-step)} />
        ) : money ? (
          symbol
        ) : (
          rest.leftSection
        )
      }
      rightSection={
        steppers ? (
          <Stepper icon={IconPlus} label={`More: ${label}`} disabled={rest.disabled} onClick={() => by(step)} />
        ) : (
          (rest.rightSection ?? (percent ? '%' : undefined))
        )
      }
    />
  )
}

const notForCodes = (code: string) =>
  `${code.slice(0, limits.barcodeCharacters)} was scanned into a field for numbers, so it wasn’t entered.`
