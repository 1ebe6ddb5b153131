import { Alert, Button } from '@mantine/core'
import { IconCategory2, IconDownload, IconPlus, IconRefresh } from '@tabler/icons-react'
import type { ItemView, KeptItems } from '../../../../../shared/contract/items'
import { useTranslation } from '../../../locales/i18n'
import { ErrorAlert } from '../../../parts/error-alert'
import { MenuItem, MoreMenu } from '../../../parts/more-menu'
import { ageWords } from '../../../parts/time/ages'
import { useNow } from '../../../parts/time/use-now'
import { useZone } from '../../../parts/time/use-zone'
import { useAct } from '../../../parts/use-read'
import { useRows, type Rows } from '../../../parts/use-rows'
import { useSavedTable } from '../../../parts/use-saved-table'
import { useSpeech } from '../../../parts/use-speech'
import type { ItemsShown } from '../../../stores/shown'
import { useStores } from '../../../stores/stores'
import desk from '../../../ui/desk.module.css'
import { ItemRows } from './item-rows'
import { itemCells, itemColumns } from './item-table'
import classes from '../items.module.css'
import { ItemsFilter } from './items-filter'
import { useItemList } from './use-item-list'

/** All of the account's items as they are kept here, with new ones that wait to be listed above them. */
export function ItemsList({ onShow }: { onShow: (shown: ItemsShown) => void }) {
  const { t } = useTranslation()
  const { filter, sort } = useItemList()
  const rows = useRows('items:list', { filter, sort }, { staleOn: ['items_changed'] })
  const { total, firstPage } = rows
  const kept = firstPage?.kept ?? null
  return (
    <div className={desk['page']}>
      <div className={classes['tools']}>
        <h1 className={desk['title']}>{t('items.title')}</h1>
        {total !== null && kept !== null && <Kept total={total} kept={kept} />}
        <Tools rows={rows} onNew={() => onShow('new')} />
        <ItemsFilter count={total ?? 0} isReading={kept === null || kept.reading !== null} />
      </div>
      <Notes />
      <ItemRows
        rows={rows}
        created={firstPage?.created ?? []}
        onOpen={(itemNumber) => onShow({ itemNumber })}
      />
    </div>
  )
}

/** How many items the list has, and how old what it shows is. */
function Kept({ total, kept: { asOf, reading } }: { total: number; kept: KeptItems }) {
  const { t } = useTranslation()
  const nowMs = useNow()
  return (
    <p className={classes['quiet']} aria-live="polite">
      {t('items.count', { count: total })}
      {asOf !== null && ` · ${t('items.keptAsOf', { age: ageWords(t, asOf, nowMs) })}`}
      {reading !== null && ` · ${t('items.reading', { count: reading })}`}
    </p>
  )
}

function Tools({ rows, onNew }: { rows: Rows<ItemView>; onNew: () => void }) {
  const { t } = useTranslation()
  const zone = useZone()
  const { screen } = useStores()
  const { filter, sort } = useItemList()
  const refresh = useAct('items:refresh')
  const { isSaving, save } = useSavedTable('items:list', 'items:save')
  const { currency } = useSpeech(null)
  const speech = { t, zone, currency }
  return (
    <div className={classes['buttons']}>
      <Button
        variant="default"
        leftSection={<IconRefresh aria-hidden />}
        loading={refresh.asked !== null}
        onClick={() => void refresh.perform({}).then(rows.again)}
      >
        {t('items.refresh')}
      </Button>
      <MoreMenu isBusy={isSaving}>
        <MenuItem
          icon={IconDownload}
          disabled={(rows.total ?? 0) === 0}
          onClick={() =>
            void save({
              request: { filter, sort },
              keyOf: ({ itemNumber }) => itemNumber,
              columns: itemColumns(speech),
              rowOf: (row) => itemCells(speech, row),
            })
          }
        >
          {t('items.csv.save')}
        </MenuItem>
        <MenuItem icon={IconCategory2} onClick={() => screen.getState().go('categories')}>
          {t('categories.title')}
        </MenuItem>
      </MoreMenu>
      <Button leftSection={<IconPlus aria-hidden />} onClick={onNew}>
        {t('items.new')}
      </Button>
    </div>
  )
}

function Notes() {
  const { t } = useTranslation()
  const { createdAs } = useItemList()
  const refresh = useAct('items:refresh')
  const { saved, error } = useSavedTable('items:list', 'items:save')
  return (
    <>
      {createdAs !== null && (
        <Alert role="status" color="green">
          {t('items.form.created', { externalId: createdAs })}
        </Alert>
      )}
      {refresh.error !== null && (
        <Alert role="status" color="yellow">
          {t('items.fromStation')}
        </Alert>
      )}
      <ErrorAlert error={error} />
      {saved !== null && (
        <Alert role="status" color="green">
          {t(saved.total > saved.rows ? 'items.csv.part' : 'items.csv.saved', {
            count: saved.rows,
            path: saved.path,
          })}
        </Alert>
      )}
    </>
  )
}
