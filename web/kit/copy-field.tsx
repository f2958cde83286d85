import { ActionIcon, Button, TextInput, Tooltip } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import classes from './copy-field.module.css'

/** A text to share: fully visible, selected on focus, copied by its button. */
export function CopyField({ label, value, description }: { label: string; value: string; description?: string }) {
  const clipboard = useClipboard({ timeout: 2_000 })
  const says = clipboard.copied ? 'Copied' : 'Copy'
  return (
    <TextInput
      label={label}
      description={description}
      value={value}
      readOnly
      classNames={{ input: classes['input'] ?? '' }}
      onFocus={(event) => event.currentTarget.select()}
      rightSectionWidth={40}
      rightSection={
        <Tooltip label={says}>
          <ActionIcon aria-label={`${says}: ${label}`} size={28} onClick={() => clipboard.copy(value)}>
            {clipboard.copied ? <IconCheck size={16} stroke={1.8} /> : <IconCopy size={16} stroke={1.6} />}
          </ActionIcon>
        </Tooltip>
      }
    />
  )
}

/** Copies a text and briefly confirms it. */
export function CopyButton({ value, label = 'Copy' }: { value: string; label?: string }) {
  const clipboard = useClipboard({ timeout: 2_000 })
  const Icon = clipboard.copied ? IconCheck : IconCopy
  return (
    <Button variant="default" leftSection={<Icon size={16} stroke={1.6} />} onClick={() => clipboard.copy(value)}>
      <span aria-live="polite">{clipboard.copied ? 'Copied' : label}</span>
    </Button>
  )
}
