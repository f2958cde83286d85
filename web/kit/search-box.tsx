import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback, useHotkeys } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { KeyboardHint } from '../ui/keyboard-hint.tsx'
import classes from './list-toolbar.module.css'

type SearchBoxProps = Readonly<{ value: string; onChange: (value: string) => void; placeholder: string }>

/**
 * Searches while typing, after a short pause. Text typed while no other field has the focus goes here; `/` focuses it,
 * Escape clears it.
 */
export function SearchBox({ value, onChange, placeholder }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(value)
  const [seen, setSeen] = useState(value)
  const [reported, setReported] = useState(value)
  const report = useDebouncedCallback((next: string) => {
    setReported(next)
    onChange(next)
  }, 200)
  useHotkeys([['/', () => input.current?.focus()]])

  // The address changed without typing here (the back button, "Clear filters"): show its value.
  if (value !== seen) {
    setSeen(value)
    if (value !== reported) {
      setText(value)
      setReported(value)
    }
  }
  const type = (next: string) => {
    setText(next)
    report(next)
  }
  const clear = () => {
    type('')
    // The button disappears.
    input.current?.focus()
  }
  return (
    <TextInput
      ref={input}
      type="search"
      className={classes['search']}
      aria-label={placeholder}
      aria-keyshortcuts="/"
      data-takes-typing
      placeholder={placeholder}
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') type('')
        const first =
          event.key === 'ArrowDown' &&
          document.querySelector<HTMLElement>('main :is([data-row-link], [data-card-link])')
        if (!first) return
        event.preventDefault()
        first.focus()
      }}
      leftSection={<IconSearch size={16} stroke={1.8} aria-hidden />}
      rightSection={
        text ? <CloseButton size="sm" aria-label="Clear search" onClick={clear} /> : <KeyboardHint keys="/" />
      }
    />
  )
}
