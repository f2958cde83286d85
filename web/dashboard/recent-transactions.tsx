import type { Dashboard } from '../../contract/dashboard.ts'
import { recordAddress } from '../../contract/record-addresses.ts'
import { EmptyState } from '../kit/empty-state.tsx'
import { typeLabels } from '../stock/labels.ts'
import { SignedQuantity } from '../transactions/transaction-columns.tsx'
import { Card } from '../ui/card.tsx'
import { Link } from '../ui/link.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { Aged } from './aged.tsx'
import classes from './dashboard.module.css'

type Recent = Dashboard['recent_transactions'][number]

/** The newest stock entries. */
export function RecentTransactions({ transactions }: { transactions: readonly Recent[] }) {
  return (
    <Card title="Recent Transactions" aside={transactions.length > 0 && <Link to="/transactions">View All</Link>} flush>
      {transactions.length === 0 ? (
        <EmptyState title="No transactions yet." compact />
      ) : (
        <ul className={classes['list']}>
          {transactions.map((transaction) => (
            <li key={transaction.id}>
              <Row transaction={transaction} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function Row({ transaction }: { transaction: Recent }) {
  const { type, product_id, product_name, product_sku, date } = transaction
  const content = (
    <>
      <span className={classes['type']}>
        <StatusBadge tone={tones[type] ?? 'gray'} dot={false}>
          {labels[type]}
        </StatusBadge>
      </span>
      <span className={classes['text']}>
        <span className={classes['name']}>{product_name ?? 'Product Not Found'}</span>
        <Aged text={product_sku ?? 'N/A'} at={date} />
      </span>
      <SignedQuantity row={transaction} />
    </>
  )
  return product_id === null || product_name === null ? (
    <span className={classes['row']}>{content}</span>
  ) : (
    <Link to={recordAddress('product', product_id)} className={classes['row']}>
      {content}
    </Link>
  )
}

const labels: Record<Recent['type'], string> = { ...typeLabels, in: 'In', out: 'Out', adjustment: 'Adj' }
const tones: Partial<Record<Recent['type'], 'green' | 'red' | 'amber'>> = {
  in: 'green',
  out: 'red',
  adjustment: 'amber',
}
