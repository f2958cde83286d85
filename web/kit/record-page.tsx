import { Fragment, type ReactNode } from 'react'
import { Clamped } from '../ui/clamped.tsx'
import { Link } from '../ui/link.tsx'
import { ApiError } from './api-error.ts'
import { BackButton } from './back-button.tsx'
import { ErrorCard } from './error-state.tsx'
import { MissingRecord } from './missing-record.tsx'
import { useSetPageTitle } from './page-title.ts'
import classes from './record-page.module.css'
import { RecordSkeleton } from './record-skeleton.tsx'
import type { NamedRecord } from './use-record-elsewhere.ts'

type Crumb = Readonly<{ label: string; to: string }>

type RecordHead = Readonly<{
  title: string
  /** Back always leads to the list, whatever the previous screen was. */
  backToList?: boolean
  subtitle?: ReactNode
  badges?: ReactNode
  picture?: ReactNode
  actions?: ReactNode
  /** A filled button; at the bottom in thumb reach on phones. */
  primary?: ReactNode
}>

type RecordPageProps<T> = Readonly<{
  /** The record's section; its own name is appended. */
  breadcrumb: readonly Crumb[]
  query: Readonly<{ data: T | undefined; error: unknown; refetch: () => unknown }>
  head: (record: T) => RecordHead
  /** What the address names: if it is found in another of the person's organizations, a link there is offered. */
  record: NamedRecord
  /** The spec's texts for an unknown id. */
  notFound: Readonly<{ title: string; text?: string; back: Crumb }>
  failed?: string
  /** The record's skeleton, while it is loading. */
  skeleton?: ReactNode
  children: (record: T) => ReactNode
}>

/** A complete record screen: Back, breadcrumb, name, badges, actions, content; loading, not found, failed. */
export function RecordPage<T>(props: RecordPageProps<T>) {
  const { breadcrumb, query, head, record, notFound, failed, skeleton, children } = props
  if (query.data !== undefined)
    return (
      <Loaded breadcrumb={breadcrumb} head={head(query.data)}>
        {children(query.data)}
      </Loaded>
    )
  if (query.error instanceof ApiError && query.error.isMissing)
    return (
      <MissingRecord {...notFound} section={breadcrumb[0]?.label} record={record} isId={query.error.status === 404} />
    )
  return (
    <Titled title={breadcrumb[0]?.label ?? ''}>
      {query.error ? (
        <>
          <Breadcrumbs breadcrumb={breadcrumb} />
          <ErrorCard
            screen
            error={query.error}
            onRetry={() => void query.refetch()}
            {...(failed ? { fallback: failed } : {})}
          />
        </>
      ) : (
        (skeleton ?? <RecordSkeleton />)
      )}
    </Titled>
  )
}

/** The page has the title of its section until the record is loaded. */
function Titled({ title, children }: { title: string; children: ReactNode }) {
  useSetPageTitle(title)
  return children
}

type RecordFrameProps = RecordHead & Readonly<{ breadcrumb: readonly Crumb[]; children: ReactNode }>

/** The same frame for a screen that loads nothing first: "Add New Product". */
export function RecordFrame({ breadcrumb, children, ...head }: RecordFrameProps) {
  return (
    <Loaded breadcrumb={breadcrumb} head={head}>
      {children}
    </Loaded>
  )
}

function Loaded({
  breadcrumb,
  head,
  children,
}: {
  breadcrumb: readonly Crumb[]
  head: RecordHead
  children: ReactNode
}) {
  useSetPageTitle(head.title, breadcrumb[0]?.label)
  return (
    <>
      <Breadcrumbs breadcrumb={breadcrumb} here={head.title} always={head.backToList} />
      <header className={classes['head']}>
        {head.picture}
        <div className={classes['names']}>
          <div className={classes['line']}>
            <h1 className={classes['title']}>
              <Clamped lines={3}>{head.title}</Clamped>
            </h1>
            {head.badges}
          </div>
          {head.subtitle !== undefined && <p className={classes['subtitle']}>{head.subtitle}</p>}
        </div>
        <div className={classes['actions']}>
          {head.actions}
          {head.primary && (
            <div className={classes['primary']} data-bottom-bar>
              {head.primary}
            </div>
          )}
        </div>
      </header>
      {children}
    </>
  )
}

/** Back, and the sections above the record. */
function Breadcrumbs({
  breadcrumb,
  here,
  always,
}: Readonly<{ breadcrumb: readonly Crumb[]; here?: string; always?: boolean | undefined }>) {
  return (
    <div className={classes['breadcrumbs']}>
      <BackButton to={breadcrumb.at(-1)?.to ?? '/'} always={always} />
      <nav aria-label="Breadcrumb" className={classes['crumbs']}>
        {breadcrumb.map((crumb, index) => (
          <Fragment key={crumb.to}>
            <Link to={crumb.to} className={classes['crumb']}>
              {crumb.label}
            </Link>
            {(here !== undefined || index < breadcrumb.length - 1) && <span aria-hidden>/</span>}
          </Fragment>
        ))}
        {here !== undefined && (
          <span aria-current="page" className={classes['here']}>
            {here}
          </span>
        )}
      </nav>
    </div>
  )
}
