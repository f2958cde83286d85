import type { Notification } from '../../contract/notifications.ts'
import classes from './notifications.module.css'

/** The numbers of orders stay on one line. */
export function unbroken(text: string) {
  return text.split(/(\b[PS]O-\d{6}-\d{3}\b)/).map((part, index) =>
    index % 2 === 1 ? (
      // oxlint-disable-next-line react/no-array-index-key -- a part of a text has no other name than its place
      <span key={index} className={classes['number']}>
        {part}
      </span>
    ) : (
      part
    ),
  )
}

/**
 * The details, and the author if the title doesn't begin with one. A customer's question may switch the direction of
 * the text: that ends with the question and doesn't reverse what follows.
 */
export function About({ notification: { title, body, actor_name } }: Readonly<{ notification: Notification }>) {
  const who = actor_name !== null && !title.startsWith(actor_name) ? actor_name : null
  if (body === null && who === null) return null
  return (
    <span className={classes['body']}>
      {body !== null && <bdi>{unbroken(who === null ? body : body.replace(/\.$/, ''))}</bdi>}
      {body !== null && who !== null && ' · '}
      {who !== null && <bdi>{who}</bdi>}
    </span>
  )
}
