import { ActionIcon } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import classes from './number-field.module.css'

type StepperProps = Readonly<{ icon: Icon; label: string; disabled: boolean | undefined; onClick: () => void }>

/** A button beside a number that changes it by one step; keyboards use the arrow keys in the field instead. */
export function Stepper({ icon: StepIcon, label, disabled = false, onClick }: StepperProps) {
  return (
    <ActionIcon
      className={classes['step']}
      size={34}
      tabIndex={-1}
      onClick={onClick}
      aria-label={label}
      disabled={disabled}
    >
      <StepIcon size={16} stroke={2} />
    </ActionIcon>
  )
}
