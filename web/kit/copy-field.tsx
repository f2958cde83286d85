import { ActionIcon, Button, TextInput, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import classes from './copy-field.module.css'
import { copyText } from './copy-text.ts'

/** A text to share: fully visible, selected on focus, copied by its button. */
export function CopyField({ label, value, description }: { label: string; value: string; description?: string }) {
  const { says, Icon, copy } = useCopy(value)
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
          <ActionIcon aria-label={`${says}: ${label}`} size={28} onClick={copy}>
            <Icon size={16} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
      }
    />
  )
}

/** Copies a text and briefly confirms it. */
export function CopyButton(props: { value: string; label?: string; variant?: 'default' | 'filled' }) {
  const { value, label = 'Copy', variant = 'default' } = props
  const { says, Icon, copy } = useCopy(value, label)
  return (
    <Button variant={variant} leftSection={<Icon size={16} stroke={1.6} />} onClick={copy}>
      <span aria-live="polite">{says}</span>
    </Button>
  )
}

const shownMs = 2_000

/** What a button that copies the text shows: for two seconds after a press, whether it was copied. */
function useCopy(value: string, label = 'Copy') {
  const [isCopied, setCopied] = useState<boolean | null>(null)
  useEffect(() => {
    if (isCopied === null) return undefined
    const timer = setTimeout(() => setCopied(null), shownMs)
    return () => clearTimeout(timer)
  }, [isCopied])
  return {
    says: isCopied === null ? label : isCopied ? 'Copied' : 'Couldn’t copy. Select the text and copy it.',
    Icon: isCopied ? IconCheck : IconCopy,
    copy: () => void copyText(value).then(setCopied),
  }
}
