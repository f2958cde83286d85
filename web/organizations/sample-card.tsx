import { IconBike, IconListDetails, IconPackage, IconShoppingCart, IconTruck } from '@tabler/icons-react'
import { sampleCompanyContents, sampleCompanyName } from '../../contract/sample-company.ts'
import { useOrganizations } from '../kit/use-organizations.ts'
import { ExploreButton } from './explore-button.tsx'
import classes from './sample-card.module.css'
import { SamplePicture } from './sample-picture.tsx'

const { products, locations, orders, shipments, deliveries } = sampleCompanyContents

const contents = [
  { icon: IconPackage, text: `${products} products at ${locations} locations` },
  { icon: IconShoppingCart, text: `${orders} orders at every stage` },
  { icon: IconTruck, text: `${shipments} shipments, ${deliveries} deliveries` },
  { icon: IconListDetails, text: 'Six weeks of stock movements' },
]

/** Offers the sample company before there is own data. */
export function SampleCard() {
  const { current } = useOrganizations()
  return (
    <section className={classes['root']} aria-labelledby="sample-company">
      <span className={classes['sign']} aria-hidden>
        <IconBike size={22} stroke={1.5} />
      </span>
      <h2 className={classes['title']} id="sample-company">
        Just looking around?
      </h2>
      <p className={classes['text']}>Explore {sampleCompanyName}, a sample bicycle shop with weeks of activity.</p>
      <ul className={classes['contents']}>
        {contents.map(({ icon: Icon, text }) => (
          <li key={text}>
            <Icon size={16} stroke={1.6} aria-hidden />
            {text}
          </li>
        ))}
      </ul>
      <SamplePicture />
      <ExploreButton fullWidth />
      <p className={classes['note']}>Opens as a separate company. Nothing is added to {current?.name ?? 'your own'}.</p>
    </section>
  )
}
