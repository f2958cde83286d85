import { TextInput, type TextInputProps } from '@mantine/core'

type CodeFieldProps = Omit<TextInputProps, 'onChange'> & { onChange: (code: string) => void }

/** The field of a code that is valid once: from an email, an app or a list. */
export function CodeField({ onChange, ...input }: CodeFieldProps) {
  return (
    <TextInput
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={12}
      {...input}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/** The six digits of a typed code, which may contain spaces; null if it isn't one. */
export function sixDigits(typed: string): string | null {
  const code = typed.replaceAll(/\s/g, '')
  return /^\d{6}$/.test(code) ? code : null
}
