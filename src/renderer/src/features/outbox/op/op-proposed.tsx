import { Button } from '@mantine/core'
import type { OpDetail } from '../../../../../shared/contract/op-views'
import { TIME_API_NAMES, TIME_FIELDS } from '../../../../../shared/domain/time/timestamps'
import { useTranslation } from '../../../locales/i18n'
import { ErrorAlert } from '../../../parts/error-alert'
import { showTime } from '../../../parts/time/station-time'
import { useZone } from '../../../parts/time/use-zone'
import { Unbroken } from '../../../parts/unbroken'
import classes from './op.module.css'
import { useDecision } from './use-decision'

const UNCHANGED = {
  packedAt: null,
  shippedAt: null,
  expectedToDeliverAt: null,
  deliveredAt: null,
  canceledAt: null,
}

/** The times that an operation should carry if the PC's clock was wrong, and one button to accept them. */
export function OpProposed({ detail }: { detail: OpDetail }) {
  const { t } = useTranslation()
  const zone = useZone()
  const { proposed, asked, row } = detail
  const { busy, error, decide } = useDecision('outbox:correct', row.seq)
  if (proposed === null) return null
  const take = () => void decide({ ...UNCHANGED, ...proposed, reason: t('op.clockReason') })
  return (
    <section className={classes['card']} aria-label={t('op.proposed')}>
      <h2 className={classes['cardTitle']}>{t('op.proposed')}</h2>
      <ul className={classes['sentences']}>
        {TIME_FIELDS.map((field) => {
          const [now, before] = [proposed[field], asked[TIME_API_NAMES[field]]]
          if (now === undefined || typeof before !== 'string') return null
          return (
            <li key={field}>
              <Unbroken
                text={t('op.proposedTime', {
                  field: t(`op.times.${field}`),
                  now: showTime(now, zone),
                  before: showTime(before, zone),
                })}
              />
            </li>
          )
        })}
      </ul>
      <ErrorAlert error={error} mt="xs" />
      <div className={classes['answer']}>
        <Button loading={busy} onClick={take}>
          {t('op.takeProposed')}
        </Button>
        <span>{t('op.takeProposedHint')}</span>
      </div>
    </section>
  )
}
