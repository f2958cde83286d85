import { ActionIcon, TextInput, type TextInputProps } from '@mantine/core'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import classes from './number-field.module.css'
import { numberText, readNumber, stepped } from './number-text.ts'

export type NumberFieldProps = Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange'> & {
  value?: number | string | null
  /** Gets a number, `''` when empty, or the text as typed when it is not a number (the schema then says so beside the field). */
  onChange?: (value: number | string) => void
  step?: number
  /** The lowest value that stepping reaches; typing is checked by the schema. */
  min?: number
  /** Big minus and plus buttons at the ends, for thumbs: Tab passes them by, keyboards have the arrows. What stands there is replaced by what is typed after a click or a tab. */
  steppers?: boolean
  /** `$` in front. */
  money?: boolean
}

/** A quantity or an amount. Exact: nothing is rounded, clamped or turned into 0; a slip is kept and named. Arrow keys step. */
export function NumberField({
  value,
  onChange,
  step = 1,
  min = 0,
  steppers = false,
  money = false,
  onFocus,
  onKeyDown,
  ...rest
}: NumberFieldProps) {
  const textOf = (number: typeof value) => numberText(number, money ? 2 : 0)
  const [typed, setTyped] = useState({ text: textOf(value), value })
  const text = Object.is(readNumber(typed.text), value ?? '') || typed.value === value ? typed.text : textOf(value)

  const change = (next: string) => {
    const read = readNumber(next)
    setTyped({ text: next, value: read })
    onChange?.(read)
  }
  const by = (difference: number) => {
    const now = readNumber(text)
    if (typeof now === 'string' && now !== '') return
    change(textOf(Math.max(min, stepped(now === '' ? 0 : now, difference))))
  }
  const keys = (event: KeyboardEvent<HTMLInputElement>) => {
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
        if (steppers) event.currentTarget.select()
        onFocus?.(event)
      }}
      classNames={{ input: (steppers ? classes['stepped'] : classes['input']) ?? '' }}
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
      onKeyDown={keys}
      leftSection={
        steppers ? (
          <ActionIcon
            size={34}
            tabIndex={-1}
            onClick={() => by(-step)}
            aria-label={`Less: ${label}`}
            disabled={rest.disabled ?? false}
          >
            <IconMinus size={16} stroke={2} />
          </ActionIcon>
        ) : money ? (
          '$'
        ) : (
          rest.leftSection
        )
      }
      rightSection={
        steppers ? (
          <ActionIcon
            size={34}
            tabIndex={-1}
            onClick={() => by(step)}
            aria-label={`More: ${label}`}
            disabled={rest.disabled ?? false}
          >
            <IconPlus size={16} stroke={2} />
          </ActionIcon>
        ) : (
          rest.rightSection
        )
      }
    />
  )
}
