import { Button, Group, Modal, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { ItemDetail } from '../../../../../shared/contract/items'
import { isDelistable } from '../../../../../shared/domain/items/item-state'
import { useTranslation } from '../../../locales/i18n'
import { ErrorAlert } from '../../../parts/error-alert'
import { useAct } from '../../../parts/use-read'
import { useFormGuard } from '../../../scan/use-form-guard'
import classes from '../items.module.css'

/** Delists the item, after a confirmation. */
export function DelistButton({ item, onChange }: { item: ItemDetail; onChange: () => void }) {
  const { t } = useTranslation()
  const { asked: delisting, error, perform } = useAct('items:delist', item.itemNumber)
  const [asking, setAsking] = useState(false)
  useFormGuard(asking, { close: () => setAsking(false) })
  const asked = item.pending.some(({ kind }) => kind === 'delist_item') || item.state === 'ready_to_delete'
  const confirm = () => {
    setAsking(false)
    void perform({ itemNumber: item.itemNumber }).then(onChange)
  }
  return (
    <div className={classes['side']}>
      <Button
        variant="default"
        leftSection={<IconTrash aria-hidden />}
        loading={delisting !== null}
        disabled={!isDelistable(item.state) || asked}
        onClick={() => setAsking(true)}
      >
        {t('items.delist.button')}
      </Button>
      {(asked || !isDelistable(item.state)) && (
        <Text className={classes['quiet'] ?? ''}>
          {t(asked ? 'items.delist.asked' : 'items.delist.onlyListed')}
        </Text>
      )}
      <ErrorAlert error={error} />
      <Modal opened={asking} onClose={() => setAsking(false)} title={t('items.delist.title')} size="lg">
        <Text>{t('items.delist.text', { title: item.title ?? item.itemNumber })}</Text>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={() => setAsking(false)} data-autofocus>
            {t('items.delist.no')}
          </Button>
          <Button color="red.9" onClick={confirm}>
            {t('items.delist.yes')}
          </Button>
        </Group>
      </Modal>
    </div>
  )
}
