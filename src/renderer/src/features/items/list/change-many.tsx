import { Button, Menu } from '@mantine/core'
import {
  IconBarcode,
  IconDiscount,
  IconFileTypeCsv,
  IconListCheck,
  IconStack2,
  IconTag,
  IconTrash,
  type TablerIcon,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from '../../../locales/i18n'
import { MenuItem } from '../../../parts/more-menu'
import { useMayManageNow } from '../../../parts/needs-supervisor'
import { useStores } from '../../../stores/stores'
import { useBulk } from '../../../parts/use-bulk'
import { CodesDialog } from './codes-dialog'
import { useItemList } from './use-item-list'

const OF_THESE = {
  price: IconTag,
  discount: IconDiscount,
  delist: IconTrash,
} as const satisfies Record<string, TablerIcon>

/** How many items are listed. `isReading`: until all have been read, nobody knows. */
export type ListedItems = { count: number; isReading: boolean }

/** Starts a change of the items that are listed, or of those in a file, or teaches codes. Packers do not see it. */
export function ChangeMany({ count, isReading }: ListedItems) {
  const { t } = useTranslation()
  const { screen } = useStores()
  const bulk = useBulk()
  const mayManage = useMayManageNow()
  const { filter } = useItemList()
  const [teaching, setTeaching] = useState(false)
  if (!mayManage) return null
  const go = () => screen.getState().go('bulk')
  return (
    <>
      <Menu position="bottom-end" width={370}>
        <Menu.Target>
          <Button variant="default" leftSection={<IconStack2 size={20} aria-hidden />}>
            {t('bulk.menu')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {isReading && <Menu.Label>{t('bulk.stillReading')}</Menu.Label>}
          {(Object.keys(OF_THESE) as (keyof typeof OF_THESE)[]).map((kind) => {
            const Icon = OF_THESE[kind]
            return (
              <MenuItem
                key={kind}
                icon={Icon}
                disabled={count === 0 || isReading || filter.only === 'gone'}
                onClick={() => {
                  go()
                  void bulk.fromFilter({ kind, filter })
                }}
              >
                {t(`bulk.ofThese.${kind}`, { count })}
              </MenuItem>
            )
          })}
          <Menu.Divider />
          <MenuItem
            icon={IconFileTypeCsv}
            onClick={() => {
              go()
              bulk.chooseFile('create')
            }}
          >
            {t('bulk.byFile')}
          </MenuItem>
          <MenuItem
            icon={IconListCheck}
            onClick={() => {
              go()
              bulk.showList()
            }}
          >
            {t('bulk.all')}
          </MenuItem>
          <Menu.Divider />
          <MenuItem icon={IconBarcode} onClick={() => setTeaching(true)}>
            {t('codes.file')}
          </MenuItem>
        </Menu.Dropdown>
      </Menu>
      {teaching && <CodesDialog onClose={() => setTeaching(false)} />}
    </>
  )
}
