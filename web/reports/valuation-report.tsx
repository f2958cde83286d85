import { Button } from '@mantine/core'
import { IconReportMoney } from '@tabler/icons-react'
import { useMemo } from 'react'
import { counted } from '../../contract/counted-nouns.ts'
import { formatMoney } from '../../contract/money.ts'
import { formatQuantity, roundTo } from '../../contract/quantity.ts'
import {
  readValuationReport,
  readValuationSummary,
  type ValuationLine,
  valuationSorts,
  type ValuationSummary,
  type Worth,
} from '../../contract/reports.ts'
import { useRead } from '../kit/api.ts'
import type { Past } from '../kit/as-of-text.ts'
import type { Column } from '../kit/columns.ts'
import type { TotalRow } from '../kit/table-totals.tsx'
import { RecordLine } from '../kit/record-line.tsx'
import { Figure, Figures } from '../products/product-figures.tsx'
import { unknownCostText } from '../products/unknown-cost.ts'
import { Card } from '../ui/card.tsx'
import { Link } from '../ui/link.tsx'
import { Money, Quantity } from '../ui/tabular.tsx'
import { CategoryBars } from './category-bars.tsx'
import { categoryAddress, productsText } from './inventory-report.tsx'
import { productAddress, StockCell } from './product-cells.tsx'
import { ReportSummary } from './report-summary.tsx'
import { ReportTable } from './report-table.tsx'
import { knownSort, type ReportUrl } from './use-report-url.ts'

type ValuationReportProps = ReportUrl & Readonly<{ past: Past | null }>

/** The input of the report and of its file. */
export function valuationInput({ url, past }: Pick<ValuationReportProps, 'url' | 'past'>) {
  return { ...past, sort: knownSort(valuationSorts, url.sort) }
}

/** Inventory Valuation: the stock's cost and value at price, in total, by category and by product. */
export function ValuationReport({ url, setUrl, past }: ValuationReportProps) {
  const summary = useRead(readValuationSummary, { ...past }, { keepPrevious: true })
  const columns = useMemo(() => columnsOf(past), [past])
  return (
    <>
      <ReportSummary query={summary}>
        {(sums) =>
          sums.products === 0 ? null : (
            <>
              <ValuationFigures summary={sums} />
              <ValuationByCategory summary={sums} isPast={past !== null} />
            </>
          )
        }
      </ReportSummary>
      <ReportTable
        title="Inventory Valuation"
        endpoint={readValuationReport}
        input={valuationInput({ url, past })}
        rowKey={(line) => line.product_id}
        rowHref={(line) => productAddress(line.product_id, past)}
        columns={columns}
        line={(line) => <ValuationRow line={line} past={past} />}
        totals={summary.data ? totalsOf(summary.data) : []}
        lines={summary.data?.products}
        sort={url.sort || 'name'}
        onSort={(sort) => setUrl({ sort })}
        empty={
          past
            ? {
                icon: IconReportMoney,
                title: 'Nothing to value',
                text: 'Nothing had been recorded at that time.',
              }
            : {
                icon: IconReportMoney,
                title: 'Nothing to value',
                text: 'Add products with their prices and costs.',
                action: (
                  <Button component={Link} to="/products/new">
                    Add Product
                  </Button>
                ),
              }
        }
      />
    </>
  )
}

function ValuationFigures({ summary: { on_hand, in_transit, held, products } }: { summary: ValuationSummary }) {
  return (
    <Figures label="Valuation in numbers">
      <Figure
        wide
        label="Total Retail"
        note={`${counted(on_hand.units, 'unit')} of ${productsText(products)} at price`}
      >
        {formatMoney(on_hand.total_retail)}
      </Figure>
      <Figure wide label="Total Cost" note={costNote(on_hand)}>
        {formatMoney(on_hand.total_cost)}
      </Figure>
      <Figure wide label="Potential Profit" note={marginText(on_hand)}>
        {formatMoney(on_hand.profit)}
      </Figure>
      <Figure wide label="In transit and on hold" note={apartText(in_transit, held)}>
        {formatMoney(roundTo(in_transit.total_retail + held.total_retail, 2))}
      </Figure>
    </Figures>
  )
}

/** The part missing in the total cost. */
function costNote({ unknown_cost_units }: Worth): string {
  return unknown_cost_units === 0 ? 'at cost price' : unknownCostText(unknown_cost_units)
}

/** Goods that are ours but not on hand. */
function apartText(in_transit: Worth, held: Worth): string {
  if (in_transit.units === 0 && held.units === 0) return 'none'
  return `${formatQuantity(in_transit.units)} in transit, ${formatQuantity(held.units)} on hold, not in the totals`
}

