import { useQuery } from '@tanstack/react-query'
import { forEveryone } from '../kit/query-client.ts'
import classes from './password-strength.module.css'

const advisedCharacters = 12
const words = ['Very weak', 'Weak', 'Fair', 'Good', 'Strong'] as const
/** The estimate takes more than linear time; no one needs the strength of a longer one. */
const longestChecked = 100

/** The strength of a new password, in five steps; the estimator is loaded when the first character is typed. */
export function PasswordStrength({ password, email }: { password: string; email: string }) {
  const estimator = useQuery({
    queryKey: ['password-strength'],
    meta: forEveryone,
    queryFn: () => import('./strength.ts'),
    enabled: password !== '',
    staleTime: Infinity,
  })
  const score = password === '' ? undefined : estimator.data?.strengthOf(password.slice(0, longestChecked), email)
  const advice = `We recommend ${advisedCharacters} characters or more.`
  const lit = score === undefined ? 0 : Math.max(1, score)
  return (
    <div className={classes['root']} data-score={score}>
      <div className={classes['bars']} aria-hidden>
        {[1, 2, 3, 4].map((step) => (
          <span key={step} className={classes['bar']} data-on={step <= lit || undefined} />
        ))}
      </div>
      <p className={classes['text']} aria-live="polite">
        {score === undefined ? advice : `${words[score]}. ${password.length < advisedCharacters ? advice : ''}`}
      </p>
    </div>
  )
}
