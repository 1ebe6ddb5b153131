import { Button, Loader, Modal, SegmentedControl, Text } from '@mantine/core'
import { IconPrinter, IconRefresh } from '@tabler/icons-react'
import { PICK_SIZES, type PickRow, type PickSize } from '../../../../shared/domain/orders/pick-list'
import { useTranslation } from '../../locales/i18n'
import { ErrorAlert } from '../../parts/error-alert'
import { FolderPicture } from '../../parts/folder-picture'
import { PrintResult } from '../../parts/print-result'
import { gradeWords } from '../../scan/item-look'
import { useFormGuard } from '../../scan/use-form-guard'
import { isBegun } from '../../stores/order-store'
import { useStoreOf, useStores } from '../../stores/stores'
import { DialogButtons } from '../../ui/dialog-buttons'
import classes from './pick-list.module.css'
import { usePickList } from './use-pick-list'

/** What to fetch from the shelves for the next orders, to be ticked there or printed. */
export function PickListDialog() {
  const { t } = useTranslation()
  const { orders, filter, list, error, make, hide } = usePickList()
  const { print } = useStores().printing
  useFormGuard(true, { close: hide })
  const go = useStoreOf('screen', (state) => state.go)
  // What was scanned at the bench would be lost.
  const begun = useStoreOf('order', isBegun)
  const sort = () => {
    hide()
    go('put_wall')
  }
  const sizes = PICK_SIZES.map((size) => ({ value: String(size), label: String(size) }))
  return (
    <Modal opened onClose={hide} title={t('picks.title')} size={1100}>
      <div className={classes['tools']}>
        <span aria-hidden>{t('picks.howMany')}</span>
        <SegmentedControl
          aria-label={t('picks.howMany')}
          data={sizes}
          value={String(orders)}
          onChange={(value) => make(Number(value) as PickSize)}
        />
        <Button
          variant="default"
          leftSection={<IconRefresh size={20} aria-hidden />}
          onClick={() => make(orders)}
        >
          {t('picks.again')}
        </Button>
        {filter !== 'any' && <Text>{t('picks.filtered', { filter: t(`urgency.filters.${filter}`) })}</Text>}
      </div>
      <ErrorAlert error={error} mt="sm" />
      {list === null && error === null && <Loader aria-label={t('queue.loadingRow')} />}
      {list?.rows.length === 0 && <Text mt="md">{t('picks.none')}</Text>}
      {list !== null && list.rows.length > 0 && <Rows rows={list.rows} orderCount={list.orderIds.length} />}
      <PrintResult isOurs={({ kind }) => kind === 'pick_list'} onLeave={hide} />
      <DialogButtons>
        <Button
          size="lg"
          leftSection={<IconPrinter size={22} aria-hidden />}
          disabled={list === null || list.rows.length === 0}
          onClick={() => void print({ kind: 'pick_list', orders, filter })}
        >
          {t('picks.print')}
        </Button>
        <Button variant="default" size="lg" disabled={begun} onClick={sort}>
          {t('putWall.sort')}
        </Button>
        <Button variant="default" size="lg" onClick={hide} data-autofocus>
          {t('picks.close')}
        </Button>
      </DialogButtons>
    </Modal>
  )
}

function Rows({ rows, orderCount }: { rows: readonly PickRow[]; orderCount: number }) {
  const { t } = useTranslation()
  const { fetched } = usePickList()
  const count = rows.reduce((sum, row) => sum + row.count, 0)
  const done = rows.reduce((sum, row) => sum + (fetched.has(row.key) ? row.count : 0), 0)
  return (
    <>
      <p className={classes['about']} role="status">
        {t('picks.next', { count: orderCount, items: t('picks.items', { count }) })}
        {done > 0 && <b>{t('picks.of', { done, all: count })}</b>}
      </p>
      <ul className={classes['rows']} aria-label={t('picks.title')}>
        {rows.map((row) => (
          <Row key={row.key} row={row} fetched={fetched.has(row.key)} />
        ))}
      </ul>
    </>
  )
}

function Row({ row, fetched }: { row: PickRow; fetched: boolean }) {
  const { t } = useTranslation()
  const { toggle } = usePickList()
  const { key, code, title, size, quality, condition, picture, count, orders } = row
  const name = title ?? code ?? t('picks.unnamed')
  const about = [
    size === null ? null : t('lines.size', { size }),
    quality === null ? null : gradeWords(t, quality),
    condition,
  ].filter(Boolean)
  const needed = orders.map((one) => (one.count === 1 ? `${one.orderId}` : `${one.orderId} (${one.count})`))
  return (
    <li>
      <label className={classes['row']} data-fetched={fetched}>
        <input
          type="checkbox"
          checked={fetched}
          aria-label={t('picks.fetched', { item: name })}
          onChange={() => toggle(key)}
        />
        <b className={classes['count']}>{count}</b>
        {picture !== null && <FolderPicture name={picture} alt="" className={classes['picture']} />}
        <span className={classes['words']}>
          <span className={classes['name']}>{name}</span>
          {about.length > 0 && <span>{about.join(' · ')}</span>}
          <span className={classes['quiet']}>{t('picks.for', { orders: needed.join(', ') })}</span>
        </span>
        {code !== null && code !== name && <span className={classes['code']}>{code}</span>}
      </label>
    </li>
  )
}
