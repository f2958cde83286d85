import classes from './sample-card.module.css'

const colors = ['#3B82F6', '#10B981', '#EF4444', '#F59E0B', '#8B5CF6', '#06B6D4']
/** Where each slice of the ring ends, of a hundred. */
const ends = [24, 43, 61, 77, 89, 100]
/** Per bar: waiting, in progress and done, in percent. */
const bars = [
  [22, 24, 24],
  [16, 32, 28],
  [11, 43, 32],
]

/** A drawn preview of the dashboard and its orders; decorative only. */
export function SamplePicture() {
  return (
    <div className={classes['picture']} aria-hidden>
      <svg viewBox="0 0 64 64" className={classes['ring']}>
        {ends.map((end, index) => {
          const start = ends[index - 1] ?? 0
          return (
            <circle
              key={end}
              r="24"
              cx="32"
              cy="32"
              fill="none"
              stroke={colors[index]}
              strokeWidth="12"
              pathLength="100"
              strokeDasharray={`${end - start - 1} ${101 - end + start}`}
              strokeDashoffset={25 - start}
            />
          )
        })}
      </svg>
      <div className={classes['bars']}>
        {bars.map((parts) => (
          <span key={parts.join()} className={classes['bar']}>
            {parts.map((part, index) => (
              <span key={index} data-part={index} style={{ flexBasis: `${part}%` }} />
            ))}
          </span>
        ))}
      </div>
    </div>
  )
}
