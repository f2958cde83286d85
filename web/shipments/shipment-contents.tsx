import { countedGoods } from '../../contract/counted-goods.ts'
import type { Shipment } from '../../contract/shipments.ts'
import { recordAddress } from '../../contract/record-addresses.ts'
import { Link } from '../ui/link.tsx'
import { Quantity } from '../ui/tabular.tsx'
import classes from './shipping.module.css'

export function ShipmentContents({ shipment }: { shipment: Shipment }) {
  return (
    <section>
      <h3>Contents · {countedGoods(shipment.units, shipment.lines)}</h3>
      <ul className={classes['contents']}>
        {shipment.lines.map((line) => (
          <li key={line.line_no}>
            <span>
              <Link to={recordAddress('product', line.product_id)}>{line.product_name}</Link>
              <span className={classes['note']}>{line.product_sku}</span>
            </span>
            <Quantity value={line.quantity} />
          </li>
        ))}
      </ul>
    </section>
  )
}
