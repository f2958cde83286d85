import { Menu, Tooltip, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBike, IconBuildingStore, IconCheck, IconPlus, IconSelector } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useOrganizations } from '../kit/use-organizations.ts'
import { useSwitchOrganization } from '../kit/use-switch-organization.ts'
import { StatusBadge } from '../ui/status-badge.tsx'
import classes from './company-switcher.module.css'
import { loadCode } from '../kit/load-code.ts'

const NewCompanyDialog = lazy(() =>
  loadCode(() => import('../organizations/new-company-dialog.tsx')).then((module) => ({
    default: module.NewCompanyDialog,
  })),
)

/** The tab's company, at the top of the sidebar; opens a menu of the person's other companies and a new one. */
export function CompanySwitcher({ folded }: { folded: boolean }) {
  const { current, all } = useOrganizations()
  const switchTo = useSwitchOrganization()
  const [adding, add] = useDisclosure(false)
  const name = current?.name ?? ''
  return (
    <>
      <Menu width={248} position="bottom-start">
        <Menu.Target>
          <UnstyledButton className={classes['target']}>
            <Tooltip label={name} position="right" disabled={!folded}>
              <span className={classes['mark']} aria-hidden>
                O
              </span>
            </Tooltip>
            {folded ? (
              <span className={classes['hidden']}>{name}</span>
            ) : (
              <>
                <span className={classes['names']}>
                  <span className={classes['organization']} title={name}>
                    {name}
                  </span>
                  <span className={classes['product']}>Onhand</span>
                </span>
                <IconSelector size={16} stroke={1.7} className={classes['sign']} aria-hidden />
              </>
            )}
            <span className={classes['hidden']}>Switch company</span>
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>Companies</Menu.Label>
          {all.map((company) => (
            <Menu.Item
              key={company.org_id}
              leftSection={
                company.is_sample ? <IconBike size={16} stroke={1.6} /> : <IconBuildingStore size={16} stroke={1.6} />
              }
              rightSection={
                company.org_id === current?.org_id ? (
                  <IconCheck size={16} stroke={1.8} aria-hidden />
                ) : (
                  company.is_sample && <StatusBadge tone="brand">Sample</StatusBadge>
                )
              }
              aria-current={company.org_id === current?.org_id || undefined}
              classNames={{ itemLabel: classes['entry'] ?? '' }}
              onClick={() => company.org_id !== current?.org_id && void switchTo(company.org_id)}
            >
              {company.name}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item leftSection={<IconPlus size={16} stroke={1.6} />} onClick={add.open}>
            New company
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {adding && (
        <Suspense>
          <NewCompanyDialog opened onClose={add.close} />
        </Suspense>
      )}
    </>
  )
}
