import { Button } from '@mantine/core'
import { createComment, listComments } from '../../contract/comments.ts'
import type { RecordType } from '../../contract/records.ts'
import { useCommand } from '../kit/use-command.ts'
import { useInfiniteRead } from '../kit/use-infinite-read.ts'
import { ErrorState } from '../kit/error-state.tsx'
import { RowSkeletons } from '../kit/skeletons.tsx'
import { useMay } from '../kit/use-may.ts'
import { Card } from '../ui/card.tsx'
import { CommentEditor } from './comment-editor.tsx'
import classes from './comments.module.css'
import { FollowButton } from './follow-button.tsx'
import { OneComment } from './one-comment.tsx'

type RecordProps = Readonly<{ record_type: RecordType; record_id: string }>

/** The comments on a record, the newest last, and the follow switch. `plain`: without a card around it, in panels. */
export function Comments({ plain = false, ...record }: RecordProps & Readonly<{ plain?: boolean }>) {
  const query = useInfiniteRead(listComments, record)
  const mayWrite = useMay('comments.write') === true
  const isReading = !query.items && !query.error
  const content = (
    <div className={classes['root']}>
      {query.error && !query.items ? (
        <ErrorState
          compact
          error={query.error}
          fallback="Failed to load comments"
          onRetry={() => void query.refetch()}
        />
      ) : !query.items ? (
        <RowSkeletons rows={2} />
      ) : (
        <>
          {query.hasNextPage && (
            <Button
              variant="subtle"
              size="compact-md"
              className={classes['earlier']}
              loading={query.isFetchingNextPage}
              onClick={() => void query.fetchNextPage()}
            >
              Show earlier comments
            </Button>
          )}
          {query.items.length > 0 && (
            <ol className={classes['list']} aria-label="Comments">
              {query.items.toReversed().map((comment) => (
                <OneComment key={comment.id} comment={comment} mayWrite={mayWrite} />
              ))}
            </ol>
          )}
          {query.items.length === 0 && !mayWrite && <p className={classes['quiet']}>No comments yet</p>}
        </>
      )}
      {mayWrite && !isReading && <NewComment key={record.record_id} {...record} />}
    </div>
  )
  const aside = <FollowButton {...record} />
  if (!plain)
    return (
      <Card title="Comments" aside={aside} reading={isReading}>
        {content}
      </Card>
    )
  return (
    <section className={classes['plain']} data-reading={isReading || undefined}>
      <header>
        <h3>Comments</h3>
        {aside}
      </header>
      {content}
    </section>
  )
}

function NewComment(record: RecordProps) {
  const command = useCommand(createComment, { showsProgress: true })
  return (
    <CommentEditor
      record={record}
      keep={`comment on ${record.record_type} ${record.record_id}`}
      label="Comment"
      placeholder="Add a comment…"
      submitLabel="Comment"
      pending={command.pending}
      onSubmit={({ id, body }) => command.run({ id, body, ...record })}
    />
  )
}
