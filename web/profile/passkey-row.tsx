import type { PasskeyListItem } from '@supabase/auth-js'
import { IconFingerprint, IconPencil, IconTrash } from '@tabler/icons-react'
import { RowActions } from '../kit/row-actions.tsx'
import { SectionRow } from '../kit/section-row.tsx'
import { Moment } from '../ui/moment.tsx'
import { nameOf } from './passkey-name.ts'

type PasskeyRowProps = Readonly<{ passkey: PasskeyListItem; onRename: () => void; onRemove: () => void }>

export function PasskeyRow({ passkey, onRename, onRemove }: PasskeyRowProps) {
  return (
    <SectionRow
      icon={<IconFingerprint size={20} stroke={1.6} />}
      title={nameOf(passkey)}
      text={
        <>
          Added <Moment at={passkey.created_at} />
          {passkey.last_used_at && (
            <>
              {' · last used '}
              <Moment at={passkey.last_used_at} />
            </>
          )}
        </>
      }
      action={
        <RowActions
          of={nameOf(passkey)}
          actions={[
            { label: 'Rename', icon: IconPencil, onClick: onRename },
            { label: 'Remove passkey', icon: IconTrash, danger: true, onClick: onRemove },
          ]}
        />
      }
    />
  )
}
