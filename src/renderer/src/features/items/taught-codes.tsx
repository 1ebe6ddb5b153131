import { Button, Code } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ErrorAlert } from '../../parts/error-alert'
import { showTime } from '../../parts/time/station-time'
import { useZone } from '../../parts/time/use-zone'
import { useAct, useRead } from '../../parts/use-read'
import classes from './items.module.css'

/** What the station was taught of the item, and the way back from a mistake. */
export function TaughtCodes({ itemNumber }: { itemNumber: string }) {
  const { t } = useTranslation()
  const zone = useZone()
  const {
    value: codes,
    error,
    again,
  } = useRead('codes:of-item', { itemNumber }, { staleOn: ['items_changed'] })
  const forgetting = useAct('codes:forget')
  if (codes === null) return <ErrorAlert error={error} />
  return (
    <section className={classes['card']} aria-label={t('codes.title')}>
      <h2 className={classes['cardTitle']}>{t('codes.title')}</h2>
      {codes.length === 0 && <span className={classes['quiet']}>{t('codes.none')}</span>}
      <ErrorAlert error={forgetting.error} />
      {codes.map(({ taughtAt, taughtBy, ...taught }) => (
        <div key={`${taught.code} ${taught.by} ${taught.size}`} className={classes['taught']}>
          <div>
            <Code>{taught.code}</Code>
            {taught.size !== null && ` ${t('codes.size', { size: taught.size })}`}
            <div className={classes['quiet']}>
              {t('codes.by', { who: taughtBy, when: showTime(taughtAt, zone) })}
            </div>
          </div>
          <Button
            variant="default"
            aria-label={t('codes.forgetOf', { code: taught.code })}
            onClick={() => void forgetting.perform(taught).then(again)}
          >
            {t('codes.forget')}
          </Button>
        </div>
      ))}
    </section>
  )
}
