import { Anchor, PasswordInput } from '@mantine/core'
import { Link } from '../ui/link.tsx'
import classes from './auth-page.module.css'

type PresentPasswordProps = Readonly<{ value: string; error: string | undefined; onChange: (value: string) => void }>

export function PresentPassword({ value, error, onChange }: PresentPasswordProps) {
  return (
    <div className={classes['labeled']}>
      <PasswordInput
        label="Password"
        name="password"
        autoComplete="current-password"
        value={value}
        error={error}
        visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password' }}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <Anchor component={Link} to="/auth/forgot" className={classes['beside'] ?? ''}>
        Forgot your password?
      </Anchor>
    </div>
  )
}
