import { Button, TextInput } from '@mantine/core'
import { IconBarcode } from '@tabler/icons-react'
import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react'
import { trimmed } from '../../contract/trimmed.ts'
import { ScanButton } from '../scanning/scan-button.tsx'
import { typeSeparator } from '../scanning/type-separator.ts'
import classes from './scan-field.module.css'

/** What a scan did, or the problem. */
export type ScanOutcome = Readonly<{
  text: string
  ok: boolean
  /** Takes it back; returns what to say then. */
  undo?: () => string
}>

/**
 * The field for scanners, or for a phone's camera: the code and Enter, at any speed. Text typed while no field has the
 * focus goes here too, so that no tap is needed before a scan. It stays in view while the list scrolls.
 */
export function ScanField({ onScan }: Readonly<{ onScan: (code: string) => ScanOutcome }>) {
  const [outcome, setOutcome] = useState<ScanOutcome | null>(null)
  const input = useRef<HTMLInputElement>(null)

  const take = (code: string) => {
    const next = onScan(code)
    setOutcome(next)
    return next
  }
  const keys = (event: KeyboardEvent<HTMLInputElement>) => {
    typeSeparator(event)
    if (event.key !== 'Enter') return
    event.preventDefault()
    const code = trimmed(event.currentTarget.value)
    event.currentTarget.value = ''
    if (code !== '') take(code)
  }
  const undo = (event: MouseEvent) => {
    if (outcome?.undo) setOutcome({ text: outcome.undo(), ok: true })
    // The button disappears. After a touch, the field would open the keyboard.
    if (event.detail === 0) input.current?.focus({ preventScroll: true })
  }
  return (
    <div className={classes['scan']}>
      <TextInput
        ref={input}
        data-takes-typing
        aria-label="Scan a barcode or type a SKU"
        placeholder="Scan a barcode or type a SKU"
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="done"
        leftSection={<IconBarcode size={18} stroke={1.6} aria-hidden />}
        rightSection={<ScanButton onCode={take} continues />}
        rightSectionWidth={44}
        onKeyDown={keys}
      />
      <div className={classes['scanned']}>
        <p role="status" className={classes['scanMessage']} data-ok={outcome?.ok}>
          {outcome?.text}
        </p>
        {outcome?.undo && (
          <Button variant="subtle" size="compact-sm" aria-label="Undo the last scan" onClick={undo}>
            Undo
          </Button>
        )}
      </div>
    </div>
  )
}
