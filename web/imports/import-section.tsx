import { Card } from '../ui/card.tsx'
import { FileDrop } from './file-drop.tsx'
import { ImportHistory } from './import-history.tsx'
import classes from './imports.module.css'
import { useChooseFile } from './use-choose-file.ts'

/** The import in the settings: choosing a file leads to the import's page. */
export function ImportSection() {
  const choose = useChooseFile()
  return (
    <div className={classes['stack']}>
      <Card>
        <FileDrop onFile={choose} />
      </Card>
      <ImportHistory />
    </div>
  )
}
