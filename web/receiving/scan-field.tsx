import { TextInput } from '@mantine/core'
import { IconBarcode } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { trimmed } from '../../contract/trimmed.ts'
import { ScanButton } from '../scanning/scan-button.tsx'
import { typeSeparator } from '../scanning/type-separator.ts'
import classes from './receiving.module.css'

type ScanFieldProps = Readonly<{
  /** Accepts a code; returns what it did, or the problem. */
  onScan: (code: string) => { text: string; ok: boolean }
}>

/**
 * The field for scanners, or for a phone's camera: the code and Enter, at any speed. Text typed while no field has the
 * focus goes here too, so that no tap is needed before a scan.
 */
export function ScanField({ onScan }: ScanFieldProps) {
  const [message, setMessage] = useState<{ text: string; ok: boolean } | null>(null)

  const take = (code: string) => {
    const result = onScan(code)
    setMessage(result)
    return result
  }
  const keys = (event: KeyboardEvent<HTMLInputElement>) => {
    typeSeparator(event)
    if (event.key !== 'Enter') return
    event.preventDefault()
    const code = trimmed(event.currentTarget.value)
    event.currentTarget.value = ''
    if (code !== '') take(code)
  }
  return (
    <div className={classes['scan']}>
      <TextInput
        data-takes-typing
        aria-label="Scan a barcode or type a SKU"
        placeholder="Scan a barcode or type a SKU, then Enter"
        autoComplete="off"
        spellCheck={false}
        leftSection={<IconBarcode size={18} stroke={1.6} aria-hidden />}
        rightSection={<ScanButton onCode={take} continues />}
        rightSectionWidth={44}
        onKeyDown={keys}
      />
      <p role="status" className={classes['scanMessage']} data-ok={message?.ok}>
        {message?.text}
      </p>
    </div>
  )
}
