import { Button, Modal, Select, Switch, TextInput } from '@mantine/core'
import { IconBookmark, IconTrash } from '@tabler/icons-react'
import { useState, type FormEvent } from 'react'
import { showsAll } from '../../../../shared/domain/orders/order-desk'
import { useTranslation } from '../../locales/i18n'
import { ErrorAlert } from '../../parts/error-alert'
import { useAct } from '../../parts/use-read'
import { useFormGuard } from '../../scan/use-form-guard'
import { DialogButtons } from '../../ui/dialog-buttons'
import classes from './orders-desk.module.css'
import { useDesk } from './use-desk'

const ALL = 'all'

/** The filters that everybody at the station finds here, and a button to keep the present one. */
export function KeptFilters() {
  const { t } = useTranslation()
  const { saved, chosen, chooseSaved, clear, filter } = useDesk()
  const all = showsAll(filter)
  const [open, setOpen] = useState(false)
  const filters = saved?.filters ?? []
  return (
    <>
      {filters.length > 0 && (
        <Select
          className={classes['kept'] ?? ''}
          aria-label={t('desk.kept.title')}
          placeholder={t('desk.kept.title')}
          leftSection={<IconBookmark size={18} aria-hidden />}
          allowDeselect={false}
          data={[
            { value: ALL, label: t('desk.list') },
            ...filters.map(({ filterId, name }) => ({ value: filterId, label: name })),
          ]}
          value={chosen ?? (all ? ALL : null)}
          onChange={(filterId) => {
            const found = filters.find((one) => one.filterId === filterId)
            if (found === undefined) clear()
            else chooseSaved(found)
          }}
        />
      )}
      {(!all || chosen !== null) && (
        <Button
          variant="default"
          leftSection={<IconBookmark size={18} aria-hidden />}
          onClick={() => setOpen(true)}
        >
          {t('desk.kept.keep')}
        </Button>
      )}
      {open && <KeepDialog onClose={() => setOpen(false)} />}
    </>
  )
}

function KeepDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { saved, chosen, filter, sort, choose, takeSaved } = useDesk()
  const keep = useAct('orders:keep-filter')
  const drop = useAct('orders:drop-filter')
  const present = saved?.filters.find(({ filterId }) => filterId === chosen)
  const [name, setName] = useState(present?.name ?? '')
  const [usual, setUsual] = useState(present !== undefined && saved?.usual === chosen)
  useFormGuard(true, { close: onClose })
  const save = async (filterId: string | null) => {
    if (name.trim() === '') return
    drop.clear()
    const answer = await keep.perform({ filterId, name: name.trim(), filter, sort, usual })
    if (answer?.ok !== true) return
    takeSaved(answer)
    choose({ chosen: answer.value.filterId })
    onClose()
  }
  const remove = async (filterId: string) => {
    keep.clear()
    const answer = await drop.perform({ filterId })
    if (answer?.ok !== true) return
    takeSaved(answer)
    choose({ chosen: null })
    onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save(chosen)
  }
  return (
    <Modal opened onClose={onClose} title={t('desk.kept.keep')} size="lg">
      <form className={classes['keep']} onSubmit={submit}>
        <TextInput
          data-autofocus
          label={t('desk.kept.name')}
          maxLength={60}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Switch
          size="md"
          label={t('desk.kept.usual')}
          checked={usual}
          onChange={(event) => setUsual(event.currentTarget.checked)}
        />
        <p className={classes['quiet']}>{t('desk.kept.shared')}</p>
        <ErrorAlert error={keep.error ?? drop.error} />
        <DialogButtons>
          {chosen !== null && (
            <Button
              variant="subtle"
              color="red"
              size="lg"
              leftSection={<IconTrash size={18} aria-hidden />}
              onClick={() => void remove(chosen)}
            >
              {t('desk.kept.delete')}
            </Button>
          )}
          {chosen !== null && (
            <Button variant="default" size="lg" onClick={() => void save(null)}>
              {t('desk.kept.asNew')}
            </Button>
          )}
          <Button type="submit" size="lg" disabled={name.trim() === ''}>
            {t(chosen === null ? 'desk.kept.save' : 'desk.kept.change')}
          </Button>
        </DialogButtons>
      </form>
    </Modal>
  )
}
