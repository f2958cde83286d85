import { PasswordInput } from '@mantine/core'
import { PasswordStrength } from './password-strength.tsx'

type NewPasswordProps = Readonly<{
  label: string
  value: string
  onChange: (value: string) => void
  error?: string | null | undefined
  /** The person's address: parts of it are easy to guess. */
  email: string
  autofocus?: boolean
}>

/** A field for a new password, with its strength. */
export function NewPassword({ label, value, onChange, error, email, autofocus = false }: NewPasswordProps) {
  return (
    <div>
      <PasswordInput
        label={label}
        name="password"
        autoComplete="new-password"
        data-autofocus={autofocus || undefined}
        value={value}
        error={error}
        visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password' }}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <PasswordStrength password={value} email={email} />
    </div>
  )
}
