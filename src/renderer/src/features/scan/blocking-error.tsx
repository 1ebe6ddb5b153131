import { useLayoutEffect, useRef } from 'react'
import type { ItemLook } from '../../../../shared/contract/views'
import { COMMANDS } from '../../../../shared/domain/scanning/command'
import { useTranslation } from '../../locales/i18n'
import { visibleCode, wordsOfFeedback } from '../../scan/feedback-words'
import { wordsOfLook } from '../../scan/item-look'
import { answerOf, isElsewhere, type Elsewhere } from '../../scan/scan-feedback'
import type { Blocking } from '../../scan/scan-state'
import { useStoreOf } from '../../stores/stores'
import classes from './blocking-error.module.css'
import { FeedbackIcon } from './feedback-icons'

/** Covers everything until a person has acknowledged the error. */
export function BlockingError() {
  const blocked = useStoreOf('scan', (state) => state.blocked)
  // The sign-in form must stay visible.
  const locked = useStoreOf('operator', (state) => state.locked)
  return blocked === null || locked ? null : <Cover blocked={blocked} />
}

function Cover({ blocked }: { blocked: Blocking }) {
  const { t } = useTranslation()
  const command = useStoreOf('scan', (state) => state.command)
  const dialog = useRef<HTMLDialogElement>(null)
  // In the browser's top layer: above every dialog; what lies below gets neither mouse nor keyboard input.
  useLayoutEffect(() => {
    const cover = dialog.current
    cover?.showModal()
    // Before it leaves the page, so that the focus returns to where it was.
    return () => cover?.close()
  }, [])
  const { feedback, refused, lastRefused } = blocked
  const { title, hint } = wordsOfFeedback(t, feedback)
  const { tone } = answerOf(feedback)
  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      aria-labelledby="blocking-title"
      aria-describedby="blocking-hint"
      className={`${classes['cover']} ${classes[tone] ?? ''}`}
      onCancel={(event) => event.preventDefault()}
      data-kind={feedback.kind}
    >
      {/* The text has the focus, not the button: an Enter meant for something else presses nothing. */}
      <div className={classes['body']} tabIndex={-1} autoFocus>
        <FeedbackIcon kind={feedback.kind} size={88} />
        <h2 id="blocking-title" className={classes['title']}>
          {title}
        </h2>
        <div id="blocking-hint">
          {isElsewhere(feedback) ? (
            <InHandAndNeeded feedback={feedback} />
          ) : (
            hint !== null && <p className={classes['hint']}>{hint}</p>
          )}
          {feedback.code !== '' && (
            <p className={classes['code']}>{t('scan.code', { code: visibleCode(feedback.code) })}</p>
          )}
        </div>
      </div>
      <p className={classes['refused']} aria-live="assertive">
        {refused > 0 && t('scan.blocking.refused', { count: refused, code: visibleCode(lastRefused) })}
      </p>
      {'teach' in feedback && (
        <button type="button" className={classes['other']} onClick={() => void command('teach', 'touch')}>
          {t('scan.blocking.teach', { key: `${t('commands.shift')} ${COMMANDS.teach.key}` })}
        </button>
      )}
      <button type="button" className={classes['clear']} onClick={() => void command('acknowledge', 'touch')}>
        {t('scan.blocking.clear', { key: COMMANDS.acknowledge.key })}
      </button>
    </dialog>
  )
}

/** More would not be read from a metre away. */
const NEEDED_SHOWN = 3

/** A wrong item beside what the order needs: the packer compares the two with what is on the table. */
function InHandAndNeeded({ feedback }: { feedback: Elsewhere }) {
  const { t } = useTranslation()
  const { kind, item, belongsTo, expected } = feedback
  const more = expected.length - NEEDED_SHOWN
  return (
    <dl className={classes['blocks']}>
      <div className={classes['block']}>
        <dt>{t('scan.inHand')}</dt>
        <Item item={item} others={expected} />
        <dd>{t(`scan.${kind}Of`, { belongsTo })}</dd>
      </div>
      <div className={`${classes['block']} ${classes['needed']}`}>
        <dt>{t('scan.needed')}</dt>
        {expected.length === 0 && <dd className={classes['item']}>{t('scan.neededNothing')}</dd>}
        {expected.slice(0, NEEDED_SHOWN).map((one, index) => (
          <Item key={index} item={one} others={[item]} />
        ))}
        {more > 0 && <dd>{t('scan.neededMore', { count: more })}</dd>}
      </div>
    </dl>
  )
}

function Item({ item, others }: { item: ItemLook; others: readonly ItemLook[] }) {
  const { t } = useTranslation()
  const { large, small } = wordsOfLook(t, item, others)
  return (
    <>
      <dd className={classes['item']}>{visibleCode(large)}</dd>
      {small !== '' && <dd>{small}</dd>}
    </>
  )
}
