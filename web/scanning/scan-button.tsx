import { ActionIcon } from '@mantine/core'
import { IconLineScan } from '@tabler/icons-react'
import { useDisclosure } from '@mantine/hooks'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { loadCode } from '../kit/load-code.ts'
import { toastFailed } from '../kit/toast.tsx'
import type { OnCode } from './camera-scanner.tsx'
import classes from './scanning.module.css'

const load = () => loadCode(() => import('./camera-scanner.tsx'))
const CameraScanner = lazy(() => load().then((module) => ({ default: module.CameraScanner })))

type ScanButtonProps = Readonly<{
  onCode: OnCode
  /** The camera stays on after a code, for the next one. */
  continues?: boolean
  /** What is scanned, where a screen has several of these buttons for different things. */
  label?: string
  /** Tab leads past it, where what it finds can also be typed and one more key for each row would be too many. */
  isSkipped?: boolean
}>

/** Whether this page may ask for a camera: browsers allow it on HTTPS and localhost only. */
export const mayScan = () => navigator.mediaDevices?.getUserMedia !== undefined

/** Scans with the camera, at the end of the field that a scanner types into. Absent where that is impossible. */
export function ScanButton({
  onCode,
  continues = false,
  label = 'Scan with camera',
  isSkipped = false,
}: ScanButtonProps) {
  const [isOpen, { open, close }] = useDisclosure(false)
  const button = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    // Unless what was scanned leads elsewhere.
    if (wasOpen.current && !isOpen && document.activeElement === document.body) button.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  if (!mayScan()) return null
  const start = () =>
    void load().then(open, (error: unknown) => toastFailed(error, 'Scanning couldn’t be loaded. Reload the page.'))
  return (
    <>
      <ActionIcon
        ref={button}
        className={classes['scan'] ?? ''}
        aria-label={label}
        onClick={start}
        {...(isSkipped ? { tabIndex: -1 } : {})}
      >
        <IconLineScan size={20} stroke={1.6} />
      </ActionIcon>
      {isOpen && (
        <Suspense>
          <CameraScanner onCode={onCode} continues={continues} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
