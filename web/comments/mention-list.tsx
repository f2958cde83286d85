import { useMentions } from './use-mentions.ts'
import classes from './comments.module.css'

type MentionListProps = Readonly<{ mentions: ReturnType<typeof useMentions>; onChoose: (index: number) => void }>

export function MentionList({ mentions: { listId, options, active }, onChoose }: MentionListProps) {
  return (
    <div id={listId} role="listbox" aria-label="Members" className={classes['people']}>
      {options.map((person, index) => (
        <div
          key={person.user_id}
          id={`${listId}-${index}`}
          role="option"
          aria-selected={index === active}
          tabIndex={-1}
          onMouseDown={(event) => {
            // The field keeps the focus.
            event.preventDefault()
            onChoose(index)
          }}
        >
          <span>{person.name}</span>
          <span className={classes['quiet']}>{person.email}</span>
        </div>
      ))}
    </div>
  )
}
