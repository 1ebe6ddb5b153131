import { useTranslation } from 'react-i18next'
import { visibleCode } from '../../scan/feedback-words'
import type { Elsewhere } from '../../scan/scan-feedback'
import classes from './blocking-error.module.css'

/** More would not be read from a metre away. */
const NEEDED_SHOWN = 3

/** A wrong item beside what the order needs: the packer compares the two with what is on the table. */
export function InHandAndNeeded({ feedback }: { feedback: Elsewhere }) {
  const { t } = useTranslation()
  const { kind, item, belongsTo, expected } = feedback
  const more = expected.length - NEEDED_SHOWN
  return (
    <dl className={classes['blocks']}>
      <div className={classes['block']}>
        <dt>{t('scan.inHand')}</dt>
        <dd className={classes['item']}>{visibleCode(item)}</dd>
        <dd>{t(`scan.${kind}Of`, { belongsTo })}</dd>
      </div>
      <div className={`${classes['block']} ${classes['needed']}`}>
        <dt>{t('scan.needed')}</dt>
        {expected.length === 0 && <dd className={classes['item']}>{t('scan.neededNothing')}</dd>}
        {expected.slice(0, NEEDED_SHOWN).map((title, index) => (
          <dd key={index} className={classes['item']}>
            {title}
          </dd>
        ))}
        {more > 0 && <dd>{t('scan.neededMore', { count: more })}</dd>}
      </div>
    </dl>
  )
}
