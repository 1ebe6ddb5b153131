import { Alert, Button, Modal, Stack, Text } from '@mantine/core'
import { IconBarcode, IconFileTypeCsv } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from '../../locales/i18n'
import { useMayManageNow } from '../../parts/needs-supervisor'
import type { NumbersPreview } from '../../../../shared/contract/labels'
import type { BridgeError } from '../../../../shared/contract/result'
import { MOST_BULK_BYTES } from '../../../../shared/domain/items/bulk-job'
import { ChooseFile, readFileContent, CSV_FILES, CSV_TOO_LARGE, csvErrorWords } from '../../parts/choose-file'
import { SettingLink } from '../../parts/setting-link'
import { useAct } from '../../parts/use-read'
import { useFormGuard } from '../../scan/use-form-guard'
import { DialogButtons } from '../../ui/dialog-buttons'
import { GivenNumbers } from './given-numbers'
import classes from './numbers.module.css'

/** Opens the dialog. Packers do not see it. */
export function NumbersFromFile() {
  const { t } = useTranslation()
  const mayManage = useMayManageNow()
  const [isOpen, setOpen] = useState(false)
  if (!mayManage) return null
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconBarcode size={18} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('numbers.menu')}
      </Button>
      {isOpen && <NumbersDialog onClose={() => setOpen(false)} />}
    </>
  )
}

/** Gives many orders their tracking numbers by a file: first what it would change, then, if somebody says so, the change. */
function NumbersDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const [file, setFile] = useState<{ name: string; content: string } | null>(null)
  const [unreadable, setUnreadable] = useState<BridgeError | null>(null)
  const [hasChanged, setHasChanged] = useState(false)
  const preview = useAct('labels:preview-numbers')
  const give = useAct('labels:give-numbers')
  const { clear: clearPreview } = preview
  const { clear: clearGive } = give
  useEffect(
    () => () => {
      clearPreview()
      clearGive()
    },
    [clearPreview, clearGive],
  )
  useFormGuard(true, { close: onClose })
  const take = async (chosen: File | null) => {
    if (chosen === null) return
    clearPreview()
    clearGive()
    setHasChanged(false)
    const content = await readFileContent(chosen, MOST_BULK_BYTES)
    setUnreadable(content === null ? CSV_TOO_LARGE : null)
    const next = content === null ? null : { name: chosen.name, content }
    setFile(next)
    if (next !== null) await preview.perform(next)
  }
  const confirm = async (seen: string) => {
    if (file === null) return
    const answer = await give.perform({ ...file, seen })
    if (answer === null || answer.ok || answer.error.code !== 'confirmation_needed') return
    clearGive()
    setHasChanged(true)
    await preview.perform(file)
  }
  const isDone = give.done !== null
  const problem = unreadable ?? preview.error ?? give.error
  const shown = isDone ? null : preview.done
  const isBusy = preview.asked !== null || give.asked !== null
  return (
    <Modal opened onClose={onClose} title={t('numbers.title')} size="xl">
      <Stack gap="md">
        {shown === null && !isDone && <Text>{t('numbers.about')}</Text>}
        {problem !== null && (
          <Alert role="alert" color="red">
            {csvErrorWords(t, problem)}
          </Alert>
        )}
        {hasChanged && !isDone && (
          <Alert role="alert" color="orange">
            {t('numbers.changed')}
          </Alert>
        )}
        {give.done !== null && (
          <Alert role="status" color="green">
            {t('numbers.given', { count: give.done.given })}
          </Alert>
        )}
        {shown === null ? (
          <GivenNumbers />
        ) : (
          <Preview name={file?.name ?? ''} preview={shown} onLeave={onClose} />
        )}
      </Stack>
      <DialogButtons>
        <Button variant="default" onClick={onClose} data-autofocus>
          {t(shown === null ? 'numbers.close' : 'numbers.cancel')}
        </Button>
        <ChooseFile accept={CSV_FILES} onChange={(chosen) => void take(chosen)}>
          {(props) => (
            <Button
              {...props}
              variant={shown === null ? 'filled' : 'default'}
              loading={preview.asked !== null}
              disabled={isBusy}
              leftSection={<IconFileTypeCsv size={20} aria-hidden />}
            >
              {t(shown === null ? 'numbers.choose' : 'numbers.other')}
            </Button>
          )}
        </ChooseFile>
        {shown !== null && shown.count > 0 && (
          <Button loading={give.asked !== null} disabled={isBusy} onClick={() => void confirm(shown.seen)}>
            {t('numbers.give', { count: shown.count })}
          </Button>
        )}
      </DialogButtons>
    </Modal>
  )
}

/** What a supervisor mends in the list of carriers. */
const OF_CARRIERS: ReadonlySet<NumbersPreview['problems'][number]['kind']> = new Set([
  'carrier_unknown',
  'number_unfit',
  'no_carrier',
])

/** Nothing is changed yet. */
function Preview({ name, preview, onLeave }: { name: string; preview: NumbersPreview; onLeave: () => void }) {
  const { t } = useTranslation()
  const { count, replaced, same, changes, problems } = preview
  return (
    <section aria-label={t('numbers.preview')}>
      <p className={classes['figure']} role="status">
        {t(count === 0 ? 'numbers.nothing' : 'numbers.willGive', { count, name })}
      </p>
      {replaced > 0 && <Text>{t('numbers.replaces', { count: replaced })}</Text>}
      {same > 0 && <Text>{t('numbers.same', { count: same })}</Text>}
      {changes.length > 0 && (
        <ul className={classes['numbers']}>
          {changes.map(({ orderId, carrier, trackingNumber, before }) => (
            <li key={orderId}>
              <span>{orderId}</span>
              <span>{carrier}</span>
              <span className={classes['number']}>
                {before === null
                  ? trackingNumber
                  : t('numbers.oldAndNew', { before, number: trackingNumber })}
              </span>
            </li>
          ))}
        </ul>
      )}
      {count > changes.length && <Text>{t('numbers.more', { count: count - changes.length })}</Text>}
      {problems.length > 0 && <Problems problems={problems} onLeave={onLeave} />}
    </section>
  )
}

function Problems({ problems, onLeave }: Pick<NumbersPreview, 'problems'> & { onLeave: () => void }) {
  const { t } = useTranslation()
  return (
    <Alert color="yellow" mt="md">
      <h3 className={classes['figure']}>{t('numbers.notUsed')}</h3>
      <ul className={classes['problems']}>
        {problems.map(({ kind, count, rows }) => (
          <li key={kind}>
            {t('numbers.problem', { words: t(`numbers.problems.${kind}`), count })}
            <ul>
              {rows.map(({ row, orderId, other }) => (
                <li key={row}>
                  {orderId === null && t('numbers.row', { row })}
                  {orderId !== null && other === null && t('numbers.rowOf', { row, orderId })}
                  {orderId !== null && other !== null && t('numbers.rowOfOther', { row, orderId, other })}
                </li>
              ))}
            </ul>
            {count > rows.length && t('numbers.moreRows', { count: count - rows.length })}
          </li>
        ))}
      </ul>
      {problems.some(({ kind }) => OF_CARRIERS.has(kind)) && (
        <SettingLink section="carriers" onLeave={onLeave}>
          {t('carriers.title')}
        </SettingLink>
      )}
    </Alert>
  )
}
