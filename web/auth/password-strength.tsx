import { useEffect, useState } from 'react'
import classes from './password-strength.module.css'

const advisedCharacters = 12
const words = ['Very weak', 'Weak', 'Fair', 'Good', 'Strong'] as const
const longestChecked = 100

/** How hard a new password is to guess, in five steps; the estimator is loaded when the first character is typed. */
export function PasswordStrength({ password, email }: { password: string; email: string }) {
  const [score, setScore] = useState<number | null>(null)
  useEffect(() => {
    if (password === '') return setScore(null)
    let current = true
    void import('./strength.ts').then(({ strengthOf }) => {
      if (current) setScore(strengthOf(password.slice(0, longestChecked), email))
    })
    return () => {
      current = false
    }
  }, [password, email])

  const advice = password.length < advisedCharacters ? ` We advise ${advisedCharacters} characters or more.` : ''
  return (
    <div className={classes['root']} data-score={score ?? undefined}>
      <div className={classes['bars']} aria-hidden>
        {[1, 2, 3, 4].map((step) => (
          <span
            key={step}
            className={classes['bar']}
            data-on={(score !== null && score >= step) || (score === 0 && step === 1) || undefined}
          />
        ))}
      </div>
      <p className={classes['text']} aria-live="polite">
        {score === null ? `We advise ${advisedCharacters} characters or more.` : `${words[score]}.${advice}`}
      </p>
    </div>
  )
}
