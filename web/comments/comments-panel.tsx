import type { ReactNode } from 'react'
import type { RecordType } from '../../contract/records.ts'
import { Panel } from '../kit/panel.tsx'
import { RecordHistory } from '../kit/record-history.tsx'
import { Comments } from './comments.tsx'
import classes from './comments.module.css'

type CommentsPanelProps = Readonly<{
  title: ReactNode
  record_type: RecordType
  record_id: string
  opened: boolean
  onClose: () => void
}>

/** The comments on a record without its own page, and its history. */
export function CommentsPanel({ title, record_type, record_id, opened, onClose }: CommentsPanelProps) {
  return (
    <Panel title={title} opened={opened} onClose={onClose} size={460}>
      <div className={classes['panel']}>
        {opened && (
          <>
            <Comments plain key={record_id} record_type={record_type} record_id={record_id} />
            <RecordHistory plain record_id={record_id} />
          </>
        )}
      </div>
    </Panel>
  )
}
