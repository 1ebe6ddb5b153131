import { Group, Tabs } from '@mantine/core'
import type { JSX } from 'react'
import { PayoutsReport } from '../features/payouts/payouts-report'
import { WorkReport } from '../features/statistics/work-report'
import { useTranslation } from '../locales/i18n'
import { SupervisorsOnly, useMayManageNow } from '../parts/needs-supervisor'
import { useStoreOf } from '../stores/stores'
import classes from '../ui/section.module.css'

/** One tab each, in this order; the first is open. */
const REPORTS = { work: WorkReport, payouts: PayoutsReport } as const satisfies Record<
  string,
  () => JSX.Element
>
type Report = keyof typeof REPORTS
const NAMES = Object.keys(REPORTS) as readonly Report[]

/** The others are for supervisors. */
const FOR_PACKERS: ReadonlySet<Report> = new Set(['work'])

/** What the station's people and the account's orders have brought about. Loaded when it is first opened. */
export function ReportsPage() {
  const { t } = useTranslation()
  const section = useStoreOf('screen', (state) => state.section)
  const go = useStoreOf('screen', (state) => state.go)
  const mayManage = useMayManageNow()
  return (
    <div className={classes['page']}>
      <Tabs
        value={section ?? NAMES[0] ?? null}
        onChange={(name) => name !== null && go('statistics', name)}
        keepMounted={false}
      >
        <Group gap="xl" align="baseline" mb="sm">
          <h1 className={classes['title']}>{t('nav.statistics')}</h1>
          <Tabs.List aria-label={t('nav.statistics')}>
            {NAMES.map((name) => (
              <Tabs.Tab key={name} value={name} className={classes['tab'] ?? ''}>
                {t(`reports.${name}`)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        </Group>
        {NAMES.map((name) => {
          const Report = REPORTS[name]
          return (
            <Tabs.Panel key={name} value={name}>
              {mayManage || FOR_PACKERS.has(name) ? <Report /> : <SupervisorsOnly />}
            </Tabs.Panel>
          )
        })}
      </Tabs>
    </div>
  )
}
