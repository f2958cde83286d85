import { Button } from '@mantine/core'
import { IconFileSpreadsheet, IconPackage } from '@tabler/icons-react'
import { createProduct } from '../../contract/products.ts'
import { useMay } from '../kit/use-may.ts'
import { SampleCard } from '../organizations/sample-card.tsx'
import { Link } from '../ui/link.tsx'
import classes from './start-here.module.css'

/** What an organisation without products sees first: the ways to begin, and a company to look at. */
export function StartHere() {
  const mayImport = useMay('imports.write') !== false
  const mayAdd = useMay(createProduct) !== false
  return (
    <div className={classes['root']}>
      <section className={classes['begin']} aria-labelledby="start-here">
        <header className={classes['head']}>
          <h2 className={classes['title']} id="start-here">
            Add your first products
          </h2>
          <p className={classes['text']}>
            {mayImport
              ? 'No products yet. Import your products or add the first one.'
              : mayAdd
                ? 'No products yet. Add the first one.'
                : 'No products yet. Ask a colleague who can import or add products to begin.'}
          </p>
        </header>
        {mayAdd && (
          <div className={classes['ways']}>
            {mayImport && (
              <Way
                icon={<IconFileSpreadsheet size={22} stroke={1.5} />}
                title="Your workbook"
                text="Import products, categories and stock from one .xlsx or .xls file. You check everything before it’s saved, and you can undo it."
              >
                <Button component={Link} to="/import">
                  Import your workbook
                </Button>
              </Way>
            )}
            <Way
              icon={<IconPackage size={22} stroke={1.5} />}
              title="Add manually"
              text="Add a product with its price, location and current stock."
            >
              <Button variant="default" component={Link} to="/products/new">
                Add a product
              </Button>
            </Way>
          </div>
        )}
      </section>
      <SampleCard />
    </div>
  )
}

type WayProps = { icon: React.ReactNode; title: string; text: string; children: React.ReactNode }

function Way({ icon, title, text, children }: WayProps) {
  return (
    <div className={classes['way']}>
      <span className={classes['sign']} aria-hidden>
        {icon}
      </span>
      <div className={classes['about']}>
        <h3 className={classes['wayTitle']}>{title}</h3>
        <p className={classes['text']}>{text}</p>
      </div>
      <div className={classes['action']}>{children}</div>
    </div>
  )
}
