import { Radio } from '@mantine/core'
import { type Role, reaches, roles } from '../../contract/permissions.ts'
import classes from './members.module.css'
import { roleLabels, roleTexts } from '../kit/roles.ts'

type RoleChoiceProps = Readonly<{
  label: string
  /** The caller's role: no one can assign a higher one. */
  own: Role
  value: Role
  onChange: (role: Role) => void
  error?: string | undefined
}>

/** A role, each with what it may do. */
export function RoleChoice({ label, own, value, onChange, error }: RoleChoiceProps) {
  return (
    <Radio.Group label={label} value={value} error={error} onChange={(role) => onChange(role as Role)}>
      <div className={classes['choices']}>
        {roles
          .filter((role) => reaches(own, role))
          .map((role) => (
            <Radio.Card key={role} value={role} className={classes['choice'] ?? ''} aria-label={roleLabels[role]}>
              <Radio.Indicator size="sm" />
              <span className={classes['choiceText']}>
                <span className={classes['choiceName']}>{roleLabels[role]}</span>
                <span className={classes['note']}>{roleTexts[role]}</span>
              </span>
            </Radio.Card>
          ))}
      </div>
    </Radio.Group>
  )
}
