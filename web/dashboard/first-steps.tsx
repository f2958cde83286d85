import { Button, CloseButton } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconCheck, IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Dashboard } from '../../contract/dashboard.ts'
import { listInvitations } from '../../contract/invitations.ts'
import { listLocations } from '../../contract/locations.ts'
import { readMe } from '../../contract/me.ts'
import { readOrganization } from '../../contract/organizations.ts'
import { useRead } from '../kit/api.ts'
import { useMay, useMayAny } from '../kit/use-may.ts'
import { useOrganizations } from '../kit/use-organizations.ts'
import { TemplateButton } from '../imports/template-button.tsx'
import { SampleCard } from '../organizations/sample-card.tsx'
import { Link } from '../ui/link.tsx'
import { Moment } from '../ui/moment.tsx'
import classes from './first-steps.module.css'
import { nextStep, type Step, stepsOf } from './steps.ts'

type FirstStepsProps = { dashboard: Dashboard }

/**
 * Leads a new company to its first day of work: steps that are checked off by the data. Without products, it offers the
 * sample company; afterwards owners and admins see it until it is done, hidden, or they trade.
 */
export function FirstSteps({ dashboard }: FirstStepsProps) {
  const { current } = useOrganizations()
  const maySetUp = useMay('settings.write') === true
  const [isHidden, setHidden] = useLocalStorage({
    key: `onhand-first-steps-hidden:${current?.org_id}`,
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  if (dashboard.products === 0)
    return (
      <div className={classes['root']}>
        <Steps dashboard={dashboard} />
        <SampleCard />
      </div>
    )
  if (!maySetUp || isHidden || hasTraded(dashboard)) return null
  return <Steps dashboard={dashboard} onHide={() => setHidden(true)} />
}

/** Companies that sell or have received need no introduction. */
function hasTraded({ sales_orders, receiving }: Dashboard): boolean {
  return sales_orders.total > 0 || receiving.completed + receiving.partial > 0
}

function Steps({ dashboard, onHide }: FirstStepsProps & { onHide?: () => void }) {
  const may = useMayAny()
  const company = useRead(readOrganization, {}).data
  const locations = useRead(listLocations, { limit: 2 }).data
  const invitations = useRead(listInvitations, {}, { enabled: may('members.write') }).data
  const steps = stepsOf(
    {
      products: dashboard.products,
      locations: locations?.items.length,
      people: company && company.member_count + (invitations?.items.length ?? 0),
      purchaseOrders: dashboard.receiving.orders,
      received: dashboard.receiving.completed + dashboard.receiving.partial,
    },
    may,
  )
  const next = nextStep(steps)
  const done = steps.filter(({ isDone }) => isDone).length
  // Until everything is known, a finished step may seem open.
  if (next === undefined && onHide) return null
  return (
    <section className={classes['card']} aria-labelledby="first-steps">
      <header className={classes['head']}>
        <div className={classes['headText']}>
          <h2 className={classes['title']} id="first-steps">
            Set up {company?.name ?? 'your company'}
          </h2>
          <p className={classes['quiet']}>
            {steps.length > 1
              ? 'Each step is checked off when it’s done. You can do them in any order.'
              : 'No products yet. Ask a colleague who can import or add products to begin.'}
          </p>
        </div>
        {steps.length > 1 && (
          <>
            <span className={classes['quiet']}>
              {done} of {steps.length} done
            </span>
            <Ring part={done / steps.length} />
          </>
        )}
        {onHide && <CloseButton aria-label="Hide these steps" onClick={onHide} />}
      </header>
      {steps.length > 1 && (
        <ol className={classes['steps']}>
          {steps.map((step, index) => (
            <StepRow
              key={step.id}
              step={step}
              number={index + 1}
              isOpen={step === next}
              note={step.id === 'company' && company ? <Moment at={company.created_at} /> : null}
            />
          ))}
        </ol>
      )}
    </section>
  )
}

type StepRowProps = { step: Step; number: number; isOpen: boolean; note: ReactNode }

function StepRow({ step: { id, title, text, isDone, way, more }, number, isOpen, note }: StepRowProps) {
  const later = isDone ? more : isOpen ? null : way
  return (
    <li
      className={classes['step']}
      data-state={isDone ? 'done' : isOpen ? 'open' : 'later'}
      aria-current={isOpen ? 'step' : undefined}
    >
      <span className={classes['sign']} aria-hidden>
        {isDone ? <IconCheck size={15} stroke={2.4} /> : number}
      </span>
      <div className={classes['about']}>
        <h3 className={classes['stepTitle']}>
          {title}
          {isDone && <span className={classes['unseen']}>(done)</span>}
        </h3>
        {!isDone && <p className={classes['quiet']}>{text}</p>}
        {id === 'company' && <Region />}
        {isOpen && way && (
          <div className={classes['ways']}>
            <Button component={Link} to={way.to}>
              {way.label}
            </Button>
            {id === 'products' && way.to === '/import' && <OtherWays />}
          </div>
        )}
      </div>
      {isDone && note !== null && <span className={classes['quiet']}>{note}</span>}
      {later && (
        <Link to={later.to} className={classes['later']}>
          {later.label}
          <IconChevronRight size={16} stroke={1.8} aria-hidden />
        </Link>
      )}
    </li>
  )
}

/** What the company was given for a start, to be changed before its first order. */
function Region() {
  const me = useRead(readMe, {}).data
  return (
    me && (
      <p className={classes['quiet']}>
        Currency: {me.currency} · {`Time\u00a0zone:\u00a0${me.time_zone}`}
      </p>
    )
  )
}

/** Beside the import: an empty workbook to fill in, and products one by one. */
function OtherWays() {
  return (
    <>
      <TemplateButton variant="subtle" />
      <Button variant="subtle" component={Link} to="/products/new">
        Add a product
      </Button>
    </>
  )
}

const circumference = 2 * Math.PI * 15

function Ring({ part }: { part: number }) {
  return (
    <svg viewBox="0 0 36 36" className={classes['ring']} aria-hidden>
      <circle cx="18" cy="18" r="15" />
      <circle cx="18" cy="18" r="15" data-done strokeDasharray={`${part * circumference} ${circumference}`} />
    </svg>
  )
}