/** The profit as a share of the value at price, for stock of known cost. */
function marginText({ profit, total_retail, unknown_cost_retail }: Worth): string {
  const retail = roundTo(total_retail - unknown_cost_retail, 2)
  const without = unknown_cost_retail === 0 ? '' : ', where the cost is known'
  if (retail <= 0) return `retail minus cost${without}`
  const share = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 }).format(profit / retail)
  return `${share.replace('-', '−')} of retail${without}`
}

function totalsOf({ on_hand, in_transit, held }: ValuationSummary): TotalRow[] {
  const row = (name: string, worth: Worth) => ({
    name,
    cells: {
      on_hand: <Quantity value={worth.units} />,
      total_cost: <Money value={worth.total_cost} />,
      total_retail: <Money value={worth.total_retail} />,
      profit: <Money value={worth.profit} />,
    },
  })
  return [
    row('Total on hand', on_hand),
    ...(in_transit.units === 0 ? [] : [row('In transit', in_transit)]),
    ...(held.units === 0 ? [] : [row('On hold', held)]),
  ]
}

function ValuationByCategory({ summary, isPast }: { summary: ValuationSummary; isPast: boolean }) {
  const hasLoss = summary.categories.some(({ profit }) => profit < 0)
  const hasUnknown = summary.categories.some(({ unknown_cost_retail }) => unknown_cost_retail !== 0)
  return (
    <Card title="Retail by Category">
      <CategoryBars
        label="Retail value by category"
        legend={[
          ['cost', 'Cost'],
          ['profit', 'Potential profit'],
          ...(hasLoss ? [['loss', 'Loss'] as const] : []),
          ...(hasUnknown ? [['unknown', 'Cost unknown'] as const] : []),
        ]}
        bars={summary.categories.map(({ id, name, color, total_cost, total_retail, profit, unknown_cost_retail }) => ({
          name,
          color,
          to: isPast ? undefined : categoryAddress(id, name),
          value: formatMoney(total_retail),
          parts: [
            {
              kind: 'cost',
              size: Math.min(total_cost, roundTo(total_retail - unknown_cost_retail, 2)),
              text: `${formatMoney(total_cost)} cost`,
            },
            profit < 0
              ? { kind: 'loss', size: -profit, text: `${formatMoney(-profit)} loss` }
              : { kind: 'profit', size: profit, text: `${formatMoney(profit)} potential profit` },
            ...(unknown_cost_retail === 0
              ? []
              : [
                  {
                    kind: 'unknown',
                    size: unknown_cost_retail,
                    text: `${formatMoney(unknown_cost_retail)} of unknown cost`,
                  },
                ]),
          ],
        }))}
      />
    </Card>
  )
}

/** Figures that need a known cost. */
const ofCost: readonly string[] = ['cost_price', 'total_cost', 'profit']

function columnsOf(past: Past | null): readonly Column<ValuationLine>[] {
  const number = { align: 'right', descendingFirst: true } as const
  const money = (id: 'cost_price' | 'total_cost' | 'price' | 'total_retail' | 'profit', header: string) =>
    ({
      id,
      header,
      sort: id,
      cell: (line: ValuationLine) => (
        <Money cost={id === 'cost_price'} value={ofCost.includes(id) && !line.cost_is_known ? null : line[id]} />
      ),
      ...number,
    }) as const
  return [
    { id: 'name', header: 'Product Name', cell: ({ name }) => name, sort: 'name', link: true, minWidth: 180 },
    { id: 'sku', header: 'SKU', cell: ({ sku }) => sku, sort: 'sku', width: 96, priority: 3 },
    {
      id: 'on_hand',
      header: 'Current Stock',
      cell: (line) => <StockCell line={line} past={past} />,
      sort: 'on_hand',
      width: 112,
      ...number,
    },
    { ...money('cost_price', 'Cost Price'), width: 96, priority: 2 },
    { ...money('total_cost', 'Total Cost'), width: 120, priority: 1 },
    { ...money('price', 'Retail Price'), width: 104, priority: 2 },
    { ...money('total_retail', 'Total Retail'), width: 122 },
    { ...money('profit', 'Potential Profit'), width: 128 },
  ]
}

function ValuationRow({ line, past }: { line: ValuationLine; past: Past | null }) {
  const { product_id, name, sku, on_hand, total_cost, total_retail, profit, cost_is_known } = line
  return (
    <RecordLine
      to={productAddress(product_id, past)}
      title={name}
      text={`${sku} · ${formatQuantity(on_hand)} in stock`}
      note={cost_is_known ? `cost ${formatMoney(total_cost)}, profit ${formatMoney(profit)}` : 'cost unknown'}
      aside={<Money value={total_retail} />}
    />
  )
}
