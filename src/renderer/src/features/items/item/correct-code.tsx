import { Button, Modal, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { CorrectedCode } from '../../../../../shared/contract/codes'
import type { TaughtMeaning } from '../../../../../shared/domain/scanning/taught-code'
import { useTranslation } from '../../../locales/i18n'
import { ErrorAlert } from '../../../parts/error-alert'
import { useAct } from '../../../parts/use-read'
import { useFormGuard } from '../../../scan/use-form-guard'
import { DialogButtons } from '../../../ui/dialog-buttons'

type Props = {
  taught: TaughtMeaning & { code: string }
  onClose: () => void
  onDone: (corrected: CorrectedCode) => void
}

/** Asks which item the code stands for instead. A scan fills the field in, and CONFIRM sends it. */
export function CorrectCode({ taught, onClose, onDone }: Props) {
  const { t } = useTranslation()
  const { asked, error, perform, clear } = useAct('codes:correct', JSON.stringify(taught))
  const [item, setItem] = useState('')
  const close = () => {
    clear()
    onClose()
  }
  // What was said of another entry does not hold for this one.
  const enter = (text: string) => {
    setItem(text)
    clear()
  }
  const save = async (): Promise<boolean> => {
    if (item.trim() === '') return false
    const answer = await perform({ ...taught, item })
    if (answer?.ok !== true) return false
    clear()
    onDone(answer.value)
    return true
  }
  useFormGuard(true, {
    async take([code = '']) {
      enter(code)
      const [title, hint] = [t('codes.itemScanned', { code }), t('codes.itemScannedHint')]
      return { kind: 'told', code, answer: 'item_named', orderId: null, title, hint }
    },
    confirm: save,
    close,
  })
  const isUnknown = error?.code === 'item_not_found'
  return (
    <Modal opened onClose={close} title={t('codes.correctOf', { code: taught.code })} size="lg">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <TextInput
          label={t('codes.correctTo')}
          description={t('codes.correctHint')}
          value={item}
          onChange={(event) => enter(event.currentTarget.value)}
          error={isUnknown ? t('codes.noSuchItem') : null}
          data-autofocus
        />
        <ErrorAlert error={isUnknown ? null : error} />
        <DialogButtons>
          <Button variant="default" onClick={close}>
            {t('codes.close')}
          </Button>
          <Button type="submit" loading={asked !== null} disabled={item.trim() === ''}>
            {t('codes.correct')}
          </Button>
        </DialogButtons>
      </form>
    </Modal>
  )
}
