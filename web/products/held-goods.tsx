import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { counted } from '../../contract/counted-nouns.ts'
import { formatQuantity } from '../../contract/quantity.ts'
import type { Product } from '../../contract/products.ts'
import type { ProductStock } from '../../contract/stock.ts'
import {
  endLabels,
  type HeldGoods,
  HeldGoodsDialog,
  type HeldGoodsEnd,
  heldGoodsEnds,
} from '../stock/held-goods-dialog.tsx'
import { StockNumber } from '../stock/stock-number.tsx'
import { Card } from '../ui/card.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import classes from './held-goods.module.css'

type HeldGoodsCardProps = Readonly<{ product: Product; stock: ProductStock | undefined; mayDecide: boolean }>

/** Stock on hold, by location and lot, and the three ways to resolve it. Hidden while there is none. */
export function HeldGoodsCard({ product, stock, mayDecide }: HeldGoodsCardProps) {
  const [chosen, setChosen] = useState<{ goods: HeldGoods; end: HeldGoodsEnd } | null>(null)
  const [opened, dialog] = useDisclosure(false)
  const rows = heldGoods(product, stock)
  // The dialog follows the stock on hold while it is open, down to 0.
  const live = chosen && {
    ...chosen.goods,
    held: rows.find((row) => keyOf(row) === keyOf(chosen.goods))?.held ?? 0,
  }
  return (
    <>
      {rows.length > 0 && stock && (
        <Card flush title="Goods on Hold" note={`${counted(stock.held, 'unit')} set aside`}>
          <ul className={classes['list']} aria-label="Goods on hold">
            {rows.map((goods) => (
              <li key={keyOf(goods)} className={classes['row']}>
                <span className={classes['location']}>
                  <span className={classes['name']} title={goods.location}>
                    {goods.location}
                  </span>
                  {goods.lot_number && <span className={classes['lot']}>Lot {goods.lot_number}</span>}
                  {goods.is_expired && <StatusBadge tone="red">Expired</StatusBadge>}
                </span>
                <span className={classes['quantity']}>
                  <StockNumber
                    account="held"
                    value={goods.held}
                    product={product.name}
                    product_id={product.id}
                    location_id={goods.location_id}
                    lot_id={goods.lot_id}
                    location_label={goods.lot_number ? `${goods.location}, lot ${goods.lot_number}` : goods.location}
                  />
                </span>
                {mayDecide && (
                  <span className={classes['ends']}>
                    {heldGoodsEnds.map((end) => (
                      <Button
                        key={end}
                        variant="default"
                        size="compact-md"
                        aria-label={`${endLabels[end]}: ${formatQuantity(goods.held)} on hold at ${goods.location}${goods.lot_number && `, lot ${goods.lot_number}`}`}
                        onClick={() => {
                          setChosen({ goods, end })
                          dialog.open()
                        }}
                      >
                        {endLabels[end]}
                      </Button>
                    ))}
                  </span>
                )}
              </li>
            ))}
          </ul>
        </Card>
      )}
      <HeldGoodsDialog goods={live} end={chosen?.end ?? 'qc_release'} opened={opened} onClose={dialog.close} />
    </>
  )
}

type HeldRow = HeldGoods & Readonly<{ is_expired: boolean }>

const keyOf = ({ location_id, lot_id }: HeldGoods) => `${location_id} ${lot_id}`

function heldGoods({ id, name }: Product, stock: ProductStock | undefined): HeldRow[] {
  return (stock?.locations ?? []).flatMap(({ location_id, location_name, lots }) =>
    lots
      .filter(({ held }) => held > 0)
      .map(({ lot_id, lot_number, is_expired, held }) => ({
        product_id: id,
        product: name,
        location_id,
        location: location_name,
        lot_id,
        lot_number,
        is_expired,
        held,
      })),
  )
}
