import { Button } from '@mantine/core'
import { IconBike, IconFileSpreadsheet, IconPackage } from '@tabler/icons-react'
import { useMay } from '../kit/use-may.ts'
import { SampleButton } from '../products/sample-button.tsx'
import { Link } from '../ui/link.tsx'
import classes from './start-here.module.css'

/** What an organisation without products sees first: three ways to begin. */
export function StartHere() {
  const mayImport = useMay('imports.write')
  if (mayImport === false) {
    return (
      <section className={classes['root']}>
        <h2 className={classes['title']}>Nothing is kept here yet</h2>
        <p className={classes['text']}>Somebody who may import or add products can begin.</p>
      </section>
    )
  }
  return (
    <section className={classes['root']} aria-labelledby="start-here">
      <h2 className={classes['title']} id="start-here">
        Let’s put something on the shelves
      </h2>
      <p className={classes['text']}>Nothing is kept here yet. Bring in what you have, or look around first.</p>
      <div className={classes['ways']}>
        <Way
          icon={<IconFileSpreadsheet size={22} stroke={1.5} />}
          title="Your workbook"
          text="An .xlsx or .xls file with products, categories and transactions. You see everything before it is written, and can undo it as a whole."
        >
          <Button component={Link} to="/settings#import">
            Import your workbook
          </Button>
        </Way>
        <Way
          icon={<IconBike size={22} stroke={1.5} />}
          title="A sample company"
          text="A small bicycle workshop: its goods, places and suppliers, six weeks of movements, and orders on their way. Every number opens."
        >
          <SampleButton />
        </Way>
        <Way
          icon={<IconPackage size={22} stroke={1.5} />}
          title="One by one"
          text="Add a product with its price, its place and what you have of it today."
        >
          <Button variant="default" component={Link} to="/products/new">
            Add a product
          </Button>
        </Way>
      </div>
    </section>
  )
}

type WayProps = { icon: React.ReactNode; title: string; text: string; children: React.ReactNode }

function Way({ icon, title, text, children }: WayProps) {
  return (
    <div className={classes['way']}>
      <span className={classes['sign']} aria-hidden>
        {icon}
      </span>
      <h3 className={classes['wayTitle']}>{title}</h3>
      <p className={classes['text']}>{text}</p>
      <div className={classes['action']}>{children}</div>
    </div>
  )
}
