import { Alert, Button, Stack, Text } from '@mantine/core'
import type { LabelsView, LabelTrouble } from '../../../../shared/contract/labels'
import { useTranslation } from '../../locales/i18n'
import { ErrorAlert } from '../../parts/error-alert'
import { useRead } from '../../parts/use-read'
import classes from '../../ui/section.module.css'
import own from './labels.module.css'

/** A file that is still being written is soon read. */
const LOOK_MS = 3_000

/** What is in the label folder, and which of its files are of no use as they are. */
export function FoundLabels() {
  const { t } = useTranslation()
  const { value, error, isReading, again } = useRead('labels:list', {}, { everyMs: LOOK_MS })
  return (
    <section className={classes['card']} aria-label={t('labelFolder.found')}>
      <h2 className={classes['cardTitle']}>{t('labelFolder.found')}</h2>
      <Stack gap="sm">
        {value !== null && <Found view={value} />}
        <ErrorAlert error={error} />
        <div>
          <Button variant="default" disabled={isReading && value === null} onClick={() => void again()}>
            {t('labelFolder.again')}
          </Button>
        </div>
      </Stack>
    </section>
  )
}

function Found({ view }: { view: LabelsView }) {
  const { t } = useTranslation()
  const { folder, labels, leftOut, troubles, moreTroubles, tables } = view
  return (
    <>
      <p className={own['figure']} role="status">
        {t('labelFolder.count', { count: labels })}
      </p>
      {folder === 'away' && (
        <Alert role="alert" color="red">
          {t('labelFolder.away')}
        </Alert>
      )}
      {leftOut > 0 && <Alert color="yellow">{t('labelFolder.leftOut', { count: leftOut })}</Alert>}
      {troubles.length > 0 && (
        <Alert color="yellow">
          <p className={own['figure']}>{t('labelFolder.troublesTitle')}</p>
          <ul className={own['list']}>
            {troubles.map((trouble) => (
              <TroubleRow key={trouble.name} trouble={trouble} />
            ))}
          </ul>
          {moreTroubles > 0 && t('labelFolder.more', { count: moreTroubles })}
        </Alert>
      )}
      {labels > 0 && troubles.length === 0 && <Text>{t('labelFolder.allGood')}</Text>}
      {tables.length > 0 && <Tables tables={tables} />}
    </>
  )
}

function TroubleRow({ trouble: { name, why, orders = [] } }: { trouble: LabelTrouble }) {
  const { t } = useTranslation()
  const words = t(`labelFolder.troubles.${why}`, { orders: orders.join(', ') })
  return <li>{t('labelFolder.file', { name, words })}</li>
}

function Tables({ tables }: Pick<LabelsView, 'tables'>) {
  const { t } = useTranslation()
  return (
    <div>
      <h3 className={classes['partTitle']}>{t('labelFolder.tables')}</h3>
      <ul className={own['list']}>
        {tables.map(({ name, rows, unknown, problems, moreProblems }) => (
          <li key={name}>
            {t('labelFolder.rows', { name, count: rows })}
            <ul className={own['list']}>
              {unknown > 0 && <li>{t('labelFolder.unknown', { count: unknown })}</li>}
              {problems.map(({ row, kind }) => (
                <li key={row}>{t('labelFolder.row', { row, words: t(`labelFolder.problems.${kind}`) })}</li>
              ))}
              {moreProblems > 0 && <li>{t('labelFolder.more', { count: moreProblems })}</li>}
            </ul>
          </li>
        ))}
      </ul>
    </div>
  )
}
