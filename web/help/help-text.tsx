import { Link } from '../ui/link.tsx'
import classes from './help.module.css'
import { type HelpSpan, parseHelp } from './parse-help.ts'
import type { HelpTopic } from './topics.ts'

/** A topic's text; its title is above it. */
export function HelpText({ topic, onLeave }: { topic: HelpTopic; onLeave: () => void }) {
  return (
    <article className={classes['text']}>
      {parseHelp(topic.text).map((block, index) => {
        const key = `${topic.name} ${index}`
        if (block.kind === 'list')
          return (
            <ul key={key}>
              {block.items.map((item, at) => (
                <li key={`${key} ${at}`}>
                  <Spans spans={item} onLeave={onLeave} />
                </li>
              ))}
            </ul>
          )
        if (block.kind === 'title') return null
        const Tag = block.kind === 'heading' ? 'h3' : 'p'
        return (
          <Tag key={key}>
            <Spans spans={block.spans} onLeave={onLeave} />
          </Tag>
        )
      })}
    </article>
  )
}

function Spans({ spans, onLeave }: { spans: readonly HelpSpan[]; onLeave: () => void }) {
  return spans.map((span, index) => {
    const key = `${index} ${span.text}`
    if (span.kind === 'name') return <b key={key}>{span.text}</b>
    if (span.kind === 'text') return <span key={key}>{span.text}</span>
    return (
      <Link key={key} to={span.to} onClick={onLeave}>
        {span.text}
      </Link>
    )
  })
}
